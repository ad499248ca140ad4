// npm test: installs, builds, then formatter, linter, types and every test.
import { build, install, run } from './setup.mjs';

install();
run('npx', ['--no-install', 'biome', 'check', '.']);
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.json', '--noEmit']);
build();
run('npx', ['--no-install', 'vitest', 'run', ...process.argv.slice(2)]);
