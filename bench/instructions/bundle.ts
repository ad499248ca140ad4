// The counted program as one file: reading three hundred modules takes twenty seconds under valgrind, one takes five.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../checkout.ts';

const source = () => join(checkoutRoot(), 'bench', 'instructions', 'program.ts');

/** The published package has neither the source nor what makes one file of it. */
export const isCheckout = () => existsSync(source());

/** Returns the path of the program in the folder. */
export async function bundleProgram(folder: string): Promise<string> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: checkoutRoot(),
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: source(),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
  return join(folder, 'program.mjs');
}
