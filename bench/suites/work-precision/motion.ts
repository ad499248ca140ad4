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

export interface Motions {
  /** Whether the setting is a tolerance. */
  readonly isAdaptive: boolean;
  /** The motion with this tolerance, or with the nearest step that divides the time evenly. */
  at(setting: number): Motion;
}

export interface MotionTask {
  readonly problem: Problem;
  readonly method: string;
  readonly options: MethodOptions;
  readonly until: number;
}

export function createMotions(task: MotionTask): Motions {
  const { problem, method, options, until } = task;
  const flow = createMethod(problem, method, options);
  if (flow.isJump) return { isAdaptive: true, at: tolerance => withTolerance(task, tolerance) };
  const withStep = createSteppers(problem, flow);
  return {
    isAdaptive: false,
    at(setting) {
      const steps = Math.max(1, Math.round(until / setting));
      const stepper = withStep(until / steps);
      const monitor = () => monitored(problem, stepper, steps);
      return { setting: until / steps, steps, ...stepper, monitor };
    },
  };
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
