// U = Σ ½ k (r − r₀)² over bonds. GROMACS manual, “Harmonic potential” (bond type 1).

import { type BondEnds, createBondTerm } from '../bond-term.ts';
import type { BondedLaw } from '../bonded-law.ts';
import type { ForceTerm } from '../force-term.ts';
import { nonNegativeNumber } from '../parameter-checks.ts';
import type { ParticleSystem } from '../particle-system.ts';

export interface HarmonicBond extends BondEnds {
  /** r₀. */
  readonly length: number;
  /** k, with the factor ½ in U. */
  readonly stiffness: number;
}

export function bondHarmonic(system: ParticleSystem, bonds: readonly HarmonicBond[]): ForceTerm {
  bonds.forEach(({ length, stiffness }, i) => {
    nonNegativeNumber(`the length of harmonic bond ${i}`, length);
    nonNegativeNumber(`the stiffness of harmonic bond ${i}`, stiffness);
  });
  const length = Float64Array.from(bonds, bond => bond.length);
  const stiffness = Float64Array.from(bonds, bond => bond.stiffness);
  const law: BondedLaw = {
    evaluate(k, r, out) {
      const stretch = r - length[k];
      out[0] = 0.5 * stiffness[k] * stretch * stretch;
      out[1] = stiffness[k] * stretch;
      out[2] = stiffness[k];
    },
  };
  return createBondTerm('harmonic bond', system, bonds, law);
}
