// The magnetised rigid body of section 4.5 and the runs of Fig. 9 and Fig. 10.

import type { Problem, State } from '../../src/index.ts';
import { exactStates } from '../helpers/motion.ts';
import { ramp } from '../helpers/panels.ts';
import { type Attempt, follow } from './soft-run.ts';

export const [h, until, omega] = [0.1, 50, 10];
/** The printed weight, beside ½aᵀa; the mass-consistent form has half of it. */
export const printedBeta = 0.4;

export const attempts = {
  zhangSkeel: {
    ...{ label: 'variational Z&S', method: 'zhang-skeel-euler', step: h },
    ...{ omega, beta: printedBeta / 2 },
  },
  group: { label: 'variational Euler on SO(3)', method: 'so3-variational-euler', step: h },
} as const satisfies Readonly<Record<string, Attempt>>;

/** States at multiples of h, the start first. */
export const motion = (problem: Problem, attempt: Attempt, end: number): State[] => [
  problem.initial,
  ...follow(problem, attempt, h, end),
];

/** The exact motion at the same times. */
export const benchmark = (problem: Problem, end: number): readonly State[] =>
  exactStates(problem, ramp(0, end, Math.round(end / h)));

/** Frobenius norm of R − R'. */
export const apart = (a: State, b: State): number =>
  Math.hypot(...a.subarray(0, 9).map((entry, i) => entry - b[i]));
