// A run whose failure is an error: an entry has nothing to judge when a run stops early, unless that is its subject.

import type { Problem } from '../src/problem/problem.ts';
import { type RunResult, type SimulateOptions, simulate } from '../src/run/simulate.ts';

export function runToEnd(problem: Problem, options: SimulateOptions): RunResult {
  const result = simulate(problem, options);
  if (result.failure) throw new Error(`${problem.name} with ${options.method}: ${result.failure.message}`);
  return result;
}
