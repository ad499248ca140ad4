// Which ω and which step a wanted |g| needs. Along a motion near g = 0, with N = G M⁻¹ Gᵀ,
//   d²g/dt² = G q'' + g''[v, v] = N (λ − ω²g),     λ = N⁻¹ (g''[v, v] − G M⁻¹∇V), the multipliers:
// ω²g vibrates about λ with the frequencies ωσ, σ² the eigenvalues of N. From a start with g = dg/dt = 0 the vibration is
// −λ(0) cos ωσt in each eigendirection and keeps its size while λ and N change slowly, so that
//   ω²|gᵢ| ≤ |λᵢ(t)| + |λ(0)|,      2 max|λ| for one constraint, reached where λ is as large as at the start.
// A step with an implicit part of weight β holds g + βh²G a at λ/ω², and G a = −g''[v, v] on average. It adds
// κ = βh²ω² g''[v, v] to λ in the bound. With hωσ = c for the largest σ, κ = βc² g''[v, v]/σ² does not depend on ω:
//   ω² = (max|λᵢ + κᵢ| + |λ(0) + κ(0)|) / wanted |g|.
// Conditions: a consistent start, and a vibration that is fast beside the motion.
// Reference: Tao and Owhadi 2016, appendix, (A.5) and (A.6), for a flat constraint.

import {
  type ConstrainedMotion,
  constrainedMotion,
  expectedPenaltyForce,
} from '../laws/constrained-motion.ts';
import { defaultBeta } from '../methods/flow-records.ts';
import type { Problem } from '../problem/problem.ts';
import { planRun } from '../run/plan.ts';

/** The stiffness ω and step that a wanted |g| needs. */
export interface PenaltyAdvice {
  /** The |g| that was wanted. */
  readonly wanted: number;
  readonly omega: number;
  /** Largest |λᵢ| of the constrained motion. */
  readonly largestMultiplier: number;
  /** Of the fastest and of the slowest vibration, ωσ. */
  readonly frequency: number;
  readonly slowest: number;
  /** One radian of the fastest vibration: the step for Zhang and Skeel's method. */
  readonly step: number;
  /** Verlet is stable below two radians. */
  readonly verletLimit: number;
  /** A step of Zhang and Skeel's method four times as long is stable too; then so large a |g| is to be expected. */
  readonly coarse: { readonly step: number; readonly expected: number };
}

/** What the advice is for: time, weight β, and the constrained motion where it is known. */
export interface PenaltyAdviceOptions {
  /** The time over which |g| matters; default: the problem's own run. */
  readonly until?: number;
  readonly beta?: number;
  /** The constrained motion over that time, where it is known already. */
  readonly motion?: ConstrainedMotion;
}

/** hωσ of the two steps that are offered. */
const [fine, coarse] = [1, 4];

/**
 * The stiffness ω and the step that keep |g| below a wanted size: ω²|gᵢ| ≤ |λᵢ(t)| + |λ(0)| along the constrained
 * motion. Conditions: g = g(q), a consistent start. Tao and Owhadi, IMA J. Numer. Anal. 36 (2016) 80, theorem 1.3.
 */
export function penaltyAdvice(
  problem: Problem,
  wanted: number,
  options: PenaltyAdviceOptions = {},
): PenaltyAdvice {
  if (!(Number.isFinite(wanted) && wanted > 0))
    throw new RangeError(`the wanted |g| must be a positive number, not ${wanted}`);
  const { until = planRun(problem).until, beta = defaultBeta } = options;
  const motion = options.motion ?? constrainedMotion(problem, until);
  const omega = Math.sqrt(expectedPenaltyForce(motion, beta, fine) / wanted);
  const frequency = omega * motion.stiffness.most;
  return {
    wanted,
    omega,
    largestMultiplier: motion.largestMultiplier,
    frequency,
    slowest: omega * motion.stiffness.least,
    step: fine / frequency,
    verletLimit: 2 / frequency,
    coarse: { step: coarse / frequency, expected: expectedPenaltyForce(motion, beta, coarse) / omega ** 2 },
  };
}
