// Compiles TypeScript into dist/ and marks the time, so that the next start need not do it again. The studio beside it stays.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

const dist = join(root, 'dist');
const old = existsSync(dist) ? readdirSync(dist).filter(name => name !== 'studio') : [];
for (const name of old) rmSync(join(dist, name), { recursive: true, force: true });
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json']);
writeFileSync(join(dist, '.built'), '');
