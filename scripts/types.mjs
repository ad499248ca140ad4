// Writes the type declarations of the library: dist/types/index.d.ts and the files that it reaches.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const reached = reach(join(folder, 'index.d.ts'));
for (const entry of readdirSync(folder, { recursive: true }))
  if (entry.endsWith('.d.ts') && !reached.has(join(folder, entry))) rmSync(join(folder, entry));
