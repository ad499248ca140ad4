// Writes the type declarations of the library: the two entries in dist/types and the files that they reach.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formulasTypes } from './formulas-entry.mjs';
import { root, run } from './setup.mjs';

const folder = join(root, 'dist', 'types');
rmSync(folder, { recursive: true, force: true });
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json']);

/** Declaration files that `file` imports, itself included. */
function reach(file, found = new Set()) {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)\.ts'/g))
    reach(join(dirname(file), `${path}.d.ts`), found);
  return found;
}

writeFileSync(join(folder, 'formulas.d.ts'), formulasTypes('./index.ts'));
const reached = reach(join(folder, 'formulas.d.ts'));
for (const entry of readdirSync(folder, { recursive: true }))
  if (entry.endsWith('.d.ts') && !reached.has(join(folder, entry))) rmSync(join(folder, entry));
