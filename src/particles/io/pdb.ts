// PDB files: records ATOM and HETATM with fixed columns, and CRYST1 for the box; Å.
//   13–16 atom, 17 alternate location, 18–20 residue (21 too in practice), 22 chain, 23–26 number, 27 insertion code,
//   31–38, 39–46, 47–54 x y z;  CRYST1: 7–15, 16–24, 25–33 edges, 34–40, 41–47, 48–54 angles.
// A unit cell of 1 × 1 × 1 Å means: none. Protein Data Bank, Atomic Coordinate Entry Format 3.3.

import type { Box } from '../system.ts';
import { orthorhombic, type Structure, StructureBuilder, StructureError } from './structure.ts';
import { field, type Line, numberOf, TextLines } from './text-lines.ts';

export function readPdb(text: string, file: string): Structure {
  const lines = new TextLines(text, file);
  const builder = new StructureBuilder();
  let [title, isOver, last] = ['', false, 1];
  let box: Box | null = null;
  for (const line of lines.rest()) {
    const record = line.text.slice(0, 6).trim();
    if (record === 'TITLE') title = `${title} ${line.text.slice(10).trim()}`.trim();
    if (record === 'CRYST1') box = readCell(line);
    if (record === 'ENDMDL' || record === 'END') isOver = true;
    if (line.text.trim() !== '') last = line.at(1).line;
    if (record !== 'ATOM' && record !== 'HETATM') continue;
    if (isOver)
      throw new StructureError(line.at(1), 'a second model begins here: a file with one model is expected');
    readAtom(line, builder);
  }
  if (builder.names.length === 0)
    throw new StructureError({ file, line: last, column: 1 }, 'no atoms: records ATOM or HETATM expected');
  return builder.build(title, box);
}

function readAtom(line: Line, builder: StructureBuilder): void {
  const name = field(line, 13, 16);
  if (name.text === '') throw new StructureError(name.place, 'the name of the atom is missing');
  const other = field(line, 17, 17);
  if (other.text !== '' && other.text !== 'A')
    throw new StructureError(
      other.place,
      `atom “${name.text}” has an alternate location “${other.text}”: keep one location of each atom`,
    );
  if (line.text.length < 54)
    throw new StructureError(
      line.at(line.text.length + 1),
      'the line is cut off: x, y and z end in column 54',
    );
  const position = [
    numberOf(field(line, 31, 38), 'x'),
    numberOf(field(line, 39, 46), 'y'),
    numberOf(field(line, 47, 54), 'z'),
  ];
  builder.addParticle(name.text, position, null);
  // Four letters of a name, as in TIP3, are not in the standard but in many files.
  const residue = field(line, 18, 21).text;
  builder.addResidue(`${residue} ${line.text.slice(21, 27)}`, residue);
}

function readCell(line: Line): Box | null {
  const edges = [
    numberOf(field(line, 7, 15), 'edge a'),
    numberOf(field(line, 16, 24), 'edge b'),
    numberOf(field(line, 25, 33), 'edge c'),
  ] as const;
  const angles = [field(line, 34, 40), field(line, 41, 47), field(line, 48, 54)];
  const skew = angles.find((word, k) => numberOf(word, `angle ${'αβγ'[k]}`) !== 90);
  if (edges.every(edge => edge === 1)) return null;
  return orthorhombic(edges, skew !== undefined, skew?.place ?? line.at(7));
}
