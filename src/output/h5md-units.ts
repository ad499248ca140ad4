// The units of an H5MD file: nm, ps, u, e, kJ/mol, K, as the module “units” 1.0 of H5MD names them. Not Å and kcal/mol: the
// module's kilocalorie is another one (1 cal = 4.1868 J), and its “Ang” is not known to the usual readers.

import { molecularUnits } from '../particles/units.ts';

const { nm, ps, kJ } = molecularUnits;

/** What a quantity is called in the file, its unit there, and the size of that unit in ours. */
export interface FileUnit {
  readonly name: string;
  readonly unit: string;
  readonly size: number;
}

export const lengthUnit = { unit: 'nm', size: nm };
export const timeUnit = { unit: 'ps', size: ps };
export const velocityUnit = { unit: 'nm ps-1', size: nm / ps };

const momentum = { unit: 'u nm ps-1', size: nm / ps };
const angularMomentum = { unit: 'u nm+2 ps-1', size: (nm * nm) / ps };
const energy = { unit: 'kJ mol-1', size: kJ };

/** Columns of a run whose units are known; temperature and pressure bear theirs in the name. */
const columnUnits: Readonly<Record<string, FileUnit>> = {
  temperature_K: { name: 'temperature', unit: 'K', size: 1 },
  pressure_bar: { name: 'pressure', unit: 'bar', size: 1 },
  kinetic: { name: 'kinetic_energy', ...energy },
  potential: { name: 'potential_energy', ...energy },
  energy: { name: 'energy', ...energy },
  energy_error: { name: 'energy_error', ...energy },
  g: { name: 'g', unit: 'nm+2', size: nm * nm },
  hidden: { name: 'hidden', unit: 'nm+2 ps-1', size: (nm * nm) / ps },
  ...Object.fromEntries(
    ['x', 'y', 'z'].flatMap(axis => [
      [`momentum_${axis}`, { name: `momentum_${axis}`, ...momentum }],
      [`angular_momentum_${axis}`, { name: `angular_momentum_${axis}`, ...angularMomentum }],
    ]),
  ),
};

/** null: a column of the user's own, written as it is and without a unit. */
export function columnUnit(column: string): FileUnit | null {
  return Object.hasOwn(columnUnits, column) ? columnUnits[column] : null;
}
