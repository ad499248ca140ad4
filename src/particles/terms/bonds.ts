// U = Σ U_k(|r_a − r_b|) over bonds k between given particles; the law U_k is one of terms/bond-*.ts.
// Derivatives as for all radial functions (pairs/radial.ts). A bond of length 0 has a direction only where U'(0) = 0,
// and then needs none; otherwise its gradient is not finite.

import { checkParticles, nonNegativeNumber, positiveNumber } from '../parameter-checks.ts';
import type { ForceTerm, ParticleSystem } from '../system.ts';
import { difference, dot3, separation } from '../vector3.ts';
import type { BondedLaw } from './bonded-law.ts';

/** The two particles of a bond. */
export interface BondEnds {
  readonly a: number;
  readonly b: number;
}

function createBondTerm(
  name: string,
  { box, count }: ParticleSystem,
  ends: readonly BondEnds[],
  law: BondedLaw,
): Omit<ForceTerm, 'kind'> {
  ends.forEach(({ a, b }, k) => {
    checkParticles(`${name} ${k}`, [a, b], count);
  });
  const first = Int32Array.from(ends, ({ a }) => a);
  const second = Int32Array.from(ends, ({ b }) => b);
  const d = new Float64Array(3);
  const w = new Float64Array(3);
  const U = new Float64Array(3);

  /** Fills d and U for bond k; returns U'/r. */
  function evaluate(x: Float64Array, k: number): number {
    separation(x, box, first[k], second[k], d);
    const r = Math.sqrt(dot3(d, d));
    law.evaluate(k, r, U);
    // U may be finite at r = ∞ (Morse); a particle at infinity must still be an error.
    if (r === Number.POSITIVE_INFINITY) U[0] = Number.NaN;
    return r === 0 && U[1] === 0 ? U[2] : U[1] / r;
  }
  return {
    name,
    energy(x) {
      let total = 0;
      for (let k = 0; k < first.length; k++) {
        evaluate(x, k);
        total += U[0];
      }
      return total;
    },
    addGradient(x, out) {
      let total = 0;
      for (let k = 0; k < first.length; k++) {
        addPair(first[k], second[k], evaluate(x, k), d, out);
        total += U[0];
      }
      return total;
    },
    addHessianTimes(x, v, out) {
      for (let k = 0; k < first.length; k++) {
        const f = evaluate(x, k);
        const r2 = dot3(d, d);
        difference(v, first[k], second[k], w);
        addPair(first[k], second[k], f, w, out);
        if (r2 > 0) addPair(first[k], second[k], ((U[2] - f) / r2) * dot3(d, w), d, out);
      }
    },
    addVirial(x, out) {
      for (let k = 0; k < first.length; k++) {
        const f = evaluate(x, k);
        for (let axis = 0; axis < 3; axis++) out[axis] -= f * d[axis] * d[axis];
      }
    },
  };
}

/** s d to particle a, its opposite to b. */
function addPair(a: number, b: number, s: number, d: Float64Array, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    out[3 * a + axis] += s * d[axis];
    out[3 * b + axis] -= s * d[axis];
  }
}

// U = Σ ½ k (r − r₀)² over bonds. GROMACS manual, “Harmonic potential” (bond type 1).

/** U = ½k(r − r₀)² between two particles. */
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
  return { ...createBondTerm('harmonic bond', system, bonds, law), kind: 'harmonic-bonds' };
}

// U = Σ D (1 − exp(−a (r − r₀)))² over bonds: depth D, curvature 2Da² at the bottom. Morse, Phys. Rev. 34 (1929) 57, eq. (4),
// raised by D so that the bottom is 0.

/** U = D(1 − exp(−a(r − r₀)))² between two particles. */
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
  return { ...createBondTerm('Morse bond', system, bonds, law), kind: 'morse-bonds' };
}
