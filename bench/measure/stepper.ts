// The timed loop: blocks of steps of one method, from the initial state of a problem.

import type { Flow } from '../../src/flows/flow.ts';
import type { MethodOptions } from '../../src/methods/method.ts';
import { createMethod } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { createStepper as createRunStepper, memoryReset } from '../../src/run/stepper.ts';
import type { Repeatable } from './timing.ts';

export interface Stepper extends Repeatable {
  /** Makes steps; the state is the returned array until the next call. Throws when a step fails. */
  advance(steps: number): State;
}

export interface Stepping {
  readonly method: string;
  readonly h: number;
  readonly options?: MethodOptions;
}

export function createStepper(
  problem: Problem,
  { method, h, options = {} }: Stepping,
): { readonly flow: Flow; readonly stepper: Stepper } {
  const flow = createMethod(problem, method, options);
  return { flow, stepper: createSteppers(problem, flow)(h) };
}

/** Steppers of one flow by step size; a restart also restores the memory that the flow has now. */
export function createSteppers(problem: Problem, flow: Flow): (h: number) => Stepper {
  const resetMemory = memoryReset(flow);
  return h => {
    const run = createRunStepper(problem, flow, { h });
    return {
      restart() {
        run.restore(0, problem.initial);
        resetMemory();
      },
      advance(steps) {
        const failure = run.advance(steps);
        if (failure) throw new Error(`${problem.name}: ${failure.outcome.reason}: ${failure.outcome.detail}`);
        return run.state;
      },
    };
  };
}

/** One block from the start; `visit` sees the state after every step k = 1, 2, …. */
export function forEachStep(stepper: Stepper, steps: number, visit: (z: State, k: number) => void): void {
  stepper.restart();
  for (let k = 1; k <= steps; k++) visit(stepper.advance(1), k);
}
