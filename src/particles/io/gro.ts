// GRO files of GROMACS: title, number of atoms, one line of fixed columns for each atom, box; nm and nm/ps.
//   columns 1–5 residue number, 6–10 residue name, 11–15 atom name, 16–20 atom number, then x y z and perhaps vx vy vz;
//   the distance of decimal points is the width w of a number: w − 5 decimals for positions, w − 4 for velocities.
// GROMACS reference manual, “gro file format”.

import type { Box } from '../system.ts';
import { molecularUnits } from '../units.ts';
import { type Frame, oneLine, refuseNonFinite } from './frame.ts';
import { orthorhombic, type Structure, StructureBuilder, StructureError } from './structure.ts';
import { countOf, field, isNumber, type Line, numberOf, TextLines, wordsOf } from './text-lines.ts';

const { nm, ps } = molecularUnits;
const firstNumber = 21;
const axes = ['x', 'y', 'z'];

export function readGro(text: string, file: string): Structure {
  const lines = new TextLines(text, file);
  const title = lines.take('a title').text.trim();
  const countLine = lines.take('the number of atoms');
  const count = countOf(field(countLine, 1, countLine.text.length), 'the number of atoms');
  const builder = new StructureBuilder();
  let form: Columns | null = null;
  for (let i = 0; i < count; i++) {
    const line = lines.take(`atom ${i + 1} of ${count}`);
    form ??= columnsOf(line);
    readAtom(line, form, builder);
  }
  const box = readBox(lines.take('the box, three lengths,'));
  lines.expectEnd('there is more after the box: a file with one frame is expected');
  return builder.build(title, box);
}

interface Columns {
  readonly width: number;
  readonly hasVelocities: boolean;
}

function columnsOf(line: Line): Columns {
  const numbers = line.text.slice(firstNumber - 1);
  const first = numbers.indexOf('.');
  const width = numbers.indexOf('.', first + 1) - first;
  if (first < 0 || width < 6)
    throw new StructureError(
      line.at(firstNumber),
      'three coordinates with decimal points expected from here',
    );
  return { width, hasVelocities: numbers.slice(3 * width).trim() !== '' };
}

function readAtom(line: Line, { width, hasVelocities }: Columns, builder: StructureBuilder): void {
  const number = (k: number, what: string) =>
    numberOf(field(line, firstNumber + k * width, firstNumber + (k + 1) * width - 1), what);
  const name = field(line, 11, 15);
  if (name.text === '') throw new StructureError(name.place, 'the name of the atom is missing');
  const position = axes.map((axis, k) => number(k, axis) * nm);
  // Refuse a truncated last number: “1.2” for “1.234” would silently be a wrong position.
  const numbers = hasVelocities ? 6 : 3;
  const end = firstNumber + numbers * width;
  if (line.text.length < end - 1)
    throw new StructureError(
      line.at(line.text.length + 1),
      `the line is cut off: ${numbers} numbers of ${width} characters expected`,
    );
  if (!hasVelocities && line.text.slice(end - 1).trim() !== '')
    throw new StructureError(line.at(end), 'this atom has velocities, but the first one has none');
  const velocity = hasVelocities ? axes.map((axis, k) => (number(k + 3, `v${axis}`) * nm) / ps) : null;
  builder.addParticle(name.text, position, velocity);
  const residue = field(line, 6, 10).text;
  builder.addResidue(`${field(line, 1, 5).text} ${residue}`, residue);
}

function readBox(line: Line): Box | null {
  const words = wordsOf(line);
  if ((words.length !== 3 && words.length !== 9) || !isNumber(words[0]))
    throw new StructureError(
      line.at(1),
      'the box, three lengths (or nine), is expected here; is the number of atoms in line 2 right?',
    );
  const [xx, yy, zz, ...others] = words.map(word => numberOf(word, 'a length of the box') * nm);
  const skew = others.findIndex(value => value !== 0);
  const place = words[skew < 0 ? 0 : 3 + skew].place;
  return orthorhombic([xx, yy, zz], skew >= 0, place);
}

// A frame as text in the GRO format of GROMACS: nm, nm/ps, ps. With d decimals, positions are
// d + 5 characters wide and velocities have one decimal more in the same width; readers take d from the first line.

/** Numbers of atoms and residues have five digits and wrap around after 99999. */
const numbers = 100000;

export function groFrame(frame: Frame, decimals = 3): string {
  if (!Number.isInteger(decimals) || decimals < 1 || decimals > 15)
    throw new RangeError(`the decimals of a GRO file are 1 … 15, not ${decimals}`);
  refuseNonFinite(frame);
  const { system, title, time } = frame;
  const atoms = system.names.map((name, i) => `${label(frame, name, i)}${coordinates(frame, i, decimals)}`);
  const edges = system.box?.edges ?? [0, 0, 0];
  const box = edges.map(edge => (edge / nm).toFixed(Math.max(5, decimals)).padStart(decimals + 7)).join('');
  return [
    `${oneLine(title)} t= ${(time / ps).toFixed(5)}`,
    `${system.count}`.padStart(5),
    ...atoms,
    box,
    '',
  ].join('\n');
}

function label({ system }: Frame, name: string, i: number): string {
  const residue = system.molecule[i];
  const five = (value: number) => `${value % numbers}`.padStart(5);
  const letters = system.moleculeNames[residue].slice(0, 5).padEnd(5);
  return `${five(residue + 1)}${letters}${name.slice(0, 5).padStart(5)}${five(i + 1)}`;
}

function coordinates({ system, positions, momenta }: Frame, i: number, decimals: number): string {
  const width = decimals + 5;
  let text = '';
  for (let k = 0; k < 3; k++) text += fixed(positions[3 * i + k] / nm, decimals, width);
  for (let k = 0; k < 3; k++)
    text += fixed(((momenta[3 * i + k] / system.mass[i]) * ps) / nm, decimals + 1, width);
  return text;
}

function fixed(value: number, decimals: number, width: number): string {
  const text = value.toFixed(decimals).padStart(width);
  if (text.length === width) return text;
  throw new RangeError(
    `${value} does not fit into ${width} characters of a GRO file: write extended XYZ instead`,
  );
}
