// npm test: installs, builds, then formatter, linter, types and every test.
import { browser, build, buildStudio, install, run, valgrind } from './setup.mjs';

install();
browser();
valgrind();
run('npx', ['--no-install', 'biome', 'check', '.']);
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.json', '--noEmit']);
run('npx', ['--no-install', 'tsc', '-p', 'studio', '--noEmit']);
build();
buildStudio();
run('npx', ['--no-install', 'vitest', 'run', ...process.argv.slice(2)]);
