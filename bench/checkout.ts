// Where the repository is, seen from bench/ as from dist/bench/.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export function checkoutRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'bench', 'contestants', 'c', 'rattle.c'))) {
    if (dirname(folder) === folder) throw new Error('the benchmark needs a checkout of the repository');
    folder = dirname(folder);
  }
  return folder;
}

// Stored results, bench/results/SUITE.json.

export const resultFile = (suite: string) => join(checkoutRoot(), 'bench', 'results', `${suite}.json`);

/** The stored report of a suite; null before the first. */
export function storedResult<Report>(suite: string): Report | null {
  const file = resultFile(suite);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}

// Programs of bench/ that run in processes of their own. Node takes a third of a second to read five hundred modules, and
// twenty under valgrind; for a bundle in one file it takes a tenth, and five under valgrind.

const sourceOf = (program: string) => join(checkoutRoot(), 'bench', program);

/** The published package has neither the sources nor the bundler. */
export const isCheckout = () => existsSync(sourceOf('checkout.ts'));

/** Entry of the bundled command line for a program, “suites/molecules/worker.ts” (scripts/bundle.mjs finds the calls). */
export const programFile = (program: string) =>
  join(checkoutRoot(), 'dist', 'cli', `bench-${program.replaceAll('/', '-').replace(/ts$/, 'js')}`);

/** The program as one file where it can be bundled, otherwise its entry of the command line. */
export const programOf = async (program: string, folder: string) =>
  isCheckout() ? oneFileOf(program, folder) : programFile(program);

/** Bundles a program into the folder, unless it is there already, and returns its path. */
export async function oneFileOf(program: string, folder: string): Promise<string> {
  const name = `${basename(program, '.ts')}.mjs`;
  const file = join(folder, name);
  if (existsSync(file)) return file;
  const { build } = await import('vite');
  const source = sourceOf(program);
  await build({
    configFile: false,
    root: checkoutRoot(),
    logLevel: 'error',
    // The bundle finds cases and sources from where its source file is.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) },
    ssr: { noExternal: true },
    build: {
      ssr: source,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: name } },
    },
  });
  return file;
}
