// npm run peers: installs the other programs of `cotangent bench`. None of them is needed for anything else; the benchmark reports
// and skips those that are missing.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './setup.mjs';

const debian = [
  'gcc',
  'g++',
  'pkg-config',
  'libsundials-dev',
  'libsimbody-dev',
  'python3-numpy',
  'python3-scipy',
  'gromacs',
  'lammps',
  'valgrind',
  'util-linux',
];

/** Runs a command; reports a failure and continues. */
function attempt(title, command, args, options = {}) {
  console.log(`${title}…`);
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status === 0) return true;
  const why = (stderr || error?.message || '').trim().split('\n').slice(-2).join(' ');
  console.log(`  skipped: ${why || `${command} failed`}`);
  return false;
}

attempt('packages from npm, into bench/peers', 'npm', ['install', '--no-audit', '--no-fund', '--no-save'], {
  cwd: join(root, 'bench', 'peers'),
});

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
const quiet = ['-y', '-qq', '--no-install-recommends'];
if (attempt('the list of Debian packages', 'apt-get', ['update', '-qq'], { env }))
  for (const name of debian) attempt(name, 'apt-get', ['install', ...quiet, name], { env });
else console.log(`install by hand what you can of: ${debian.join(', ')}`);
