// A short run of a problem as planned from its file: positions at equal intervals, for the catalogue's thumbnails.

import type { Problem } from '../../../src/problem/problem.ts';
import { planRun } from '../../../src/run/plan.ts';
import { createStepper } from '../../../src/run/stepper.ts';

export interface Sampling {
  readonly steps: number;
  /** About. */
  readonly samples: number;
}

/** At least the start; a problem that cannot be run has no other sample. */
export function sampledMotion(original: Problem, most: Sampling): readonly Float64Array[] {
  const samples = [original.initial.slice(0, original.n)];
  try {
    const { problem, schedule, createFlow } = planRun(original);
    const stepper = createStepper(problem, createFlow(), schedule);
    const steps = Math.min(most.steps, schedule.steps);
    const stride = Math.max(1, Math.floor(steps / most.samples));
    while (stepper.steps + stride <= steps && !stepper.advance(stride))
      samples.push(stepper.state.slice(0, problem.n));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return samples;
}
