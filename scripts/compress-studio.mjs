// Copies dist/studio to dist/studio.br with every file compressed: a quarter of the size, for the package. Fonts in the formats
// that only old browsers need are left out.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from './setup.mjs';

const [from, to] = ['studio', 'studio.br'].map(name => join(root, 'dist', name));
rmSync(to, { recursive: true, force: true });
for (const name of readdirSync(from, { recursive: true })) {
  if (!statSync(join(from, name)).isFile() || /\.(ttf|woff)$/.test(name)) continue;
  const target = join(to, `${name}.br`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, brotliCompressSync(readFileSync(join(from, name))));
}
