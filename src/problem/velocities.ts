// The velocities that belong to a state: v(q, p) solves L_v(q, v) = p, by Newton's method from rest,
//   v ← v + t L_vv⁻¹ r,    r = p − L_v(q, v),    t = 1, ½, ¼, … until the error is smaller,
// where a Lagrangian quadratic in v needs one step. It begins at rest whatever was computed before, so that a state has
// the same velocities to the last bit in a run and after a restart. The error is measured as an energy, Σ |rᵢ (L_vv⁻¹r)ᵢ|,
// in which the units of the coordinates do not count.
// Conditions: L_vv is invertible at rest and on the way, with a determinant of the sign that it has at the start: a step
// that jumps over a point without mass ends nowhere. Where it is not, there is no velocity, and that is said.
// Reference: Deuflhard, Newton Methods for Nonlinear Problems (2011), §3.3 (natural level functions).

import type { CompiledFunctions } from '../formula/functions.ts';
import { allFinite } from '../linalg/dense.ts';
import type { MassMatrix } from './mass-matrix.ts';
import type { State } from './state.ts';

export interface Lagrangian {
  readonly n: number;
  /** L as a function of x = (q, v), with its derivatives. */
  readonly functions: CompiledFunctions;
  /** L_vv does not depend on v. */
  readonly isQuadratic: boolean;
  /** Sign of det L_vv where the motion begins; where it is another, the motion cannot come. */
  readonly orientation: -1 | 0 | 1;
}

const maxIterations = 100;
const shortestStep = 2 ** -40;
/** Relative to |v·p|: Newton's method squares the error, so that what is left after this correction is round-off. */
const lastCorrection = 1e-20;
/** A residual that cannot be made smaller is accepted when it is this small relative to the terms in it. */
const roundOff = 64 * Number.EPSILON;

/** Fills x = (q, v) from z = (q, p); false, with x meaningless, where no velocity is found. */
export function createVelocities(
  { n, functions: L, isQuadratic, orientation }: Lagrangian,
  mass: MassMatrix,
): (z: State, x: Float64Array) => boolean {
  const slope = new Float64Array(2 * n);
  const [r, dv, start, correction] = Array.from({ length: 4 }, () => new Float64Array(n));

  function fillResidual(z: State, x: Float64Array): void {
    L.gradient(x, slope);
    for (let i = 0; i < n; i++) r[i] = z[n + i] - slope[n + i];
  }
  /** Moves by t dv, with the largest t for which the error falls below `error`; false when there is none. */
  function descend(z: State, x: Float64Array, error: number): boolean {
    for (let i = 0; i < n; i++) start[i] = x[n + i];
    for (let t = 1; t >= shortestStep; t /= 2) {
      for (let i = 0; i < n; i++) x[n + i] = start[i] + t * dv[i];
      fillResidual(z, x);
      correction.set(r);
      mass.solve(correction);
      if (energy(r, correction, 0) < error) return true;
    }
    for (let i = 0; i < n; i++) x[n + i] = start[i];
    fillResidual(z, x);
    return false;
  }
  /** |rᵢ| ≤ ε (|pᵢ| + Σⱼ |(L_vv)ᵢⱼ vⱼ|): rounding v alone does as much. */
  function isAtRoundOff(z: State, x: Float64Array): boolean {
    for (let i = 0; i < n; i++) {
      let terms = Math.abs(z[n + i]);
      for (let j = 0; j < n; j++) terms += Math.abs(mass.matrix[i * n + j] * x[n + j]);
      if (!(Math.abs(r[i]) <= roundOff * terms)) return false;
    }
    return true;
  }
  function newton(z: State, x: Float64Array): boolean {
    for (let iteration = 0; iteration < maxIterations; iteration++) {
      if (!mass.at(x)) return false;
      dv.set(r);
      mass.solve(dv);
      const error = energy(r, dv, 0);
      if (error <= lastCorrection * energy(x, z, n)) {
        for (let i = 0; i < n; i++) x[n + i] += dv[i];
        return true;
      }
      if (!descend(z, x, error)) return isAtRoundOff(z, x);
    }
    return false;
  }
  return (z, x) => {
    x.set(z);
    x.fill(0, n);
    fillResidual(z, x);
    if (isQuadratic) {
      if (!mass.at(x)) return false;
      mass.solve(r);
      x.set(r, n);
    } else if (!newton(z, x)) return false;
    return mass.sign() === orientation && allFinite(x);
  };
}

/** Σ |aᵢ bᵢ| over the entries from `first` on. */
function energy(a: Float64Array, b: Float64Array, first: number): number {
  let sum = 0;
  for (let i = first; i < a.length; i++) sum += Math.abs(a[i] * b[i]);
  return sum;
}
