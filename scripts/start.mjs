// npm start: installs, builds, then runs the command line; without arguments it shows a real problem.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, buildStudio, install, installAll, root } from './setup.mjs';

const given = process.argv.slice(2);
const args = given.length > 0 ? given : ['demo'];
// A profile of the benchmark compiles the kernels with the names of their functions.
if (args[0] === 'bench') installAll();
else install();
build();
if (args[0] === 'studio') buildStudio();
const { status } = spawnSync(process.execPath, [join(root, 'dist', 'cli', 'main.js'), ...args], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
