// Nitrogen as a rigid rod with a Lennard-Jones site at each end, without charges: ε/k_B = 37.3 K, σ = 3.310 Å,
// length 1.089 Å. Cheung and Powles, Mol. Phys. 30 (1975) 921.
// Mass 14.007 amu (standard atomic weight).

import { molecularUnits } from '../units.ts';
import type { MoleculeModel, Site } from './molecule-model.ts';

const length = 1.089;
const site = (name: string): Site => ({ name, synonyms: ['N'], kind: 'N', mass: 14.007, charge: 0 });

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
