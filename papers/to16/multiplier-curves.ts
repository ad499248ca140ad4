// Multipliers as the penalty gives them and as the constrained motion has them, with the sign of the paper, eq. (1.6):
//   λ = −ω²g at each step,    its average over a centred window,    the average of −ω²(g + βh²G a), which the step uses.

import type { ConstrainedMotion } from '../../src/laws/constrained-motion.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { advance } from '../../src/run/stepper.ts';
import { createPenaltyMultipliers, createWindowAverage, plainMean } from '../../src/studies/penalty-run.ts';
import { type Attempt, flowOf, systemOf, weight } from './soft-run.ts';

/** Curves of one multiplier. */
export interface MultiplierCurve {
  readonly exact: Float64Array;
  readonly averaged: Float64Array;
  readonly used: Float64Array;
  /** At every step. */
  readonly plain: Float64Array;
}

export interface MultiplierCurves {
  /** Times of all curves but the plain one. */
  readonly times: Float64Array;
  readonly stepTimes: Float64Array;
  readonly curves: readonly MultiplierCurve[];
}

/** Width of the averaging window of Fig. 2 and Fig. 5. */
export const window = 0.2;

export function multiplierCurves(
  problem: Problem,
  attempt: Attempt,
  motion: ConstrainedMotion,
  shown: readonly number[],
): MultiplierCurves {
  const { step, method, omega = Number.NaN } = attempt;
  const until = motion.times[motion.times.length - 1];
  const system = systemOf(problem, attempt);
  const readings = createPenaltyMultipliers(problem, system, { method, omega, beta: weight });
  const inside = [...motion.times.keys()].filter(
    k => motion.times[k] >= window / 2 && motion.times[k] <= until - window / 2,
  );
  const times = Float64Array.from(inside, k => motion.times[k]);
  const [averaged, used] = [0, 1].map(() => createWindowAverage([...times], window, problem.g.m, plainMean));
  const count = Math.round(until / step);
  const plain = shown.map(() => new Float64Array(count));
  const values = new Float64Array(problem.g.m);
  advance(flowOf(system, attempt), system.initial, step, count, (z, k) => {
    readings.ofPotential(z, values);
    averaged.add(k * step, values);
    shown.forEach((i, curve) => {
      plain[curve][k - 1] = -values[i];
    });
    readings.ofStep(z, step, values);
    used.add(k * step, values);
  });
  const [means, meansUsed] = [averaged.result(), used.result()];
  const along = (found: readonly Float64Array[], i: number) => Float64Array.from(found, value => -value[i]);
  return {
    times,
    stepTimes: Float64Array.from({ length: count }, (_, k) => (k + 1) * step),
    curves: shown.map((i, curve) => ({
      exact: along(
        inside.map(k => motion.multipliers[k]),
        i,
      ),
      averaged: along(means, i),
      used: along(meansUsed, i),
      plain: plain[curve],
    })),
  };
}
