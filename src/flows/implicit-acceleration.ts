// The acceleration a that M a = −∇V(x + βh²a) defines: the nonlinear equation inside every Newmark step, solved to
// round-off by Newton with the matrix M + βh²V''(x + βh²a). Conditions: βh²V'' > −M along the way, as for short steps.
// Reference: Tao and Owhadi 2016, eq. 2.3.

import { maxAbs } from '../linalg/dense.ts';
import type { Separable } from '../problem/hamiltonian.ts';
import type { State } from '../problem/state.ts';
import { done, failed, type Outcome } from '../solvers/outcome.ts';
import { createShiftedMass, singularStep } from './shifted-mass.ts';

export interface ImplicitAcceleration {
  /** a, length n. */
  readonly a: Float64Array;
  /** Where ∇V was evaluated, here x + βh²a, in its first n entries. */
  readonly point: Float64Array;
  /** Solves for a at the x in the first n entries of z, with s = βh². */
  solve(z: State, s: number): Outcome;
  /** b becomes (M + βh²V'')⁻¹ b at that point. */
  solveLinear(b: Float64Array): void;
}

const maxIterations = 50;
/** A correction of the point this small, relative to it, is round-off. */
const roundOff = 4 * Number.EPSILON;
/** A correction that no longer shrinks is accepted when it is this small. */
const stalledRoundOff = 256 * Number.EPSILON;

export function createImplicitAcceleration(V: Separable): ImplicitAcceleration {
  const n = V.inverseMass.length;
  const mass = V.inverseMass.map(w => 1 / w);
  const matrix = createShiftedMass(V, mass);
  const [a, correction] = [new Float64Array(n), new Float64Array(n)];
  const point = new Float64Array(2 * n);

  /** One Newton correction of a at the point; the matrix stays factored there. */
  function correct(s: number): boolean {
    if (!matrix.moveTo(point, s)) return false;
    V.gradient(point, correction);
    for (let i = 0; i < n; i++) correction[i] += mass[i] * a[i];
    matrix.solve(correction);
    for (let i = 0; i < n; i++) a[i] -= correction[i];
    return true;
  }

  return {
    a,
    point,
    solveLinear: b => matrix.solve(b),
    solve(z, s) {
      a.fill(0);
      let previous = Number.POSITIVE_INFINITY;
      for (let iteration = 1; iteration <= maxIterations; iteration++) {
        for (let i = 0; i < n; i++) point[i] = z[i] + s * a[i];
        if (!correct(s)) return singularStep;
        // What counts is the error of a, or that of the point where it is the smaller one.
        const change = maxAbs(correction);
        const relative = Math.min(change / maxAbs(a), (s * change) / maxAbs(point));
        if (change === 0 || relative <= roundOff) return done;
        if (change >= previous && relative <= stalledRoundOff) return done;
        if (!Number.isFinite(change)) break;
        previous = change;
      }
      return notSolved(maxAbs(correction));
    },
  };
}

function notSolved(residual: number): Outcome {
  return failed(
    'did not converge',
    'the nonlinear equation M a = −∇V(x + βh²a) of the step was not solved; halve the step',
    { residual, iterations: maxIterations },
  );
}
