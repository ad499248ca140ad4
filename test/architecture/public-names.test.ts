import { describe, expect, it } from 'vitest';
import { exportsOf, exportViolations } from './exports.ts';
import { filesBelow } from './source-files.ts';

const files = filesBelow(['src', 'cli', 'bench', 'cases', 'papers', 'studio', 'test'], '.ts');
const index = files.find(({ path }) => path === 'src/index.ts');

describe('public names', () => {
  it('are these, and a change of them belongs into the changelog', async () => {
    expect(index, 'src/index.ts').toBeDefined();
    const names = exportsOf(index ?? { path: '', text: '' }).flatMap(({ name, from }) => {
      const namespace = files.find(
        ({ path }) => from === `./public/${name}.ts` && path === `src/public/${name}.ts`,
      );
      return [name, ...(namespace ? exportsOf(namespace).map(member => `${name}.${member.name}`) : [])];
    });
    expect(new Set(names).size).toBe(names.length);
    await expect(`${names.sort().join('\n')}\n`).toMatchFileSnapshot('public-names.txt');
  });

  it('come from src/index.ts alone: no barrels elsewhere, no default exports', () => {
    expect(files.flatMap(exportViolations)).toEqual([]);
  });
});

describe('the check of the exports', () => {
  it.each([
    ['src/a.ts', 'export default function f() {}', 'default export'],
    ['src/a.ts', "export * from './b.ts';", 'passes on *'],
    ['cli/a.ts', "export { x } from './b.ts';", 'passes on x from ./b.ts'],
    ['src/a.ts', "export type { X } from './b.ts';", 'passes on X'],
    ['src/public/a.ts', "export * from '../b.ts';", 'exports everything'],
    ['src/index.ts', "export * from './b.ts';", 'list the names'],
    ['src/index.ts', 'export const x = 1;', 'only lists names'],
  ])('rejects in %s: %s', (path, text, reason) => {
    expect(exportViolations({ path, text })).toEqual([expect.stringContaining(reason)]);
  });

  it('accepts named exports, and names passed on by index.ts', () => {
    expect(exportViolations({ path: 'src/a.ts', text: 'export const x = 1; export type Y = 2;' })).toEqual(
      [],
    );
    for (const text of ["export { x, type Y } from './a.ts';", "export * as a from './public/a.ts';"])
      expect(exportViolations({ path: 'src/index.ts', text })).toEqual([]);
    const renamed = "export { x as y } from '../a.ts'; export const z = 1;";
    expect(exportViolations({ path: 'src/public/a.ts', text: renamed })).toEqual([]);
  });
});
