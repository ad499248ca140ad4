// The models by the names that problem files use.

import { molecularUnits } from '../units.ts';
import { nAlkane } from './chains.ts';
import type { MoleculeModel, Site } from './molecule-model.ts';
import { spce, tip3p } from './water.ts';

// Argon as Lennard-Jones atoms: ε/k_B = 119.8 K, σ = 3.405 Å. Verlet, Phys. Rev. 159 (1967) 98.
// Mass 39.948 amu (standard atomic weight).

/** Argon: one Lennard-Jones site. Verlet, Phys. Rev. 159 (1967) 98. */
export const argon: MoleculeModel = {
  title: 'Argon',
  name: 'AR',
  synonyms: ['Ar', 'ARG'],
  sites: [{ name: 'AR', synonyms: ['Ar'], kind: 'AR', mass: 39.948, charge: 0 }],
  kinds: [{ name: 'AR', epsilon: 119.8 * molecularUnits.K, sigma: 3.405 }],
  rods: [],
  angles: [],
  dihedrals: [],
  excluded: [],
  shape: [0, 0, 0],
};

// Nitrogen as a rigid rod with a Lennard-Jones site at each end, without charges: ε/k_B = 37.3 K, σ = 3.310 Å,
// length 1.089 Å. Cheung and Powles, Mol. Phys. 30 (1975) 921.
// Mass 14.007 amu (standard atomic weight).

const length = 1.089;
const site = (name: string): Site => ({ name, synonyms: ['N'], kind: 'N', mass: 14.007, charge: 0 });

/** Nitrogen: two sites on a rigid rod. Cheung and Powles, Mol. Phys. 30 (1975) 921. */
export const nitrogen: MoleculeModel = {
  title: 'Nitrogen',
  name: 'N2',
  synonyms: ['NIT'],
  sites: [site('N1'), site('N2')],
  kinds: [{ name: 'N', epsilon: 37.3 * molecularUnits.K, sigma: 3.31 }],
  rods: [{ a: 0, b: 1, length }],
  angles: [],
  dihedrals: [],
  excluded: [[0, 1]],
  shape: [-length / 2, 0, 0, length / 2, 0, 0],
};

const models: Readonly<Record<string, MoleculeModel>> = { tip3p, spce, argon, nitrogen };

const alkanes: Readonly<Record<string, number>> = {
  butane: 4,
  hexane: 6,
  octane: 8,
  decane: 10,
  hexadecane: 16,
};

/** Names for error messages; alkane-N stands for any number of carbons. */
export const modelNames: readonly string[] = [...Object.keys(models), ...Object.keys(alkanes), 'alkane-N'];

/** The model, or null when there is none of that name. */
export function modelNamed(name: string): MoleculeModel | null {
  if (Object.hasOwn(models, name)) return models[name];
  if (Object.hasOwn(alkanes, name)) return nAlkane(alkanes[name]);
  const carbons = /^alkane-(\d+)$/.exec(name);
  return carbons ? nAlkane(Number(carbons[1])) : null;
}
