// Folders of the package, found from the running file: the same from the sources, from dist/ and from an installed package.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Holds package.json and the catalogue. */
export const packageFolder = findUpwards(dirname(fileURLToPath(import.meta.url)));

export const casesFolder = join(packageFolder, 'cases');

function findUpwards(start: string): string {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'cases'))) return folder;
  throw new Error('cannot find the folder of the package, with its catalogue');
}
