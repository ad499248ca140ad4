// The magnetised rigid body of section 4.5 and the runs of Fig. 9 and Fig. 10.

import { referenceAt } from '../../src/integrators/reference/reference.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { advance } from '../../src/run/stepper.ts';
import { type Attempt, flowOf, systemOf } from './soft-run.ts';

export const [h, until, omega] = [0.1, 50, 10];
/** The printed weight, beside ½aᵀa; the mass-consistent form has half of it. */
export const printedBeta = 0.4;

export const attempts = {
  zhangSkeel: {
    label: 'variational Z&S',
    method: 'zhang-skeel-euler',
    step: h,
    omega,
    beta: printedBeta / 2,
  },
  group: { label: 'variational Euler on SO(3)', method: 'so3-variational-euler', step: h },
} as const satisfies Readonly<Record<string, Attempt>>;

export const magnetInWords =
  'A body with one fixed point, the unit matrix for inertia and a dipole along its third axis, V = +Bμ R₃₃ with Bμ = 1 (not ' +
  'printed); R(0) = I, Ω(0) = (1, 0.2, 0.1). Variational Z&S of first order, eq. (4.15), with h = 0.1, ω = 10 and the printed ' +
  'β = 0.4, which beside ¼|Ṙ|² is the weight 0.2 of Zhang and Skeel’s method.';

/** States at multiples of h, the start first. */
export function follow(problem: Problem, attempt: Attempt, end: number): State[] {
  const system = systemOf(problem, attempt);
  const every = Math.round(h / attempt.step);
  const states = [Float64Array.from(system.initial)];
  advance(flowOf(system, attempt), system.initial, attempt.step, Math.round(end / attempt.step), (z, k) => {
    if (k % every === 0) states.push(z.slice());
  });
  return states;
}

export function exactStates(problem: Problem, end: number): readonly State[] {
  const times = Array.from({ length: Math.round(end / h) + 1 }, (_, k) => k * h);
  const samples = referenceAt(problem, times);
  if (!samples.ok) throw new Error(`the benchmark failed: ${samples.detail}`);
  return samples.states;
}

/** Frobenius norm of R − R'. */
export const apart = (a: State, b: State): number =>
  Math.hypot(...a.subarray(0, 9).map((entry, i) => entry - b[i]));
