// A frame as text in the GRO format of GROMACS (readers/read-gro.ts): nm, nm/ps, ps. With d decimals, positions are
// d + 5 characters wide and velocities have one decimal more in the same width; readers take d from the first line.

import { molecularUnits } from '../units.ts';
import { type Frame, oneLine, refuseNonFinite } from './frame.ts';

const { nm, ps } = molecularUnits;
/** Numbers of atoms and residues have five digits and begin again after 99999. */
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
