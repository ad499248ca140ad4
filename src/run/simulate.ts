// One call that runs a problem to its end and returns what happened, for programs; the command line uses the pieces.

import { columnsOf, createTable, type Observer, observeAll, type Table } from '../observers/observer.ts';
import { standardObservers } from '../observers/standard.ts';
import type { Problem } from '../problem/problem.ts';
import type { RunFailure } from './failure.ts';
import type { Extremes } from './guards.ts';
import { type PlanOptions, planRun } from './plan.ts';
import { createSimulation } from './simulation.ts';

export interface SimulateOptions extends PlanOptions {
  readonly observers?: readonly Observer[];
}

export interface RunResult {
  readonly time: number;
  readonly steps: number;
  readonly state: { readonly q: Float64Array; readonly p: Float64Array };
  readonly extremes: Extremes;
  /** The first column is `time`, then those of the observers. */
  readonly table: Table;
  /** Why the run stopped early, or null. */
  readonly failure: RunFailure | null;
}

export function simulate(original: Problem, options: SimulateOptions = {}): RunResult {
  const { problem, schedule, createFlow } = planRun(original, options);
  const flow = createFlow();
  const observers = options.observers ?? standardObservers(problem);
  const table = createTable(['time', ...columnsOf(observers)]);
  const row = new Float64Array(table.columns.length);
  const cells = row.subarray(1);
  const simulation = createSimulation(
    problem,
    flow,
    schedule,
    (z, time) => {
      row[0] = time;
      observeAll(observers, z, cells);
      table.append(row);
    },
    original,
  );
  simulation.advance(schedule.steps);
  const { n } = problem;
  return {
    time: simulation.time,
    steps: simulation.steps,
    state: { q: simulation.state.slice(0, n), p: simulation.state.slice(n) },
    extremes: simulation.extremes,
    table,
    failure: simulation.failure,
  };
}
