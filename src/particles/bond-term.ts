// U = Σ U_k(|r_a − r_b|) over bonds k between given particles; the law U_k is one of terms/bond-*.ts.
// Derivatives as for all radial functions (radial-function.ts). A bond of length 0 has a direction only where U'(0) = 0,
// and then needs none; otherwise its gradient is not finite.

import type { BondedLaw } from './bonded-law.ts';
import type { ForceTerm } from './force-term.ts';
import { checkParticles } from './parameter-checks.ts';
import type { ParticleSystem } from './particle-system.ts';
import { difference, dot3, separation } from './vector3.ts';

/** The two particles of a bond. */
export interface BondEnds {
  readonly a: number;
  readonly b: number;
}

export function createBondTerm(
  name: string,
  { box, count }: ParticleSystem,
  ends: readonly BondEnds[],
  law: BondedLaw,
): ForceTerm {
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
    // A law may end at a plateau; a particle that is nowhere must not.
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
