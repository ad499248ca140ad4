// Solvers that change each multiplier by its own equation, with the diagonal of ∂R/∂λ alone: the SHAKE iteration, and the closed
// form for equations that are independent.

import {
  accept,
  aim,
  hasConverged,
  isAtRoundOff,
  notConverged,
  relativeResidual,
  singular,
} from './convergence.ts';
import type { Equations, MultiplierSolver } from './equations.ts';
import { done, failed, type Outcome } from './outcome.ts';

// The SHAKE iteration: cycle through the equations, each time moving the one multiplier that belongs to it,
//   λᵢ ← λᵢ − Rᵢ(λ) / ∂Rᵢ/∂λᵢ        (a nonlinear Gauss–Seidel–Newton iteration: Barth et al. 1995)
// Conditions: the diagonal dominates, as it does for small steps. One sweep evaluates R m times.

const maxSweeps = 1000;

/**
 * The SHAKE iteration: λᵢ ← λᵢ − Rᵢ(λ)/(∂Rᵢ/∂λᵢ), equation by equation (Gauss–Seidel–Newton). Condition: the diagonal
 * dominates. Ryckaert, Ciccotti, Berendsen, J. Comput. Phys. 23 (1977) 327.
 */
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

// Independent quadratics: when Rᵢ depends on λᵢ alone and is at most quadratic in it,
//   Rᵢ(λ) = aᵢλᵢ² + bᵢλᵢ + cᵢ
// follows from three values, and the root nearer to zero is λᵢ = −2cᵢ / (bᵢ + sign(bᵢ)√(bᵢ² − 4aᵢcᵢ)).
// Linear equations are the case a = 0. Particles on spheres: Leimkuhler and Reich 2004, §7.2.
// A final evaluation proves the assumption; equations that are coupled or of higher degree are refused.

const maxPolish = 4;
/** Relative residual up to which a root of the sampled quadratic is off by rounding; above, the equations are not such quadratics. */
const roundedSamples = 1e-8;

/**
 * The root nearer to zero of m independent quadratics Rᵢ = aᵢλᵢ² + bᵢλᵢ + cᵢ. Condition: Rᵢ depends on λᵢ alone,
 * which is checked. Leimkuhler and Reich, Simulating Hamiltonian Dynamics (2004), §7.2.
 */
export function closedForm(m: number): MultiplierSolver {
  const [r, c, plus, minus, s, x] = Array.from({ length: 6 }, () => new Float64Array(m));
  const jacobian = new Float64Array(m * m);
  const solver = { solve, iterations: 1 };

  /** Values at 0 and at ±s, where s is about the size of the root, so that no digits are lost. */
  function sample(equations: Equations, lambda: Float64Array): Outcome {
    const first = equations.residual(x.fill(0), c);
    if (!first.ok) return first;
    equations.jacobian(jacobian);
    for (let i = 0; i < m; i++) {
      const slope = jacobian[i * m + i];
      s[i] = Math.max(
        Math.abs(c[i] / slope),
        Math.abs(lambda[i]),
        Number.EPSILON * Math.abs(equations.scale[i] / slope),
      );
      if (!Number.isFinite(s[i])) return singular(c, equations, 1);
    }
    const second = equations.residual(s, plus);
    if (!second.ok) return second;
    for (let i = 0; i < m; i++) x[i] = -s[i];
    return equations.residual(x, minus);
  }

  function solve(equations: Equations, lambda: Float64Array): Outcome {
    const outcome = sample(equations, lambda);
    if (!outcome.ok) return outcome;
    for (let i = 0; i < m; i++) {
      const a = (plus[i] - 2 * c[i] + minus[i]) / (2 * s[i] * s[i]);
      const b = (plus[i] - minus[i]) / (2 * s[i]);
      const discriminant = b * b - 4 * a * c[i];
      if (c[i] !== 0 && !(discriminant >= 0))
        return failed('did not converge', noRoot, { equation: i, residual: Math.abs(c[i]), iterations: 1 });
      // Nothing to correct: b, and even the discriminant, may be lost to underflow where all is at rest.
      lambda[i] = c[i] === 0 ? 0 : (-2 * c[i]) / (b + Math.sign(b) * Math.sqrt(discriminant));
    }
    return polish(equations, lambda);
  }

  /** Newton steps on the diagonal remove the rounding of the samples, as few as it takes; the last value is the proof. */
  function polish(equations: Equations, lambda: Float64Array): Outcome {
    for (let k = 1; k <= maxPolish; k++) {
      const outcome = equations.residual(lambda, r);
      if (!outcome.ok) return outcome;
      const size = relativeResidual(r, equations.scale);
      if (size <= aim || (k === maxPolish && size <= accept)) return done;
      if (k === 1 && !(size <= roundedSamples)) return notConverged(r, equations, k, coupled);
      equations.jacobian(jacobian);
      for (let i = 0; i < m; i++) lambda[i] -= r[i] / jacobian[i * m + i];
    }
    return notConverged(r, equations, maxPolish, coupled);
  }
  return solver;
}

const noRoot = 'no real multiplier brings the step back to the constraint: the step is too long; halve it';
const coupled =
  'the equations are coupled or of higher degree, so the closed form does not apply; use the solver “newton”';
