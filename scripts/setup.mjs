// Installs and builds when needed, with nothing but Node and npm. Shared by the scripts beside it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a command in the project folder; leaves with its exit code when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) {
    console.error(`cannot run ${command}: ${error.message}`);
    process.exit(1);
  }
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs a set-up step quietly; its output is shown only when it fails. */
function quietly(label, command, args, attempt = spawnSync) {
  if (process.stderr.isTTY) process.stderr.write(`${label}…\n`);
  const { status, stdout, stderr, error } = attempt(command, args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return;
  console.error(`${label} failed\n${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`);
  process.exit(status ?? 1);
}

/** Seconds before a step that needs the network is tried again: it may fail for a moment only. */
const pauses = [5, 15, 45];

function patiently(command, args, options) {
  let result = spawnSync(command, args, options);
  for (const seconds of pauses) {
    if (result.status === 0 || result.error) return result;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000 * seconds);
    result = spawnSync(command, args, options);
  }
  return result;
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => newest(join(path, name))));
}

/** Whether a file was made after everything in the sources. */
function isNewer(file, sources) {
  const paths = sources.map(name => join(root, name)).filter(existsSync);
  return time(file) >= Math.max(...paths.map(newest));
}

const time = path => (existsSync(path) ? statSync(path).mtimeMs : 0);

const isInstalled = () =>
  time(join(root, 'node_modules', '.package-lock.json')) >= time(join(root, 'package-lock.json'));

const npmCi = (...more) =>
  quietly('installing packages', 'npm', ['ci', '--no-audit', '--no-fund', ...more], patiently);

/** The packages that build and run the program: a quarter of all. */
export function install() {
  if (!isInstalled()) npmCi('--workspaces=false');
}

/** Those of test/package.json too: linter, type checker, compiler of the kernels, tests. */
export function installAll() {
  if (!isInstalled() || !existsSync(join(root, 'node_modules', 'vitest'))) npmCi();
}

/** The bundles; all that is needed to run. */
export function build() {
  const sources = ['src', 'papers', 'cli', 'bench', 'scripts/bundle.mjs', 'package.json'];
  if (isNewer(join(root, 'dist', '.built'), sources)) return;
  quietly('building', process.execPath, [join(root, 'scripts', 'bundle.mjs')]);
}

/** Type declarations for those who program with the library. */
export function buildTypes() {
  const sources = ['src', 'scripts/types.mjs', 'tsconfig.json', 'tsconfig.build.json', 'package.json'];
  if (isNewer(join(root, 'dist', 'types', 'index.d.ts'), sources)) return;
  quietly('writing type declarations', process.execPath, [join(root, 'scripts', 'types.mjs')]);
}

/** A module of the sources, for scripts. */
export async function importSource(path) {
  const { runnerImport } = await import('vite');
  return (await runnerImport(join(root, path))).module;
}

/** The browser app: built only when it is opened or packed. */
export function buildStudio() {
  const sources = ['studio', 'src', 'cases', 'docs/reproduction', 'vite.config.ts', 'package.json'];
  if (isNewer(join(root, 'dist', 'studio', 'index.html'), sources)) return;
  quietly('building the studio', 'npx', ['--no-install', 'vite', 'build', '--logLevel', 'error']);
}

/** The studio as packed. */
export function compressStudio() {
  if (isNewer(join(root, 'dist', 'studio.br', 'index.html.br'), ['dist/studio/index.html'])) return;
  quietly('compressing the studio', process.execPath, [join(root, 'scripts', 'compress-studio.mjs')]);
}

/** Both at once, since a list that could not be fetched is noticed only when the package is not found. */
const fromDebian = name => [
  'sh',
  ['-c', `apt-get update && apt-get install -y --no-install-recommends ${name} </dev/null`],
];

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const browserPath = () => process.env.CHROMIUM ?? browsers.find(existsSync);

/** A browser for the tests: the one that is there, or Debian's. */
export function browser() {
  if (process.env.CHROMIUM || browsers.some(existsSync)) return;
  const apt = existsSync('/usr/bin/apt-get');
  if (!apt || process.getuid?.() !== 0) {
    console.error('the browser tests need Chromium: install it, or set CHROMIUM to the path of one');
    process.exit(1);
  }
  quietly('installing Chromium', ...fromDebian('chromium'), patiently);
}

/** Counts instructions for the speed regression test, which is reported and skipped without it. */
export function valgrind() {
  const { status } = spawnSync('valgrind', ['--version']);
  if (status === 0 || !existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  patiently(...fromDebian('valgrind'), { cwd: root });
}
