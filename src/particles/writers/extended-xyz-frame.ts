// A frame as text in extended XYZ (readers/read-xyz.ts): Å, Å/fs, fs, kcal/mol. Numbers are the shortest that are read back
// as the same doubles, so that nothing is lost.

import { molecularUnits } from '../units.ts';
import { type Frame, oneLine, refuseNonFinite } from './frame.ts';

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
