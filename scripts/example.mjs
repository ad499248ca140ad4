// Runs a program of examples/: npm run example pendulum. It is bundled with the sources in place of the package 'cotangent', so
// that it runs on every version of Node that the library supports, without a build. From Node 22.18 on, and after
// `npm run build`, `node examples/pendulum.ts` does the same.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './setup.mjs';

const folder = join(root, 'examples');
const name = process.argv[2]?.replace(/\.ts$/, '');
const source = join(folder, `${name}.ts`);
if (!name || !existsSync(source)) {
  const names = readdirSync(folder).filter(file => file.endsWith('.ts') && !file.includes('browser'));
  console.error(`usage: npm run example NAME, one of: ${names.map(file => file.slice(0, -3)).join(', ')}`);
  process.exit(1);
}

const out = mkdtempSync(join(tmpdir(), 'cotangent-example-'));
try {
  const build = await rolldown({
    input: source,
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    resolve: { alias: { cotangent: join(root, 'src/index.ts') } },
    external: id => id.startsWith('node:'),
  });
  const file = join(out, 'example.mjs');
  await build.write({ file, format: 'es', codeSplitting: false });
  process.exitCode = spawnSync(process.execPath, [file], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(out, { recursive: true });
}
