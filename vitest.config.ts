import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/plain-output.ts', 'test/random-cases.ts'],
    // For what hangs, not for what is slow: a busy machine can be ten times slower than a quiet one.
    testTimeout: 600_000,
    // The same for hooks, which build the studio and start a browser: vitest alone would give them ten seconds.
    hookTimeout: 600_000,
    pool: 'threads',
  },
});
