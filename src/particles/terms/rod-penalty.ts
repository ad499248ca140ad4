// U = ½ω² Σ g², g = |r_a − r_b|² − length² over the rods: springs so stiff that they stand for rods. With d = r_a − r_b
//   ∂U/∂r_a = 2ω²g d,    ∂²U/∂r_a∂r_a = ω² (4 d dᵀ + 2g I),    and the opposite at the other end.
// Rods join particles where they are, not their images: a molecule is whole. Tao and Owhadi 2016, eq. 4.4.

import type { ForceTerm } from '../force-term.ts';
import { positiveNumber } from '../parameter-checks.ts';
import type { ParticleSystem } from '../particle-system.ts';
import { difference, dot3 } from '../vector3.ts';

/** `stiffness`: ω². */
export function rodPenalty({ rods }: Pick<ParticleSystem, 'rods'>, stiffness: number): ForceTerm {
  positiveNumber('the stiffness of rods', stiffness);
  const a = Int32Array.from(rods, rod => rod.a);
  const b = Int32Array.from(rods, rod => rod.b);
  const length2 = Float64Array.from(rods, ({ length }) => length * length);
  const [d, w] = [new Float64Array(3), new Float64Array(3)];

  /** Fills d; returns g. */
  function stretch(x: Float64Array, k: number): number {
    difference(x, a[k], b[k], d);
    return dot3(d, d) - length2[k];
  }
  return {
    name: 'penalty on rods',
    energy(x) {
      let sum = 0;
      for (let k = 0; k < a.length; k++) {
        const g = stretch(x, k);
        sum += g * g;
      }
      return 0.5 * stiffness * sum;
    },
    addGradient(x, out) {
      let sum = 0;
      for (let k = 0; k < a.length; k++) {
        const g = stretch(x, k);
        sum += g * g;
        addOpposite(2 * stiffness * g, d, a[k], b[k], out);
      }
      return 0.5 * stiffness * sum;
    },
    addHessianTimes(x, v, out) {
      for (let k = 0; k < a.length; k++) {
        const g = stretch(x, k);
        difference(v, a[k], b[k], w);
        addOpposite(2 * stiffness * g, w, a[k], b[k], out);
        addOpposite(4 * stiffness * dot3(d, w), d, a[k], b[k], out);
      }
    },
    addVirial(x, out) {
      for (let k = 0; k < a.length; k++) {
        const f = 2 * stiffness * stretch(x, k);
        for (let axis = 0; axis < 3; axis++) out[axis] -= f * d[axis] * d[axis];
      }
    },
  };
}

/** s u to particle a, its opposite to b. */
function addOpposite(s: number, u: Float64Array, a: number, b: number, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    out[3 * a + axis] += s * u[axis];
    out[3 * b + axis] -= s * u[axis];
  }
}
