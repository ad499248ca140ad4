// Kramers' chain: beads of one mass joined by rigid rods, freely jointed; a Lennard-Jones force between all beads that
// share no rod, ε = 0 for none. Units are the caller's: nothing here depends on them. The starting shape is a planar zigzag
// with angles of 120°. Bird, Curtiss, Armstrong, Hassager, Dynamics of Polymeric Liquids 2 (1987).

import { beadName, chainExclusions, chainRods, chainShape, wholeNumberOfBeads } from './chain.ts';
import type { MoleculeModel } from './molecule-model.ts';

export interface BeadRodChain {
  readonly beads: number;
  readonly length: number;
  readonly mass: number;
  readonly epsilon: number;
  readonly sigma: number;
}

export function beadRodChain({ beads, length, mass, epsilon, sigma }: BeadRodChain): MoleculeModel {
  const n = wholeNumberOfBeads(beads, 2, 'a bead–rod chain');
  if (!(length > 0 && mass > 0 && Number.isFinite(length * mass)))
    throw new RangeError(`rods and beads need a positive length and mass, not ${length} and ${mass}`);
  if (!(epsilon >= 0 && sigma >= 0 && Number.isFinite(epsilon * sigma)))
    throw new RangeError(`the pair force of beads needs ε ≥ 0 and σ ≥ 0, not ${epsilon} and ${sigma}`);
  return {
    title: `chain of ${n} beads`,
    name: `B${n}`,
    synonyms: ['CHN'],
    sites: Array.from({ length: n }, (_, i) => ({
      name: beadName('B', i),
      synonyms: ['B'],
      kind: 'B',
      mass,
      charge: 0,
    })),
    kinds: [{ name: 'B', epsilon, sigma }],
    rods: chainRods(n, length),
    angles: [],
    dihedrals: [],
    excluded: chainExclusions(n, 1),
    shape: chainShape(n, length, (2 * Math.PI) / 3),
  };
}
