// Draws the small pictures of the studio's catalogue: studio/problem/catalogue/thumbnails/*.svg, all or those named.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource, root } from './setup.mjs';

const { load } = await importSource('src/file/load.ts');
const { thumbnail } = await importSource('studio/problem/catalogue/thumbnail.ts');
const folder = join(root, 'studio', 'problem', 'catalogue', 'thumbnails');
mkdirSync(folder, { recursive: true });
const read = file => readFileSync(join(root, 'cases', file), 'utf8');
const all = readdirSync(join(root, 'cases')).filter(file => file.endsWith('.yaml'));
const names = process.argv.length > 2 ? process.argv.slice(2) : all.map(file => file.replace(/\.yaml$/, ''));

for (const name of names) {
  const svg = thumbnail(load(read(`${name}.yaml`), { file: name, readFile: read }));
  writeFileSync(join(folder, `${name}.svg`), svg);
  console.log(`${name}: ${svg.length} bytes`);
}
