// The shape of the source tree in numbers, each with an upper or lower bound. `npm run shape` prints them.
// A bound follows the measured number until the target is reached; it is never loosened.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { executedFiles } from './executed-files.ts';
import { importersOf, importGraph, longestChain } from './import-graph.ts';
import { codeBlocks } from './markdown.ts';
import { filesBelow, root } from './source-files.ts';
import { filesPerFolder, linesOf, median } from './tree-numbers.ts';

const src = filesBelow(['src'], '.ts');
const around = [
  ...filesBelow(['cli', 'studio', 'bench', 'papers', 'cases'], '.ts'),
  ...filesBelow(['studio'], '.tsx'),
];
/** The namespaces of the public interface (src/public) are lists of names, like index.ts, and not counted as files. */
const counted = src.filter(({ path }) => !path.startsWith('src/public/'));
const graph = importGraph(src);
const importers = importersOf(importGraph([...src, ...around]));

const onlyOnce = counted.filter(({ path }) => importers.get(path)?.length === 1);
const largest = Math.max(...filesPerFolder(src).values());

describe('the source tree', () => {
  const atMost = (name: string, measured: number, bound: number, target = bound) =>
    it(`${name}: ${measured}, at most ${bound} (target ${target})`, () => {
      expect(measured).toBeLessThanOrEqual(bound);
    });

  atMost('files', counted.length, 350);
  atMost('files with exactly one importer', onlyOnce.length, 89);
  atMost('files in the largest folder', largest, 22);
  atMost('longest chain of imports', longestChain(graph).length, 15);

  const middle = median(src.map(linesOf));
  it(`median file: ${middle} lines, at least 100`, () => {
    expect(middle).toBeGreaterThanOrEqual(100);
  });
});

describe("the pendulum of the README, created and stepped by the library's default method", async () => {
  const [text] = codeBlocks(readFileSync(join(root, 'README.md'), 'utf8'), 'yaml');
  const problem = load(text);
  const files = await executedFiles(() => {
    const flow = createMethod(problem, 'rattle');
    const out = new Float64Array(2 * problem.n);
    expect(flow.step(problem.initial, 0.01, out).ok).toBe(true);
  });

  it(`executes functions of ${files.length} files of src, at most 28`, () => {
    expect(files).toContain('src/methods/registry.ts');
    expect(files.length).toBeLessThanOrEqual(28);
  });
});

describe('the measurements', () => {
  const file = (path: string, ...targets: string[]) => ({
    path,
    text: targets.map(target => `import './${target}';`).join('\n'),
  });
  const files = [
    file('src/a.ts', 'b.ts', 'c.ts'),
    file('src/b.ts', 'c.ts'),
    file('src/c.ts'),
    file('src/d.ts'),
  ];

  it('follow the longest chain and count importers', () => {
    const example = importGraph(files);
    expect(longestChain(example)).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts']);
    expect(importersOf(example)).toEqual(
      new Map([
        ['src/a.ts', []],
        ['src/b.ts', ['src/a.ts']],
        ['src/c.ts', ['src/a.ts', 'src/b.ts']],
        ['src/d.ts', []],
      ]),
    );
  });

  it('count files of a folder and lines of a file', () => {
    expect([...filesPerFolder([...files, file('src/deep/e.ts')])]).toEqual([
      ['src', 4],
      ['src/deep', 1],
    ]);
    expect(linesOf({ path: 'src/a.ts', text: 'one\ntwo\n' })).toBe(2);
    expect(median([5, 1, 3])).toBe(3);
  });

  it('see the functions that ran, not those that were imported', async () => {
    const nothing = await executedFiles(() => undefined);
    expect(nothing).toEqual([]);
    const loading = await executedFiles(() => load('coordinates: [x]'));
    expect(loading).toContain('src/file/load.ts');
    expect(loading).not.toContain('src/methods/registry.ts');
  });
});
