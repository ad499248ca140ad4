// Independent quadratics: when Rᵢ depends on λᵢ alone and is at most quadratic in it,
//   Rᵢ(λ) = aᵢλᵢ² + bᵢλᵢ + cᵢ
// follows from three values, and the root nearer to zero is λᵢ = −2cᵢ / (bᵢ + sign(bᵢ)√(bᵢ² − 4aᵢcᵢ)).
// Linear equations are the case a = 0. Particles on spheres: Leimkuhler and Reich 2004, §7.2.
// A final evaluation proves the assumption; equations that are coupled or of higher degree are refused.

import { accept, aim, notConverged, relativeResidual, singular } from './convergence.ts';
import type { Equations, MultiplierSolver } from './equations.ts';
import { done, failed, type Outcome } from './outcome.ts';

const maxPolish = 4;

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
