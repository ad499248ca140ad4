// The time loop z ← φ_h(z): the only one over `flow.step` in the repository (test/architecture/one-loop.test.ts). Runs, the
// studio, laws, benchmarks and papers differ in their checks after a step and in what they record between steps.
//   createStepper   a state that is advanced piece by piece; a failure is a value, with the message that `run` prints
//   advance         a fixed number of steps in one call; a failure is thrown
// The loop allocates nothing, and calls nothing but the flow where no guard and no visitor is given.

import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Failure } from '../solvers/outcome.ts';
import { explainFailure, type RunFailure } from './failure.ts';

/** Checks the step from `before` to `after`; null accepts it. Both states are valid only during the call. */
export type StepCheck = (before: State, h: number, after: State) => Failure | null;

export interface Guards {
  /** False until `start` has been called, or the state of an earlier run was restored. */
  readonly isStarted: boolean;
  /** Checks the state that the run starts from; null accepts it. */
  start(z: State): Failure | null;
  readonly check: StepCheck;
  /** Called with a state that replaces the last one: the next step continues from there. */
  restart?(z: State): void;
}

export interface StepperOptions {
  readonly h: number;
  /** Checks after every step (`standardGuards`); without them only the flow itself can fail. */
  readonly guards?: Guards;
}

export interface Stepper {
  /** The last good state; overwritten by the next step: copy it if needed later. */
  readonly state: State;
  /** Steps made so far; a step backwards counts −1. */
  readonly steps: number;
  readonly time: number;
  readonly failure: RunFailure | null;
  /** Lets the guards check the state as a start; `advance` does so where it was not called. */
  start(): RunFailure | null;
  /** Makes `count` steps, for a negative count with −h; null, or why it stopped. A failure lasts until `restore`. */
  advance(count: number): RunFailure | null;
  /** Continues from another state, at another step; the flow's memory does not change. */
  restore(steps: number, state: State): void;
}

export const createStepper = (problem: Problem, flow: Flow, options: StepperOptions): Stepper =>
  new GuardedStepper(problem, flow, options);

/** The state after `count` steps of size h; `visit` sees each one. Throws where a step fails. */
export function advance(
  flow: Flow,
  start: State,
  h: number,
  count: number,
  visit?: (z: State, k: number) => void,
): State {
  const loop = new Loop(flow, start, visit && visitor(visit));
  const failure = loop.advance(count, h);
  if (failure)
    throw new Error(
      `step ${loop.steps + 1} of ${count} with h = ${h} failed (${failure.reason}): ${failure.detail}`,
    );
  return loop.state;
}

function visitor(visit: (z: State, k: number) => void): StepCheck {
  let k = 0;
  return (_, __, after) => {
    k += 1;
    visit(after, k);
    return null;
  };
}

/** Sets the memory of a flow (warm starts, history) back to what it is now: for runs that start again. */
export function memoryReset({ memory }: Flow): () => void {
  const saved = memory.map(part => part.slice());
  return () => {
    memory.forEach((part, i) => {
      part.set(saved[i]);
    });
  };
}

// Classes, since V8 keeps an object literal with getters as a hash table from its second instance on: reading `state` and `steps`
// once per call of `advance` took as many instructions as a step of a pendulum.

class Loop {
  state: State;
  steps = 0;
  private readonly flow: Flow;
  private readonly check: StepCheck | undefined;
  private next: State;

  constructor(flow: Flow, start: State, check?: StepCheck) {
    this.flow = flow;
    this.check = check;
    this.state = Float64Array.from(start);
    this.next = new Float64Array(start.length);
  }

  advance(count: number, h: number): Failure | null {
    const { flow, check } = this;
    const direction = count < 0 ? -1 : 1;
    // h itself for forward steps: a product would allocate a number on the heap in every step.
    const step = count < 0 ? -h : h;
    // Local copies: the compiler holds them in registers.
    let from = this.state;
    let to = this.next;
    let left = direction * count;
    let failure: Failure | null = null;
    for (; left > 0; left--) {
      const outcome = flow.step(from, step, to);
      if (!outcome.ok) failure = outcome;
      else if (check !== undefined) failure = check(from, step, to);
      if (failure !== null) break;
      const swap = from;
      from = to;
      to = swap;
    }
    this.state = from;
    this.next = to;
    this.steps += count - direction * left;
    return failure;
  }
}

class GuardedStepper implements Stepper {
  failure: RunFailure | null = null;
  private readonly problem: Problem;
  private readonly h: number;
  private readonly guards: Guards | undefined;
  private readonly loop: Loop;

  constructor(problem: Problem, flow: Flow, { h, guards }: StepperOptions) {
    this.problem = problem;
    this.h = h;
    this.guards = guards;
    this.loop = new Loop(flow, problem.initial, guards?.check);
  }

  get state(): State {
    return this.loop.state;
  }
  get steps(): number {
    return this.loop.steps;
  }
  get time(): number {
    return this.loop.steps * this.h;
  }

  start(): RunFailure | null {
    const outcome = this.guards?.start(this.state) ?? null;
    this.failure = outcome && this.explain(outcome, this.steps);
    return this.failure;
  }

  advance(count: number): RunFailure | null {
    const { guards, loop } = this;
    if (guards !== undefined && !guards.isStarted) this.start();
    if (this.failure !== null) return this.failure;
    const outcome = loop.advance(count, this.h);
    if (outcome !== null) this.failure = this.explain(outcome, loop.steps + Math.sign(count));
    return this.failure;
  }

  restore(steps: number, state: State): void {
    this.loop.state.set(state);
    this.loop.steps = steps;
    this.failure = null;
    this.guards?.restart?.(state);
  }

  private explain(outcome: Failure, step: number): RunFailure {
    return explainFailure(this.problem, outcome, step, this.time, this.state);
  }
}
