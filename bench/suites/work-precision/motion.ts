// Motions of one method on one problem at any setting. A method with fixed steps is created once, an adaptive one for each
// tolerance; compiled code is shared.

import { referenceAt } from '../../../src/integrators/reference/reference.ts';
import { compiledMotion } from '../../../src/kernels/reference-kernel.ts';
import type { MethodOptions } from '../../../src/methods/method.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { createSteppers, forEachStep, type Stepper } from '../../measure/stepper.ts';

export interface Motion extends Stepper {
  /** The step, or the tolerance. */
  readonly setting: number;
  readonly steps: number;
  /** The state at the end, and the largest |H − H₀| during the motion. */
  monitor(): { readonly state: State; readonly energyError: number };
}

interface MotionTask {
  readonly problem: Problem;
  readonly method: string;
  readonly options: MethodOptions;
  readonly until: number;
}

/** By settings: tolerances of an adaptive method, or steps, of which the nearest divides the time evenly. */
export function createMotions(task: MotionTask) {
  const { problem, method, options, until } = task;
  const flow = createMethod(problem, method, options);
  const withStep = createSteppers(problem, flow);
  const at = (setting: number): Motion => {
    if (flow.isJump) return withTolerance(task, setting);
    const steps = Math.max(1, Math.round(until / setting));
    const stepper = withStep(until / steps);
    return { setting: until / steps, steps, ...stepper, monitor: () => monitored(problem, stepper, steps) };
  };
  return { isAdaptive: flow.isJump === true, at };
}

function monitored({ H, initial }: Problem, stepper: Stepper, steps: number) {
  const first = H.value(initial);
  let energyError = 0;
  let state: State = initial;
  forEachStep(stepper, steps, z => {
    state = z;
    energyError = Math.max(energyError, Math.abs(H.value(z) - first));
  });
  return { state, energyError };
}

/** Energy samples of an adaptive motion. */
const samples = 100;

function withTolerance({ problem, method, options, until }: MotionTask, tolerance: number): Motion {
  const { H, initial } = problem;
  const flow = createMethod(problem, method, { ...options, tolerance });
  const stepper = createSteppers(problem, flow)(until);
  const monitor = () => {
    stepper.restart();
    const state = stepper.advance(1);
    const times = Array.from({ length: samples }, (_, k) => ((k + 1) * until) / samples);
    const sampled = referenceAt(problem, times, { tolerance, motion: compiledMotion(problem) });
    if (!sampled.ok) throw new Error(`${sampled.reason}: ${sampled.detail}`);
    const first = H.value(initial);
    const energyError = Math.max(...sampled.states.map(z => Math.abs(H.value(z) - first)));
    return { state, energyError };
  };
  return { setting: tolerance, steps: 1, ...stepper, monitor };
}
