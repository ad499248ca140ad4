// Argon as Lennard-Jones atoms: ε/k_B = 119.8 K, σ = 3.405 Å. Verlet, Phys. Rev. 159 (1967) 98.
// Mass 39.948 amu (standard atomic weight).

import { molecularUnits } from '../units.ts';
import type { MoleculeModel } from './molecule-model.ts';

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
