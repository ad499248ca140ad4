// The reader that suits a file, by the end of its name.

import { readGro } from './read-gro.ts';
import { readPdb } from './read-pdb.ts';
import { readXyz } from './read-xyz.ts';
import { type Structure, StructureError } from './structure.ts';

const readers: Readonly<Record<string, (text: string, file: string) => Structure>> = {
  gro: readGro,
  pdb: readPdb,
  ent: readPdb,
  xyz: readXyz,
  extxyz: readXyz,
};

export function readStructure(text: string, file: string): Structure {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  if (Object.hasOwn(readers, ending)) return readers[ending](text, file);
  throw new StructureError(
    { file, line: 1, column: 1 },
    `structure files end in ${Object.keys(readers).join(', ')}, not “${ending}”`,
  );
}
