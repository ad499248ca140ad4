// Runs of entries: whole runs, recorded states, states at the end, errors against the step. A failure is an error, unless
// it is the subject of the entry.

import {
  createMethod,
  type Flow,
  type Problem,
  type RunResult,
  type SimulateOptions,
  type State,
  simulate,
} from '../../src/index.ts';
import { referenceAt } from '../../src/integrators/reference/reference.ts';
import { type ErrorAtStep, exactState } from '../../src/laws/order.ts';
import { distance } from '../../src/linalg/dense.ts';
import { advance } from '../../src/run/stepper.ts';

export function runToEnd(problem: Problem, options: SimulateOptions): RunResult {
  const result = simulate(problem, options);
  if (result.failure) throw new Error(`${problem.name} with ${options.method}: ${result.failure.message}`);
  return result;
}

type MethodOptions = Parameters<typeof createMethod>[2];

/** The state at time `until` by a method of the registry. */
export function endState(
  problem: Problem,
  method: string,
  h: number,
  until: number,
  options: MethodOptions = {},
): State {
  return advance(createMethod(problem, method, options), problem.initial, h, Math.round(until / h));
}

/** Errors ‖Δ(q, p)‖ of a method at time `until`, one for each step. */
export function errorsAt(
  problem: Problem,
  method: string,
  steps: readonly number[],
  until: number,
  options: MethodOptions = {},
): ErrorAtStep[] {
  const exact = exactState(problem, until);
  return steps.map(h => ({ h, error: distance(endState(problem, method, h, until, options), exact) }));
}

/** The state after every `every`-th step. */
export function statesAlong(flow: Flow, start: State, h: number, count: number, every = 1): State[] {
  const states: State[] = [];
  advance(flow, start, h, count, (z, k) => {
    if (k % every === 0) states.push(z.slice());
  });
  return states;
}

/** The exact motion at the given times. */
export function exactStates(
  problem: Problem,
  times: readonly number[],
  tolerance?: number,
): readonly State[] {
  const samples = referenceAt(problem, times, tolerance === undefined ? {} : { tolerance });
  if (!samples.ok) throw new Error(`${problem.name}: the reference failed: ${samples.detail}`);
  return samples.states;
}

/** 0, 1, …, count − 1. */
export const indices = (count: number): number[] => Array.from({ length: count }, (_, k) => k);

/** The real root of u + u³ = a, by Cardano: with sinh it has no cancellation. */
export const rootOfCubic = (a: number): number =>
  (2 / Math.sqrt(3)) * Math.sinh(Math.asinh((3 * Math.sqrt(3) * a) / 2) / 3);
