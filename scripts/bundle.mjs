// Bundles the library (dist/cotangent.js, one file; dist/browser.js without molecules) and the command line (dist/cli/main.js, beside it a file for each part that
// is read only when used). Packages are bundled too, except the optional ones; their licences are in dist/THIRD-PARTY.txt.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './setup.mjs';
import { readingOnly, withoutMolecules } from './without-molecules.mjs';

const dist = join(root, 'dist');
const read = path => readFileSync(join(root, path), 'utf8');
const { peerDependencies } = JSON.parse(read('package.json'));

/** Packages that users install when they need them; Vite builds the studio of a checkout. */
const notBundled = [...Object.keys(peerDependencies), 'vite'];
const isExternal = id =>
  id.startsWith('node:') || notBundled.some(name => id === name || id.startsWith(`${name}/`));

const programFiles = new Set();
const bundledName = source => `${relative(root, source).replace(/\.ts$/, '').replaceAll('/', '-')}.js`;

/** A source file that is started as a program of its own: a further entry of the bundle. */
function emitProgram(plugin, source) {
  programFiles.add(source);
  plugin.emitFile({ type: 'chunk', id: source, fileName: bundledName(source) });
}

const programUrl = /new URL\(\s*'(\.{1,2}\/[\w./-]+)\.js',\s*import\.meta\.url,?\s*\)/g;
const benchProgram = /\bprogram(?:Of|File)\(\s*'([\w./-]+\.ts)'/g;

/** Finds the programs: `new URL('./worker.js', import.meta.url)` names one, `programOf('a.ts', …)` and `programFile('a.ts')` one of bench/. */
const programs = {
  name: 'programs',
  transform(code, id) {
    if (id.includes('/node_modules/')) return null;
    for (const [, path] of code.matchAll(benchProgram)) emitProgram(this, join(root, 'bench', path));
    if (!code.includes('import.meta.url')) return null;
    return code.replace(programUrl, (whole, path) => {
      const source = join(dirname(id), `${path}.ts`);
      if (!existsSync(source)) return whole;
      emitProgram(this, source);
      return `new URL('./${bundledName(source)}', import.meta.url)`;
    });
  },
};

/** A chunk for each part of the tree, whichever commands use it; a program has its own chunk, since importing it starts it. */
const within = folder => id => id.startsWith(join(root, folder, '/')) && !programFiles.has(id);
const groups = [
  { name: 'packages', test: id => id.includes('/node_modules/') && !id.includes('/commander/') },
  { name: 'library', test: within('src') },
  { name: 'papers', test: within('papers') },
  { name: 'bench', test: within('bench') },
];

/** Writes a bundle and returns the files that went into it. */
async function bundle(input, output) {
  const build = await rolldown({
    treeshake: { moduleSideEffects: false },
    cwd: root,
    external: isExternal,
    logLevel: 'silent',
    ...input,
  });
  const comments = { legal: false, annotation: true, jsdoc: false };
  const written = await build.write({ format: 'es', comments, chunkFileNames: '[name].js', ...output });
  await build.close();
  return written.output.flatMap(({ moduleIds = [] }) => moduleIds);
}

/** Keeps function names, for readable stack traces. */
const withoutSpaces = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/** Replaces modules, by their paths. */
const replacing = texts => ({ name: 'replacements', load: id => texts[relative(root, id)] });

/** The packages d3-… of figures run code when they are read, so that a bundler drops them only as a file of their own. */
const scales = { name: 'browser-figures', test: id => id.includes('/node_modules/d3-') };

const library = (name, { replaced = {}, codeSplitting = false, minify = withoutSpaces } = {}) =>
  bundle(
    {
      input: { [name]: 'src/index.ts' },
      platform: 'neutral',
      resolve: { mainFields: ['module', 'main'] },
      plugins: [replacing({ ...readingOnly, ...replaced })],
    },
    { dir: dist, codeSplitting, minify },
  );

const commandLine = () =>
  bundle(
    {
      input: { main: 'cli/main.ts', 'command-line': 'cli/command-line.ts' },
      platform: 'node',
      plugins: [programs],
    },
    { dir: join(dist, 'cli'), codeSplitting: { groups }, sourcemap: true, minify: withoutSpaces },
  );

/** “…/node_modules/@scope/name/dist/a.js” → “@scope/name”. */
const packageOf = id => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];

function licenceOf(name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}\n`;
}

for (const name of existsSync(dist) ? readdirSync(dist) : [])
  if (!name.startsWith('studio') && name !== 'types')
    rmSync(join(dist, name), { recursive: true, force: true });
const modules = await Promise.all([
  library('cotangent'),
  library('browser', { replaced: withoutMolecules, codeSplitting: { groups: [scales] }, minify: true }),
  commandLine(),
]);
const packages = [...new Set(modules.flat().map(packageOf).filter(Boolean))].sort();
const rule = `\n${'-'.repeat(80)}\n\n`;
writeFileSync(
  join(dist, 'THIRD-PARTY.txt'),
  ['The bundles of Cotangent contain these packages.\n', ...packages.map(licenceOf)].join(rule),
);
writeFileSync(join(dist, '.built'), '');
