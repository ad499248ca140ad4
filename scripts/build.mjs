// Compiles TypeScript into dist/ and marks the time, so that the next start need not build again.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json']);
writeFileSync(join(dist, '.built'), '');
