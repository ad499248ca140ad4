// The files that the architecture tests read, with paths relative to the project folder and forward slashes.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** All files below the folders whose names end with `extension`, sorted by path. Missing folders hold no files. */
export function filesBelow(folders: readonly string[], extension: string): SourceFile[] {
  return folders
    .filter(folder => existsSync(join(root, folder)))
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name =>
        `${folder}/${name}`.replaceAll('\\', '/'),
      ),
    )
    .filter(path => path.endsWith(extension) && !path.includes('/node_modules/'))
    .sort()
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
