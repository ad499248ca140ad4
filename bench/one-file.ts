// Programs of bench/ that run in processes of their own. Node takes a third of a second to read five hundred modules, and
// twenty under valgrind; for a bundle in one file it takes a tenth, and five under valgrind.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkoutRoot } from './checkout.ts';

const sourceOf = (program: string) => join(checkoutRoot(), 'bench', program);

/** The published package has neither the sources nor the bundler. */
export const isCheckout = () => existsSync(sourceOf('one-file.ts'));

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
