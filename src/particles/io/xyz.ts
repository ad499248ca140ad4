// XYZ files: number of atoms, a comment, one line “name x y z” for each atom; Å.
// Extended ones say in the comment what the columns are and how large the box is:
//   Lattice="a 0 0 0 b 0 0 0 c" Properties=species:S:1:pos:R:3:velo:R:3:resname:S:1:resid:I:1 pbc="T T T"
// Read are species, pos, velo (Å/fs), resname and resid; other columns are skipped. libAtoms, Extended XYZ specification.

import type { Box } from '../system.ts';
import { molecularUnits } from '../units.ts';
import { type Frame, oneLine, refuseNonFinite } from './frame.ts';
import { orthorhombic, type Structure, StructureBuilder, StructureError } from './structure.ts';
import { countOf, field, type Line, numberOf, TextLines, type Word, wordsOf } from './text-lines.ts';

const plainColumns = 'species:S:1:pos:R:3';
const axes = ['x', 'y', 'z'];

export function readXyz(text: string, file: string): Structure {
  const lines = new TextLines(text, file);
  const countLine = lines.take('the number of atoms');
  const count = countOf(field(countLine, 1, countLine.text.length), 'the number of atoms');
  const comment = lines.take('a comment');
  const entries = entriesOf(comment);
  const columns = columnsOf(entries.get('properties'), comment);
  const box = boxOf(entries);
  const builder = new StructureBuilder();
  for (let i = 0; i < count; i++) readAtom(lines.take(`atom ${i + 1} of ${count}`), columns, builder);
  lines.expectEnd(
    `there is more after atom ${count}: is the number of atoms right? A file with one frame is expected`,
  );
  return builder.build(entries.size > 0 ? (entries.get('title')?.text ?? '') : comment.text.trim(), box);
}

/** key=value and key="value with blanks"; keys without regard to case. A comment of any other kind has none. */
function entriesOf(comment: Line): Map<string, Word> {
  const entries = new Map<string, Word>();
  for (const match of comment.text.matchAll(/([A-Za-z_]\w*)=(?:"([^"]*)"|(\S+))/g))
    entries.set(match[1].toLowerCase(), { text: match[2] ?? match[3], place: comment.at(match.index + 1) });
  return entries;
}

/** Which word of a line has which meaning: name → first word. */
interface Columns {
  readonly words: number;
  readonly first: ReadonlyMap<string, number>;
}

const widths: Readonly<Record<string, number>> = { species: 1, pos: 3, velo: 3, resname: 1, resid: 1 };

function columnsOf(properties: Word | undefined, comment: Line): Columns {
  const parts = (properties?.text ?? plainColumns).split(':');
  const place = properties?.place ?? comment.at(1);
  if (parts.length % 3 !== 0)
    throw new StructureError(place, 'Properties must be triples of name, type and number of columns');
  const first = new Map<string, number>();
  let words = 0;
  for (let k = 0; k < parts.length; k += 3) {
    const [name, width] = [
      parts[k],
      countOf({ text: parts[k + 2], place }, `the width of column “${parts[k]}”`),
    ];
    if (name in widths && widths[name] !== width)
      throw new StructureError(place, `column “${name}” must have ${widths[name]} words, not ${width}`);
    first.set(name, words);
    words += width;
  }
  for (const name of ['species', 'pos'])
    if (!first.has(name)) throw new StructureError(place, `Properties has no column “${name}”`);
  return { words, first };
}

function readAtom(line: Line, { words, first }: Columns, builder: StructureBuilder): void {
  const found = wordsOf(line);
  // Plain files may have further unnamed columns.
  if (found.length < words) {
    const end = line.text.trimEnd().length + 1;
    throw new StructureError(
      line.at(end),
      `${words} words expected for an atom, ${found.length} found; the line may be cut off`,
    );
  }
  const vector = (name: string, letter: string) => {
    const at = first.get(name);
    return at === undefined ? null : axes.map((axis, k) => numberOf(found[at + k], letter + axis));
  };
  const velocity = vector('velo', 'v')?.map(value => value / molecularUnits.fs) ?? null;
  builder.addParticle(found[first.get('species') ?? 0].text, vector('pos', '') ?? [], velocity);
  const [name, number] = [first.get('resname'), first.get('resid')];
  if (name === undefined && number === undefined) return;
  const residue = name === undefined ? '' : found[name].text;
  builder.addResidue(`${residue} ${number === undefined ? '' : found[number].text}`, residue);
}

function boxOf(entries: ReadonlyMap<string, Word>): Box | null {
  const lattice = entries.get('lattice');
  if (!lattice) return null;
  const pbc = (entries.get('pbc')?.text ?? 'T T T').split(/\s+/).map(word => /^(t|true|1)$/i.test(word));
  if (pbc.every(is => !is)) return null;
  if (!pbc.every(is => is))
    throw new StructureError(
      lattice.place,
      'the box is periodic along some axes only; all or none is supported',
    );
  const words = lattice.text.trim().split(/\s+/);
  if (words.length !== 9)
    throw new StructureError(lattice.place, `Lattice needs nine numbers, not ${words.length}`);
  const a = words.map(text => numberOf({ text, place: lattice.place }, 'an entry of Lattice'));
  const isSkew = a.some((value, k) => k % 4 !== 0 && value !== 0);
  return orthorhombic([a[0], a[4], a[8]], isSkew, lattice.place);
}

// A frame as text in extended XYZ: Å, Å/fs, fs, kcal/mol. Numbers are the shortest decimals that read back as the same doubles.

const { fs } = molecularUnits;
const properties = 'species:S:1:pos:R:3:velo:R:3:resname:S:1:resid:I:1';

/** `values` stand in the comment line as name=number: energy, temperature, …. */
export function extendedXyzFrame(frame: Frame, values: readonly (readonly [string, number])[] = []): string {
  refuseNonFinite(frame);
  const { system, time, title } = frame;
  const box = system.box?.edges;
  const lattice = box ? `Lattice="${box[0]} 0 0 0 ${box[1]} 0 0 0 ${box[2]}" pbc="T T T"` : 'pbc="F F F"';
  const comment = [
    `${lattice} Properties=${properties} time=${time / fs}`,
    ...values.map(([name, value]) => `${name}=${value}`),
    ...(values.length > 0 ? ['units="Angstrom fs kcal/mol"'] : []),
    `title="${oneLine(title).replaceAll('"', '’')}"`,
  ].join(' ');
  return [`${system.count}`, comment, ...system.names.map((name, i) => atom(frame, name, i)), ''].join('\n');
}

function atom({ system, positions, momenta }: Frame, name: string, i: number): string {
  const vector = (value: (at: number) => number) => [0, 1, 2].map(k => value(3 * i + k)).join(' ');
  const position = vector(at => positions[at]);
  const velocity = vector(at => (momenta[at] / system.mass[i]) * fs);
  const molecule = system.molecule[i];
  return `${name} ${position} ${velocity} ${system.moleculeNames[molecule]} ${molecule + 1}`;
}
