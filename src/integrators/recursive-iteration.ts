// The scalar recursive iteration for r = r₀ + Σ λᵢ kᵢ with g(r) = 0: cycle through the constraints, each time
//   μ = −gᵢ(r) / (kᵢ · ∇gᵢ(r)),    λᵢ ← λᵢ + μ,    r ← r + μ kᵢ.
// For one constraint this is Newton's method; for several it converges linearly. The gradients are renewed once in
// each cycle, the values after each move. Conditions: the directions kᵢ are nearly orthogonal to the other gradients.
// Lecture notes on constraints in molecular dynamics (position Verlet with σ(r⁰ + λk) = 0); Ryckaert, Ciccotti, Berendsen 1977.

import { allFinite } from '../linalg/dense.ts';
import type { Constraints } from '../problem/constraints.ts';
import type { State } from '../problem/state.ts';
import { accept, aim, relativeResidual, worstEquation } from '../solvers/convergence.ts';
import { done, type Failure, failed, type Outcome } from '../solvers/outcome.ts';

export interface RecursiveIteration {
  /** Directions kᵢ, in the order of the pattern of ∂g: row i holds the entries of kᵢ. */
  readonly k: Float64Array;
  /** The size of the terms of each gᵢ. */
  readonly scale: Float64Array;
  /** r ← r + Σ Δλᵢ kᵢ with g(r) = 0; lambda is improved likewise. */
  solve(r: State, lambda: Float64Array): Outcome;
  /** Cycles of the last solve. */
  readonly iterations: number;
}

const maxCycles = 1000;
/** An iteration that was better by this factor before has lost its root. */
const lost = 10;

export function createRecursiveIteration(g: Constraints): RecursiveIteration {
  const { start, index } = g.jacobianPattern;
  const [k, G] = [0, 1].map(() => new Float64Array(index.length));
  const [values, scale] = [0, 1].map(() => new Float64Array(g.m));
  const iteration = { k, scale, solve, iterations: 0 };

  /** kᵢ · ∇gᵢ(r) with the gradients evaluated last. */
  function slope(i: number): number {
    let sum = 0;
    for (let at = start[i]; at < start[i + 1]; at++) sum += k[at] * G[at];
    return sum;
  }
  function cycle(r: State, lambda: Float64Array): number {
    g.jacobian(r, G);
    for (let i = 0; i < g.m; i++) {
      const mu = -values[i] / slope(i);
      if (!Number.isFinite(mu)) return i;
      lambda[i] += mu;
      for (let at = start[i]; at < start[i + 1]; at++) r[index[at]] += mu * k[at];
      g.value(r, values);
    }
    return -1;
  }
  function solve(r: State, lambda: Float64Array): Outcome {
    let before = Number.POSITIVE_INFINITY;
    let best = before;
    g.value(r, values);
    for (let count = 0; count < maxCycles; count++) {
      iteration.iterations = count;
      if (!allFinite(values) || !allFinite(scale)) return notFinite(count);
      const size = relativeResidual(values, scale);
      if (size <= aim || (size <= accept && size >= before)) return done;
      if (count > 1 && size > lost * best) return notConverged(values, scale, count);
      before = size;
      best = Math.min(best, size);
      const stuck = cycle(r, lambda);
      if (stuck >= 0) return degenerate(stuck, count);
    }
    return notConverged(values, scale, maxCycles);
  }
  return iteration;
}

function notFinite(iterations: number): Failure {
  return failed('not finite', 'a constraint is not finite after the step; halve the step', { iterations });
}

function notConverged(values: Float64Array, scale: Float64Array, iterations: number): Failure {
  const equation = worstEquation(values, scale);
  const residual = Math.abs(values[equation]);
  return failed(
    'did not converge',
    'the recursive iteration does not converge: the step is too long or the constraints are strongly coupled; halve the step or use the method “shake”',
    { equation, residual, iterations },
  );
}

function degenerate(equation: number, iterations: number): Failure {
  return failed(
    'degenerate point',
    'the force of this constraint cannot change it: its gradient vanishes, or has turned by a right angle in one step; halve the step',
    { equation, iterations },
  );
}
