// npm run lock: writes package-lock.json with an entry for every optional package of every platform, as `npm ci` demands.
// A registry mirror that lacks the binaries of other platforms makes npm leave their entries out; the version is the one that
// the package asks for, the platform is in the name. With --check it writes nothing and fails if an entry is missing.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

const file = join(root, 'package-lock.json');
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Folders in which Node looks for a package required by the one at `path`, the nearest first. */
function folders(path) {
  const parts = path.split('/node_modules/');
  const nested = parts.map(
    (_, k) => `${parts.slice(0, parts.length - k).join('/node_modules/')}/node_modules`,
  );
  return path === '' ? ['node_modules'] : [...nested, 'node_modules'];
}

const holds = (packages, path, name) => folders(path).some(folder => `${folder}/${name}` in packages);

/** `{ path, name, version, dev }` of every optional dependency without an entry. */
const missing = packages =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !holds(packages, path, name))
      .map(([name, version]) => ({ path, name, version, dev })),
  );

function entry({ name, version, dev }) {
  const words = name.split('/').at(-1).split('-');
  const [os, cpu] = [systems, processors].map(known => words.filter(word => known.includes(word)));
  const libc = words.flatMap(word => (/^gnu/.test(word) ? ['glibc'] : /^musl/.test(word) ? ['musl'] : []));
  const platform = Object.entries({ os, cpu, libc }).filter(([, values]) => values.length > 0);
  return { version, ...(dev && { dev }), optional: true, ...Object.fromEntries(platform) };
}

const read = () => JSON.parse(readFileSync(file, 'utf8'));

if (process.argv[2] === '--check') {
  const names = missing(read().packages).map(({ name }) => name);
  if (names.length > 0) console.error(`package-lock.json lacks ${names.join(', ')}: run “npm run lock”`);
  process.exit(names.length > 0 ? 1 : 0);
}

run('npm', ['install', '--package-lock-only']);
const lock = read();
for (const one of missing(lock.packages)) lock.packages[`node_modules/${one.name}`] = entry(one);
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
