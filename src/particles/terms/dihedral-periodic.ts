// U = Σ k (1 + cos(nφ − φ₀)) over dihedrals, φ = ±π for trans. GROMACS manual, “Proper dihedrals: periodic type”.

import type { BondedLaw } from '../bonded-law.ts';
import { createDihedralTerm, type DihedralParticles } from '../dihedral-term.ts';
import type { ForceTerm } from '../force-term.ts';
import { finiteNumber } from '../parameter-checks.ts';
import type { ParticleSystem } from '../particle-system.ts';

export interface PeriodicDihedral extends DihedralParticles {
  /** k: half the height of the barrier. */
  readonly stiffness: number;
  /** n: how many wells in a turn. */
  readonly multiplicity: number;
  /** φ₀ in radians; default 0. */
  readonly phase?: number;
}

export function dihedralPeriodic(system: ParticleSystem, dihedrals: readonly PeriodicDihedral[]): ForceTerm {
  dihedrals.forEach(({ stiffness, multiplicity, phase = 0 }, i) => {
    finiteNumber(`the stiffness of periodic dihedral ${i}`, stiffness);
    finiteNumber(`the phase of periodic dihedral ${i}`, phase, 'it is in radians');
    if (!(Number.isInteger(multiplicity) && multiplicity >= 0))
      throw new RangeError(
        `the multiplicity of periodic dihedral ${i} is ${multiplicity}; give a whole number, 0 or more`,
      );
  });
  const stiffness = Float64Array.from(dihedrals, dihedral => dihedral.stiffness);
  const multiplicity = Float64Array.from(dihedrals, dihedral => dihedral.multiplicity);
  const phase = Float64Array.from(dihedrals, dihedral => dihedral.phase ?? 0);
  const law: BondedLaw = {
    evaluate(i, phi, out) {
      const n = multiplicity[i];
      const turn = n * phi - phase[i];
      const waves = stiffness[i] * Math.cos(turn);
      out[0] = stiffness[i] + waves;
      out[1] = -n * stiffness[i] * Math.sin(turn);
      out[2] = -n * n * waves;
    },
  };
  return createDihedralTerm('periodic dihedral', system, dihedrals, law);
}
