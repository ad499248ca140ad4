// The timed loop: blocks of steps of one method, from the initial state of a problem.

import type { Flow } from '../../src/flows/flow.ts';
import type { MethodOptions } from '../../src/methods/method.ts';
import { createMethod } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { createStepper as createRunStepper, memoryReset } from '../../src/run/stepper.ts';

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

// Processor time of a step: whole blocks of steps, repeated until a given time has passed.

/** A block of steps that can be repeated. */
export interface Repeatable {
  /** Returns to the initial state, including the memory of the method. */
  restart(): void;
  advance(steps: number): unknown;
}

/** Processor time of one timing; a block that takes longer is finished. */
export const turnMilliseconds = 150;
/** In short calls: one long loop may stay in code that was compiled halfway through it. */
export const warmUpMilliseconds = 1000;

export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Result of some work, and its processor time in seconds. */
export function timed<T>(work: () => T): [T, number] {
  const begin = processorSeconds();
  const result = work();
  return [result, processorSeconds() - begin];
}

/** Nanoseconds per step. The clock is slow, so it is read after 1, 2, 4, … more blocks. */
export function timeSteps(block: Repeatable, steps: number, milliseconds: number): number {
  const begin = processorSeconds();
  let [blocks, spent] = [0, 0];
  for (let more = 1; 1000 * spent < milliseconds; more *= 2) {
    for (let k = 0; k < more; k++) {
      block.restart();
      block.advance(steps);
    }
    blocks += more;
    spent = processorSeconds() - begin;
  }
  return (1e9 * spent) / (blocks * steps);
}

/** Motions until the clock is read again: one at first, then as many as there were, or fewer that fill the time. */
export function moreMotions(motions: number, spent: number, wanted: number): number {
  if (motions === 0) return 1;
  const missing = ((wanted - spent) * motions) / spent;
  return Math.max(1, Math.min(motions, Math.ceil(missing)));
}
