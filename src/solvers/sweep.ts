// The SHAKE iteration: cycle through the equations, each time moving the one multiplier that belongs to it,
//   λᵢ ← λᵢ − Rᵢ(λ) / ∂Rᵢ/∂λᵢ        (a nonlinear Gauss–Seidel–Newton iteration: Barth et al. 1995)
// Conditions: the diagonal dominates, as it does for small steps. One sweep evaluates R m times.

import { hasConverged, isAtRoundOff, notConverged, relativeResidual, singular } from './convergence.ts';
import type { Equations, MultiplierSolver } from './equations.ts';
import { done, type Outcome } from './outcome.ts';

const maxSweeps = 1000;

export function sweep(m: number): MultiplierSolver {
  const r = new Float64Array(m);
  const jacobian = new Float64Array(m * m);
  const solver = { solve, iterations: 0 };

  function solve(equations: Equations, lambda: Float64Array): Outcome {
    let before = Number.POSITIVE_INFINITY;
    let outcome = equations.residual(lambda, r);
    if (!outcome.ok) return outcome;
    equations.jacobian(jacobian);
    for (let k = 0; k < maxSweeps; k++) {
      solver.iterations = k;
      const size = relativeResidual(r, equations.scale);
      if (hasConverged(size, before, 1)) return done;
      if (!Number.isFinite(size) || size > 1e6 * before) return notConverged(r, equations, k, advice);
      if (size >= before && isAtRoundOff(r, equations, lambda)) return done;
      before = size;
      for (let i = 0; i < m; i++) {
        if (jacobian[i * m + i] === 0) return singular(r, equations, k);
        lambda[i] -= r[i] / jacobian[i * m + i];
        outcome = equations.residual(lambda, r);
        if (!outcome.ok) return outcome;
      }
    }
    return notConverged(r, equations, maxSweeps, advice);
  }
  return solver;
}

const advice =
  'the SHAKE iteration does not converge: the constraints are strongly coupled or the step is too long; try the solver “newton”';
