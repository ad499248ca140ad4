// Rods that share no particle: each is one quadratic equation, solved in closed form. With d₀ at the start of the step and
// d after the unconstrained step, |d + s d₀| = length, s = μ (w_a + w_b):
//   a s² + 2 b s + c = 0,   a = d₀·d₀,  b = d·d₀,  c = d·d − length²,   s = −c / (b + √(b² − a c)).
// It is the root that tends to 0 with the step, in the form without cancellation. Conditions: the rod turns by less than
// a right angle (b > 0), and the equation has a real root (b² > a c).
// Reference: Leimkuhler & Reich, Simulating Hamiltonian Dynamics (2004), ch. 7 (independent quadratics).

import { done, type Outcome } from '../../solvers/outcome.ts';
import type { RodSolver } from './solver.ts';
import { notFinite, outOfReach, type RodTable } from './table.ts';
import { addToMomenta, addToPositions, fillRates, fillResiduals, fillVectors, toImpulse } from './vectors.ts';

export function singleRods(rods: RodTable): RodSolver {
  const [d0, d] = [new Float64Array(3), new Float64Array(3)];
  const [mu, r] = [new Float64Array(1), new Float64Array(1)];

  /** μ of rod k from its vectors; false when there is none, or for NaN. */
  function solve(k: number): boolean {
    const A = d0[0] * d0[0] + d0[1] * d0[1] + d0[2] * d0[2];
    const B = d[0] * d0[0] + d[1] * d0[1] + d[2] * d0[2];
    const C = 2 * r[0];
    const discriminant = B * B - A * C;
    if (!(B > 0 && discriminant >= 0 && discriminant < Number.POSITIVE_INFINITY)) return false;
    mu[0] = -C / ((B + Math.sqrt(discriminant)) * (rods.wa[k] + rods.wb[k]));
    return true;
  }
  return {
    title: `${rods.count} × closed form (single rod)`,
    moveOntoRods(x0, h, x, p) {
      for (let k = 0; k < rods.count; k++) {
        fillVectors(rods, k, x0, d0);
        fillVectors(rods, k, x, d);
        const error = fillResiduals(rods, k, d, r);
        if (!solve(k)) return outOfReach(rods, k, error, 1);
        addToPositions(rods, k, d0, mu, x);
        toImpulse(h, mu);
        addToMomenta(rods, k, d0, mu, p);
      }
      return done;
    },
    projectMomenta(x, p): Outcome {
      for (let k = 0; k < rods.count; k++) {
        fillVectors(rods, k, x, d);
        fillRates(rods, k, d, p, r);
        mu[0] = -r[0] / ((rods.wa[k] + rods.wb[k]) * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
        if (!Number.isFinite(mu[0])) return notFinite(rods, k, 1);
        addToMomenta(rods, k, d, mu, p);
      }
      return done;
    },
  };
}
