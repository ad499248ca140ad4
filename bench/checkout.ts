// Where the repository is, seen from bench/ as from dist/bench/.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function checkoutRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'bench', 'contestants', 'c', 'rattle.c'))) {
    if (dirname(folder) === folder) throw new Error('the benchmark needs a checkout of the repository');
    folder = dirname(folder);
  }
  return folder;
}
