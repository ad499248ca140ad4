// The exact orbit through a start, by the reference method, and the time after which it closes.

import type { Problem, State } from '../../src/index.ts';
import { reference } from '../../src/integrators/reference/reference.ts';
import { advance } from '../../src/run/stepper.ts';
import { exactStates } from '../helpers/motion.ts';

const tolerance = 1e-14;

export function orbitAt(problem: Problem, times: readonly number[]): readonly State[] {
  return exactStates(problem, times, tolerance);
}

export interface Period {
  readonly period: number;
  readonly state: State;
}

/**
 * The first return through the plane at the start that is across the motion there: times are sampled, and the crossing
 * nearest to the start is found by Newton’s method along the motion.
 */
export function periodOf(problem: Problem, longest: number): Period {
  const { initial } = problem;
  const times = Array.from({ length: 400 }, (_, k) => (longest * (k + 1)) / 400);
  const [ahead] = orbitAt(problem, [times[0] / 100]);
  const direction = ahead.map((value, i) => (value - initial[i]) / (times[0] / 100));
  const speed2 = direction.reduce((sum, value) => sum + value * value, 0);
  const past = (z: State) =>
    z.reduce((sum, value, i) => sum + (value - initial[i]) * direction[i], 0) / speed2;
  const states = orbitAt(problem, times);
  const size = (z: State) => Math.hypot(...z.map((value, i) => value - initial[i]));
  const near = states.findIndex((z, k) => k > 0 && past(states[k - 1]) < 0 && past(z) >= 0 && size(z) < 0.2);
  if (near < 0) throw new Error(`no return within t = ${longest}`);
  return refined(problem, times[near], states[near], past);
}

function refined(problem: Problem, time: number, state: State, past: (z: State) => number): Period {
  const flow = reference(problem, { tolerance });
  let [period, z] = [time, state];
  for (let k = 0; k < 4; k++) {
    const late = past(z);
    if (late === 0) break;
    [period, z] = [period - late, advance(flow, z, -late, 1)];
  }
  return { period, state: z };
}
