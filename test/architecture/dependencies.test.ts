// Every package that is imported is declared: in package.json, or in test/package.json when only `npm test` needs it.

import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, packageOf } from './imports.ts';
import { filesBelow, root } from './source-files.ts';

type Names = Record<string, string>;
const declared = (path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as { devDependencies: Names; peerDependencies: Names };

const { devDependencies, peerDependencies } = declared('package.json');
const forTests = declared('test/package.json').devDependencies;

const folders = ['src', 'cli', 'papers', 'bench', 'studio', 'scripts', 'test', 'examples'];
const files = ['.ts', '.tsx', '.mjs'].flatMap(extension => filesBelow(folders, extension));

/** Itself, by the name that users import; and packages with types alone. */
const known = new Set([
  'cotangent',
  ...Object.keys({ ...devDependencies, ...peerDependencies, ...forTests }),
]);

/** What `npm start` installs: packages of the root alone. */
const started = [
  'src/',
  'cli/',
  'papers/',
  'bench/',
  'studio/',
  'scripts/setup',
  'scripts/start',
  'scripts/bundle',
];

describe('packages', () => {
  it('that are imported are declared, those of `npm start` in package.json', () => {
    const foreign = files
      // AssemblyScript resolves its own names; programs of the benchmark have a package.json of their own.
      .filter(({ path }) => !path.includes('/assembly/') && !path.startsWith('bench/contestants/'))
      .flatMap(importsOf)
      .filter(({ to, specifier }) => to === null && !specifier.startsWith('node:'))
      .map(({ from, specifier }) => ({ from, name: packageOf(specifier) }))
      .filter(
        ({ from, name }) =>
          !builtinModules.includes(name) &&
          (!known.has(name) || (name in forTests && started.some(path => from.startsWith(path)))),
      );
    expect(foreign).toEqual([]);
  });

  it('that are optional for users are installed in the checkout, in the same versions', () => {
    for (const [name, range] of Object.entries(peerDependencies)) expect(devDependencies[name]).toBe(range);
  });
});
