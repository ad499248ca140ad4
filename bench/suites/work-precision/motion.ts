// Motions of one method on one problem at any setting. A method with fixed steps is made once; one that chooses its own is made
// anew for each tolerance. The code that is compiled for it serves them all.

import type { Flow } from '../../../src/flows/flow.ts';
import { referenceAt } from '../../../src/integrators/reference/reference.ts';
import { compiledMotion } from '../../../src/kernels/reference-kernel.ts';
import type { MethodOptions } from '../../../src/methods/method.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { createStepper, memoryReset } from '../../../src/run/stepper.ts';
import type { Repeatable } from '../../measure/timing.ts';

export interface Motion extends Repeatable {
  /** The step, or the tolerance. */
  readonly setting: number;
  readonly steps: number;
  advance(steps: number): State;
  /** The state at the end, and the largest |H − H₀| on the way. */
  watch(): { readonly state: State; readonly energyError: number };
}

export interface Motions {
  /** Whether the setting is a tolerance. */
  readonly isAdaptive: boolean;
  /** The motion with this tolerance, or with the nearest step that divides the time evenly. */
  at(setting: number): Motion;
}

export interface Moved {
  readonly problem: Problem;
  readonly method: string;
  readonly options: MethodOptions;
  readonly until: number;
}

export function createMotions(moved: Moved): Motions {
  const { problem, method, options, until } = moved;
  const flow = createMethod(problem, method, options);
  if (flow.isJump) return { isAdaptive: true, at: tolerance => withTolerance(moved, tolerance) };
  const withStep = createSteppers(problem, flow);
  return {
    isAdaptive: false,
    at(setting) {
      const steps = Math.max(1, Math.round(until / setting));
      const stepper = withStep(until / steps);
      const watch = () => watched(problem, stepper, steps);
      return { setting: until / steps, steps, ...stepper, watch };
    },
  };
}

interface Stepper extends Repeatable {
  advance(steps: number): State;
}

/** Steppers of one flow, which begin with the memory that it has now. */
function createSteppers(problem: Problem, flow: Flow): (h: number) => Stepper {
  const resetMemory = memoryReset(flow);
  return h => {
    const run = createStepper(problem, flow, { h });
    return {
      restart() {
        run.restore(0, problem.initial);
        resetMemory();
      },
      advance(steps) {
        const failure = run.advance(steps);
        if (failure) throw new Error(`${failure.outcome.reason}: ${failure.outcome.detail}`);
        return run.state;
      },
    };
  };
}

function watched({ H, initial }: Problem, stepper: Stepper, steps: number) {
  const first = H.value(initial);
  let energyError = 0;
  let state: State = initial;
  stepper.restart();
  for (let k = 0; k < steps; k++) {
    state = stepper.advance(1);
    energyError = Math.max(energyError, Math.abs(H.value(state) - first));
  }
  return { state, energyError };
}

/** So often the energy is looked at. */
const samples = 100;

function withTolerance({ problem, method, options, until }: Moved, tolerance: number): Motion {
  const { H, initial } = problem;
  const flow = createMethod(problem, method, { ...options, tolerance });
  const stepper = createSteppers(problem, flow)(until);
  const watch = () => {
    stepper.restart();
    const state = stepper.advance(1);
    const times = Array.from({ length: samples }, (_, k) => ((k + 1) * until) / samples);
    const seen = referenceAt(problem, times, { tolerance, motion: compiledMotion(problem) });
    if (!seen.ok) throw new Error(`${seen.reason}: ${seen.detail}`);
    const first = H.value(initial);
    const energyError = Math.max(...seen.states.map(z => Math.abs(H.value(z) - first)));
    return { state, energyError };
  };
  return { setting: tolerance, steps: 1, ...stepper, watch };
}
