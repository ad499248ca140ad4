// npm start: installs, builds, then runs the command line; without arguments it shows a real problem.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, buildStudio, install, root } from './setup.mjs';

install();
build();
const given = process.argv.slice(2);
const args = given.length > 0 ? given : ['demo'];
if (args[0] === 'studio') buildStudio();
const { status } = spawnSync(process.execPath, [join(root, 'dist', 'cli', 'main.js'), ...args], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
