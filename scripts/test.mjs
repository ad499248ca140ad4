// npm test: installs, builds, then formatter, linter, types and every test.
import { browser, build, install, run } from './setup.mjs';

install();
browser();
run('npx', ['--no-install', 'biome', 'check', '.']);
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.json', '--noEmit']);
build();
run('npx', ['--no-install', 'vitest', 'run', ...process.argv.slice(2)]);
