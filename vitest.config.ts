import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, in this order: they start first, so that two workers end together. */
const longest = [
  'test/bench/instructions.test.ts',
  'test/browser/studio.test.ts',
  'test/laws/sampling',
  'test/golden/golden.test.ts',
  'test/laws/energy.test.ts',
  'test/designed/',
  'test/papers/',
  'test/fuzz/',
  'test/laws/',
  'test/cli/',
  'test/browser/',
  'test/examples/',
  'test/cases/',
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex(path => moduleId.includes(path));
  return rank < 0 ? longest.length : rank;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  // The programs of examples/ import the package; the sources stand in its place.
  resolve: { alias: { cotangent: fileURLToPath(new URL('src/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/plain-output.ts', 'test/random-cases.ts', 'test/registered-methods.ts'],
    // The library keeps no state but the registry of methods (test/architecture holds this): the files of a worker share its modules.
    isolate: false,
    // For what hangs, not for what is slow: a busy machine can be ten times slower than a quiet one.
    testTimeout: 600_000,
    // The same for hooks, which build the studio and start a browser: vitest alone would give them ten seconds.
    hookTimeout: 600_000,
    pool: 'threads',
    // One worker for each of two cores: the default leaves one core to the main thread, which has little to do.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
