// Copies dist/studio to dist/studio.gz with every file compressed: a third of the size, for the package. Fonts in the formats
// that only old browsers need are left out.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './setup.mjs';

const [from, to] = ['studio', 'studio.gz'].map(name => join(root, 'dist', name));
rmSync(to, { recursive: true, force: true });
for (const name of readdirSync(from, { recursive: true })) {
  if (!statSync(join(from, name)).isFile() || /\.(ttf|woff)$/.test(name)) continue;
  const target = join(to, `${name}.gz`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, gzipSync(readFileSync(join(from, name)), { level: 9 }));
}
