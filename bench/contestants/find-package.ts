// Packages from npm that are contestants. They are no dependencies: `npm run peers` installs them into bench/peers.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { checkoutRoot } from '../checkout.ts';

export interface InstalledPackage {
  /** The file to import. */
  readonly file: string;
  readonly version: string;
}

/** A package, or one file of it (`lammps.js/wasm`); null where it is not installed. */
export function findPackage(name: string): InstalledPackage | null {
  const folder = join(checkoutRoot(), 'bench', 'peers');
  try {
    const file = createRequire(join(folder, 'package.json')).resolve(name);
    return { file, version: versionOf(file) };
  } catch {
    return null;
  }
}

/** From the package.json above the file: packages need not export it. */
function versionOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      if (version) return String(version);
    } catch {}
  }
  return 'of unknown version';
}
