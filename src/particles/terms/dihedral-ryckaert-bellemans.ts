// U = Σ C₀ + C₁ cos ψ + … + C₅ cos⁵ ψ over dihedrals, ψ = φ − π, so that trans is ψ = 0 (the convention of polymers).
// Ryckaert and Bellemans, Chem. Phys. Lett. 30 (1975) 123, eq. (2); GROMACS manual, “Ryckaert–Bellemans function”.

import type { BondedLaw } from '../bonded-law.ts';
import { createDihedralTerm, type DihedralParticles } from '../dihedral-term.ts';
import type { ForceTerm } from '../force-term.ts';
import { finiteNumber } from '../parameter-checks.ts';
import type { ParticleSystem } from '../particle-system.ts';

export interface RyckaertBellemansDihedral extends DihedralParticles {
  /** C₀ … C₅. */
  readonly coefficients: readonly [number, number, number, number, number, number];
}

export interface RyckaertBellemans extends ForceTerm {
  readonly dihedrals: readonly RyckaertBellemansDihedral[];
}

export function dihedralRyckaertBellemans(
  system: ParticleSystem,
  dihedrals: readonly RyckaertBellemansDihedral[],
): RyckaertBellemans {
  dihedrals.forEach(({ coefficients }, n) => {
    if (coefficients.length !== 6)
      throw new RangeError(
        `Ryckaert–Bellemans dihedral ${n} has ${coefficients.length} coefficients and needs six, C₀ to C₅; fill up with zeros`,
      );
    coefficients.forEach((C, power) => {
      finiteNumber(`C${power} of Ryckaert–Bellemans dihedral ${n}`, C);
    });
  });
  const C = Float64Array.from(dihedrals.flatMap(({ coefficients }) => coefficients));
  const law: BondedLaw = {
    // With c = cos ψ = −cos φ: dc/dφ = sin φ, so U' = P'(c) sin φ and U'' = P''(c) sin²φ + P'(c) cos φ.
    evaluate(n, phi, out) {
      const c = -Math.cos(phi);
      const s = Math.sin(phi);
      let P = 0;
      let P1 = 0;
      let P2 = 0;
      for (let power = 5; power >= 0; power--) {
        P2 = P2 * c + 2 * P1;
        P1 = P1 * c + P;
        P = P * c + C[6 * n + power];
      }
      out[0] = P;
      out[1] = P1 * s;
      out[2] = P2 * s * s - P1 * c;
    },
  };
  return { ...createDihedralTerm('Ryckaert–Bellemans dihedral', system, dihedrals, law), dihedrals };
}
