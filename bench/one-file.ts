// A program of ours as one file. Node takes a third of a second to read five hundred modules, and twenty under valgrind;
// for one file it takes a tenth, and five under valgrind.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkoutRoot } from './checkout.ts';

const sourceOf = (program: string) => join(checkoutRoot(), 'bench', program);

/** The published package has neither the sources nor what makes one file of them. */
export const isCheckout = () => existsSync(sourceOf('one-file.ts'));

/** What to run of a program in bench/: one file where that can be made, else its entry of the bundled command line. */
export async function programOf(program: string, folder: string): Promise<string> {
  if (isCheckout()) return oneFileOf(program, folder);
  return fileURLToPath(
    new URL(`./bench-${program.replaceAll('/', '-').replace(/ts$/, 'js')}`, import.meta.url),
  );
}

/** Makes one file of a program in bench/, “instructions/program.ts”, unless the folder has it, and returns its path. */
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
    // It stands elsewhere, but cases and sources are still to be found from where it comes from.
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
