import { describe, expect, it } from 'vitest';
import { filesBelow } from './source-files.ts';
import { testedFolders, treeViolation } from './test-tree.ts';

const sources = new Set(
  [...filesBelow(['src', 'bench', 'studio', 'cli', 'papers'], '.ts'), ...filesBelow(['studio'], '.tsx')].map(
    ({ path }) => path,
  ),
);

/** Tests that stand elsewhere, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'test/unit/file/particles/keys.test.ts': 'reads the section through load',
  'test/unit/file/particles/structures.test.ts': 'reads the section through load',
  'test/unit/groups/matrix-zhang-skeel.test.ts': 'compares methods of groups through their records',
  'test/unit/kernels/chain-kernel.test.ts': 'creates kernels through the registry of methods',
  'test/unit/kernels/water-kernel.test.ts': 'creates kernels through the registry of methods',
  'test/unit/kernels/particles/anchored-rods.test.ts': 'creates kernels through the registry of methods',
  'test/unit/kernels/particles/particle-splitting.test.ts': 'creates kernels through the registry of methods',
  'test/unit/particles/terms/derivatives.test.ts': 'takes its terms from terms-examples.ts',
};

describe('unit tests', () => {
  const violations = new Map(
    filesBelow(['test/unit'], '.test.ts').map(test => [test.path, treeViolation(test, sources)]),
  );

  it('mirror the folders of the sources', () => {
    const found = [...violations].filter(([path, violation]) => violation !== null && !(path in exceptions));
    expect(found.map(([, violation]) => violation)).toEqual([]);
  });

  it('have no exception without need', () => {
    expect(Object.keys(exceptions).filter(path => !violations.get(path))).toEqual([]);
  });
});

describe('the check of the test tree', () => {
  const files = new Set(['src/flows/verlet.ts', 'src/flows/gauss.ts', 'studio/app.tsx']);
  const check = (path: string, text = '') => treeViolation({ path, text }, files);

  it('accepts a test named after its file, or about its folder', () => {
    expect(check('test/unit/flows/verlet.test.ts')).toBeNull();
    expect(check('test/unit/studio/app.test.ts')).toBeNull();
    expect(check('test/unit/flows/orders.test.ts', "import '../../../src/flows/gauss.ts';")).toBeNull();
  });

  it('rejects a test in a folder that it is not about', () => {
    expect(check('test/unit/fibres/verlet.test.ts')).toMatch('imports nothing of src/fibres');
    expect(check('test/unit/flows/orders.test.ts', "import '../../../src/fibres/a.ts';")).toMatch(
      'src/flows',
    );
  });

  it('knows the suites of the benchmarks', () => {
    expect(testedFolders('test/unit/bench/liquids/peak.test.ts')).toEqual([
      'bench/liquids',
      'bench/suites/liquids',
    ]);
  });
});
