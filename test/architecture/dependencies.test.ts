// Every package that is imported is declared in package.json.

import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, packageOf } from './imports.ts';
import { filesBelow, root } from './source-files.ts';

const { devDependencies, peerDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as {
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};

const folders = ['src', 'cli', 'papers', 'bench', 'studio', 'scripts', 'test', 'examples'];
const files = ['.ts', '.tsx', '.mjs'].flatMap(extension => filesBelow(folders, extension));

/** Itself, by the name that users import; and packages with types alone. */
const known = new Set(['cotangent', ...Object.keys(devDependencies), ...Object.keys(peerDependencies)]);

describe('packages', () => {
  it('that are imported are declared', () => {
    const foreign = files
      // AssemblyScript resolves its own names; programs of the benchmark have a package.json of their own.
      .filter(({ path }) => !path.includes('/assembly/') && !path.startsWith('bench/contestants/'))
      .flatMap(importsOf)
      .filter(({ to, specifier }) => to === null && !specifier.startsWith('node:'))
      .map(({ from, specifier }) => ({ from, name: packageOf(specifier) }))
      .filter(({ name }) => !known.has(name) && !builtinModules.includes(name));
    expect(foreign).toEqual([]);
  });

  it('that are optional for users are installed in the checkout, in the same versions', () => {
    for (const [name, range] of Object.entries(peerDependencies)) expect(devDependencies[name]).toBe(range);
  });
});
