// Is BDF of order k stable for one constraint g(q, p) that contains momenta? An error a_n X_g(z_n) along the fibre
// fulfils, as h → 0,
//   (1 − 1/ζ)ᵏ = 1 − K/c,    K = ∂g · J(H'' + λg'') X_g,    c = ∂g · dX_g/dt,    a_n ~ ζⁿ,
// because g = 0 ties z_{n+1} to a fibre that has turned since z_{n+1−i}. With ζ = 1/(1 − w) every k-th root w must have
// |1 − w| ≥ 1; otherwise errors grow in each step, however small h is. For g(q) the fibre does not turn: c = 0, and
// all orders are stable. The convergence proofs (Hairer, Wanner, Solving ODEs II (1996), §VII.3) are for g(q) only.

import { dot } from '../linalg/dense.ts';
import { applyJ, createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { done, failed, type Outcome } from '../solvers/outcome.ts';

/** Growth varies along an orbit; below this factor in one step it is left to the solver to notice trouble. */
const tolerated = 1.1;

/** Several constraints with momenta are not tested; there an unstable step ends in an iteration that fails. */
export function createBdfStabilityTest(
  problem: Problem,
  order: number,
): (z: State, lambda: Float64Array) => Outcome {
  const { n, H, g } = problem;
  if (g.kind === 'holonomic' || g.m !== 1) return () => done;
  const brackets = createBrackets(problem);
  const unit = Float64Array.of(1);
  const [gradient, fibre, velocity, turning, bent] = Array.from({ length: 5 }, () => new Float64Array(2 * n));

  return (z, lambda) => {
    g.transposedTimes(z, unit, gradient);
    fibre.set(gradient);
    applyJ(fibre);
    brackets.hamiltonianField(z, velocity);
    for (let i = 0; i < 2 * n; i++) velocity[i] += lambda[0] * fibre[i];
    g.hessianTimes(z, unit, velocity, turning);
    applyJ(turning);
    const c = dot(gradient, turning);
    H.hessianTimes(z, fibre, bent);
    g.hessianTimes(z, lambda, fibre, turning);
    for (let i = 0; i < 2 * n; i++) bent[i] += turning[i];
    applyJ(bent);
    const growth = c === 0 ? 0 : largestGrowth(1 - dot(gradient, bent) / c, order);
    return growth <= tolerated ? done : unstable(order, growth);
  };
}

/** The largest |1 / (1 − w)| over the roots wᵏ = value. */
export function largestGrowth(value: number, order: number): number {
  const radius = Math.abs(value) ** (1 / order);
  let least = Number.POSITIVE_INFINITY;
  for (let j = 0; j < order; j++) {
    const angle = ((value < 0 ? Math.PI : 0) + 2 * Math.PI * j) / order;
    least = Math.min(least, Math.hypot(1 - radius * Math.cos(angle), radius * Math.sin(angle)));
  }
  return 1 / least;
}

function unstable(order: number, growth: number): Outcome {
  return failed(
    'not supported',
    `BDF of order ${order} is unstable for this constraint, which contains momenta: errors grow by ${growth.toFixed(2)} in each step, however short; take a lower order or the method “rattle”`,
    { equation: 0, residual: growth },
  );
}
