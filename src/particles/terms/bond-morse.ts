// U = Σ D (1 − exp(−a (r − r₀)))² over bonds: depth D, curvature 2Da² at the bottom. Morse, Phys. Rev. 34 (1929) 57, eq. (4),
// raised by D so that the bottom is 0.

import { type BondEnds, createBondTerm } from '../bond-term.ts';
import type { BondedLaw } from '../bonded-law.ts';
import type { ForceTerm } from '../force-term.ts';
import { nonNegativeNumber, positiveNumber } from '../parameter-checks.ts';
import type { ParticleSystem } from '../particle-system.ts';

export interface MorseBond extends BondEnds {
  /** r₀. */
  readonly length: number;
  /** D: the energy that breaks the bond. */
  readonly depth: number;
  /** a, in 1/length. */
  readonly width: number;
}

export function bondMorse(system: ParticleSystem, bonds: readonly MorseBond[]): ForceTerm {
  bonds.forEach(({ length, depth, width }, i) => {
    nonNegativeNumber(`the length of Morse bond ${i}`, length);
    nonNegativeNumber(`the depth of Morse bond ${i}`, depth);
    positiveNumber(`the width of Morse bond ${i}`, width, 'it is a in exp(−a (r − r₀)), 1/length');
  });
  const length = Float64Array.from(bonds, bond => bond.length);
  const depth = Float64Array.from(bonds, bond => bond.depth);
  const width = Float64Array.from(bonds, bond => bond.width);
  const law: BondedLaw = {
    evaluate(k, r, out) {
      const e = Math.exp(-width[k] * (r - length[k]));
      out[0] = depth[k] * (1 - e) * (1 - e);
      out[1] = 2 * depth[k] * width[k] * e * (1 - e);
      out[2] = 2 * depth[k] * width[k] * width[k] * e * (2 * e - 1);
    },
  };
  return createBondTerm('Morse bond', system, bonds, law);
}
