// Newton's method with three choices of matrix, one loop:
//   λ ← λ − J⁻¹ R(λ)
//   newton         J = ∂R/∂λ exactly, dense LU, renewed in each iteration      (quadratic)
//   newton-sparse  J = symmetric model, sparse LDLᵀ, renewed in each iteration (nearly quadratic, O(n) for chains)
//   chord          J = symmetric model at the start, factored once             (linear with rate O(h))
// It ends at round-off and nowhere else. It refuses to go on where the residual does not shrink by the factor below, or
// where det ∂R/∂λ has the wrong sign (newton only): then a root may be that of another branch.
// Conditions: a warm start near the root. Barth, Kuczera, Leimkuhler, Skeel 1995; Deuflhard 2004, §2.1 (contraction).

import { createDenseFactor, type DenseFactor } from '../linalg/lu.ts';
import {
  hasConverged,
  isAtRoundOff,
  maxIterations,
  nearRoundOff,
  notConverged,
  relativeResidual,
  singular,
} from './convergence.ts';
import type { Equations, MultiplierSolver } from './equations.ts';
import { done, failed, type Outcome } from './outcome.ts';

/**
 * Renews the matrix where the method does so, then r ← J⁻¹ r; false when J is singular or turned over. Of redundant equations
 * `first`, the warm start, is shortened, since no correction does so: it belongs to the gradients of an earlier state.
 */
type Correct = (equations: Equations, r: Float64Array, first: Float64Array | null) => boolean;

/**
 * `contraction`: each iteration must shrink the residual by this factor. With the exact matrix ½ is asked for: where
 * Newton's method contracts more slowly the root is not surely the continuation of the solution, and a jump to another
 * branch must not pass in silence. A frozen matrix contracts slowly by nature.
 */
function createIteration(m: number, contraction: number, correct: Correct): MultiplierSolver {
  const r = new Float64Array(m);
  const d = new Float64Array(m);
  const solver = { solve, iterations: 0 };

  function solve(equations: Equations, lambda: Float64Array): Outcome {
    let before = Number.POSITIVE_INFINITY;
    for (let k = 0; k < maxIterations; k++) {
      solver.iterations = k;
      const outcome = equations.residual(lambda, r);
      if (!outcome.ok) return outcome;
      const size = relativeResidual(r, equations.scale);
      if (hasConverged(size, before, contraction)) return done;
      if (!Number.isFinite(size))
        return failed('not finite', 'a constraint is not finite after the step', { iterations: k });
      if (k > 0 && size > contraction * before) {
        if (isAtRoundOff(r, equations, lambda)) return done;
        if (size > nearRoundOff) return notConverged(r, equations, k, diverging);
      }
      before = size;
      d.set(r);
      if (!correct(equations, d, k === 0 ? lambda : null)) return singular(r, equations, k);
      for (let i = 0; i < m; i++) lambda[i] -= d[i];
    }
    return notConverged(r, equations, maxIterations, slow);
  }
  return solver;
}

const diverging =
  'the iteration for the multipliers moves away from a solution: the step is too long, or a degenerate point is near; halve the step';
const slow = 'the iteration for the multipliers converges too slowly; take a smaller step or another solver';

/** `contraction` may be raised where no branch can be missed, as for a start from a crude guess. */
export function newton(m: number, contraction = 0.5): MultiplierSolver {
  const matrix = new Float64Array(m * m);
  let lu: DenseFactor | undefined;
  return createIteration(m, contraction, (equations, r, first) => {
    lu ??= createDenseFactor(m, equations.rank ?? m);
    equations.jacobian(matrix);
    if (!lu.factor(matrix)) return false;
    const orientation = equations.orientation?.() ?? 0;
    if (orientation !== 0 && lu.determinantSign() !== orientation) return false;
    lu.solve(r);
    if (first) lu.shorten?.(first);
    return true;
  });
}

/**
 * Newton's method with the symmetric model −hGM⁻¹Gᵀ, sparse LDLᵀ, renewed in each iteration. Conditions: g(q) and H =
 * ½pᵀM⁻¹p + V(q). The same reference.
 */
export function newtonSparse(m: number): MultiplierSolver {
  return createIteration(m, 0.7, ({ model }, r, first) => {
    if (!model?.factorHere()) return false;
    model.solve(r);
    if (first) model.shorten?.(first);
    return true;
  });
}

/**
 * Newton's method with the symmetric model factored once a step: linear with rate O(h), cheap for many constraints.
 * Conditions: g(q) and H = ½pᵀM⁻¹p + V(q). The same reference.
 */
export function chord(m: number): MultiplierSolver {
  return createIteration(m, 0.9, ({ model }, r, first) => {
    if (!model || (first && !model.factorAtStart())) return false;
    model.solve(r);
    if (first) model.shorten?.(first);
    return true;
  });
}
