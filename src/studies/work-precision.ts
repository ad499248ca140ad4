// Work against precision: every method at every step size, its end-point error against the reference, its largest energy
// error and its time. Slopes are least-squares fits per method.

import { hasCutoff } from '../laws/law.ts';
import { exactState, slope } from '../laws/order.ts';
import { distance } from '../linalg/dense.ts';
import { knowsConstraints, type Method, type MethodOptions } from '../methods/method.ts';
import { createMethod, type MethodChoice, methodNamed } from '../methods/registry.ts';
import type { Problem } from '../problem/problem.ts';
import { createSchedule, type Schedule } from '../run/schedule.ts';
import { createSimulation, type Simulation } from '../run/simulation.ts';

export interface WorkPrecisionRow {
  readonly method: string;
  readonly h: number;
  readonly steps: number;
  readonly error: number;
  readonly energyError: number;
  readonly seconds: number;
  /** Why the run failed, or null. */
  readonly failure: string | null;
}

export interface WorkPrecision {
  readonly until: number;
  readonly rows: readonly WorkPrecisionRow[];
  /** Fitted order per method; NaN with fewer than three usable steps. */
  readonly slopes: ReadonlyMap<string, number>;
}

export interface WorkPrecisionTask {
  /** Errors are measured against its exact motion. */
  readonly problem: Problem;
  /** What methods that know no constraints run instead, where the problem has some. */
  readonly penalised?: Problem;
  readonly methods: readonly MethodChoice[];
  readonly steps: readonly number[];
  readonly until: number;
  readonly options: MethodOptions;
  /** Seconds on any steady clock. */
  clock(): number;
  onRun?(method: string, h: number, index: number, count: number): void;
}

/** Forces that end at a cut-off have a kink there: a reference at round-off would take steps without end. */
const roughTolerance = 1e-8;

export function workPrecision(task: WorkPrecisionTask): WorkPrecision {
  const { problem, steps, until } = task;
  const methods = task.methods.map(methodNamed);
  const exact = exactState(problem, until, hasCutoff(problem) ? roughTolerance : undefined);
  const runs = methods.flatMap(method => steps.map(h => ({ method, h })));
  const rows = runs.map(({ method, h }, i) => {
    task.onRun?.(method.name, h, i, runs.length);
    return measure(task, method, h, exact);
  });
  const size = distance(exact, new Float64Array(exact.length));
  const slopes = new Map(methods.map(({ name }) => [name, slope(usable(rows, name, size))]));
  return { until, rows, slopes };
}

/** Short runs are repeated until the clock can see them; the fastest counts, so that compilation does not. */
const worthTiming = 0.05;
const maxRepeats = 200;

function measure(task: WorkPrecisionTask, method: Method, h: number, exact: Float64Array): WorkPrecisionRow {
  const schedule = createSchedule(h, task.until);
  let simulation = createRun(task, method, schedule);
  let [spent, seconds] = [0, Number.POSITIVE_INFINITY];
  for (let k = 0; k < maxRepeats && spent < worthTiming && !simulation.failure; k++) {
    simulation = createRun(task, method, schedule);
    const start = task.clock();
    simulation.advance(schedule.steps);
    const passed = task.clock() - start;
    seconds = Math.min(seconds, passed);
    spent += passed;
  }
  return {
    method: method.name,
    h: schedule.h,
    steps: simulation.steps,
    error: simulation.failure ? Number.NaN : distance(simulation.state, exact),
    energyError: simulation.extremes.energyMaxError,
    seconds,
    failure: simulation.failure?.message ?? null,
  };
}

function createRun(task: WorkPrecisionTask, method: Method, schedule: Schedule): Simulation {
  const problem = sideOf(task, method);
  const { options } = task;
  return createSimulation(problem, createMethod(problem, method, options), schedule, () => {});
}

/** The problem that a method runs on. */
export function sideOf(
  { problem, penalised }: Pick<WorkPrecisionTask, 'problem' | 'penalised'>,
  method: MethodChoice,
): Problem {
  return knowsConstraints(methodNamed(method)) ? problem : (penalised ?? problem);
}

/** Above the accuracy of the reference and below the size of the solution. */
function usable(rows: readonly WorkPrecisionRow[], method: string, size: number) {
  return rows.filter(row => row.method === method && row.error > 1e-11 * size && row.error < 0.3 * size);
}
