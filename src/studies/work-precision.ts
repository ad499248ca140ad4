// Work against precision: every method at every step size, its end-point error against the reference, its largest energy
// error and its time. Slopes are least-squares fits per method. `compare` plans such a study for a problem.

import type { Flow } from '../flows/flow.ts';
import { hasCutoff } from '../laws/law.ts';
import { exactState, slope } from '../laws/order.ts';
import { distance } from '../linalg/dense.ts';
import { knowsConstraints, type Method, MethodError, type MethodOptions } from '../methods/method.ts';
import {
  createMethod,
  type MethodChoice,
  methodNamed,
  optionsFor,
  refuseUnusedOptions,
} from '../methods/registry.ts';
import type { Problem } from '../problem/problem.ts';
import { methodOptions, type PlanOptions, planRun } from '../run/plan.ts';
import { createSchedule, type Schedule } from '../run/schedule.ts';
import { createSimulation, type Simulation } from '../run/simulation.ts';
import { memoryReset } from '../run/stepper.ts';

/** One run of a work–precision study. */
export interface WorkPrecisionRow {
  readonly method: string;
  readonly h: number;
  readonly steps: number;
  readonly error: number;
  readonly energyError: number;
  /** Time of one run (`timingRule`); NaN without a clock. Of a failed run: until it failed. */
  readonly seconds: number;
  /** Relative difference of the two fastest samples that `seconds` is taken from; NaN where a run was not repeated. */
  readonly secondsSpread: number;
  /** Why the run failed, or null. */
  readonly failure: string | null;
}

/** A work–precision study: one row for each method and step, and the fitted orders. */
export interface WorkPrecision {
  readonly until: number;
  readonly rows: readonly WorkPrecisionRow[];
  /** Fitted order per method; NaN with fewer than three usable steps. */
  readonly slopes: ReadonlyMap<string, number>;
}

/** What a work–precision study runs. */
export interface WorkPrecisionTask {
  /** Errors are measured against its exact motion. */
  readonly problem: Problem;
  /** The problem for methods that take no constraints, where the problem has some. */
  readonly penalised?: Problem;
  readonly methods: readonly MethodChoice[];
  readonly steps: readonly number[];
  readonly until: number;
  readonly options: MethodOptions;
  /** Seconds on any steady clock; runs are repeated as `timingRule` says, or made once without a clock. */
  readonly clock?: (() => number) | undefined;
  /** Called before each run. */
  readonly onRun?: ((method: string, h: number, index: number, count: number) => void) | undefined;
}

/** What to compare; every entry has a default that fits the problem. */
export interface CompareOptions extends Omit<PlanOptions, 'method'> {
  /** Default rattle, rattle-4 and bdf2. */
  readonly methods?: readonly MethodChoice[] | undefined;
  /** Step sizes; default 4, 2, 1, ½ and ¼ times that of the plan. */
  readonly steps?: readonly number[] | undefined;
  readonly clock?: WorkPrecisionTask['clock'];
  readonly onRun?: WorkPrecisionTask['onRun'];
}

const defaultMethods: readonly MethodChoice[] = ['rattle', 'rattle-4', 'bdf2'];
const stepFactors = [4, 2, 1, 0.5, 0.25];
/** The end time is that of the plan, but at most this many of its steps. */
const maxDefaultSteps = 100;

/**
 * Work against precision on a problem: several methods at several steps, against the exact motion. With a penalty (`omega`)
 * methods that take constraints run beside those that do not, all against the constrained motion.
 */
export const compare = (problem: Problem, options: CompareOptions = {}): WorkPrecision =>
  workPrecision(planComparison(problem, options));

/** The task of `compare`; throws a MethodError for a method that does not apply or is random. */
export function planComparison(original: Problem, options: CompareOptions = {}): WorkPrecisionTask {
  const methods = (options.methods ?? defaultMethods).map(methodNamed);
  const { step, until, every, omega } = options;
  const plan = planRun(original, { step, until, every, omega, method: methods[0] });
  refuseUnusedOptions(plan.problem, methods, methodOptions(options));
  const { h, steps } = plan.schedule;
  const isMixed = plan.problem !== original && methods.some(knowsConstraints);
  const task: WorkPrecisionTask = {
    ...(isMixed ? { problem: original, penalised: plan.problem } : { problem: plan.problem }),
    methods,
    steps: options.steps ?? stepFactors.map(factor => factor * h),
    until: options.until ?? Math.min(steps, maxDefaultSteps) * h,
    options: methodOptions(options, original.run),
    clock: options.clock,
    onRun: options.onRun,
  };
  for (const method of methods) refuseRandom(method, createFlow(task, method));
  return task;
}

/** A random path has no exact one to be compared with. */
function refuseRandom({ name, parameters }: Method, { temperature }: Flow): void {
  if (temperature === undefined) return;
  const takesFriction = parameters.some(parameter => parameter.name === 'friction');
  throw new MethodError(
    `the method “${name}” is random, and no exact motion is its own; ${takesFriction ? 'take its noise away with friction 0 (--friction 0), or' : 'instead,'} run it and compare averages`,
  );
}

/** Forces that end at a cut-off have a kink there: a reference at round-off would take steps without end. */
const roughTolerance = 1e-8;

/**
 * Every method at every step size: error at the end against the reference, largest energy error, time. `compare` is
 * the same with defaults. Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §I.5.
 */
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

function measure(task: WorkPrecisionTask, method: Method, h: number, exact: Float64Array): WorkPrecisionRow {
  const schedule = createSchedule(h, task.until);
  const run = createRun(task, method, schedule);
  const first = run.make(task.clock);
  const { simulation } = run;
  const row = {
    method: method.name,
    h: schedule.h,
    steps: simulation.steps,
    error: simulation.failure ? Number.NaN : distance(simulation.state, exact),
    energyError: simulation.extremes.energyMaxError,
    failure: simulation.failure?.message ?? null,
  };
  if (row.failure !== null || !task.clock) return { ...row, seconds: first, secondsSpread: Number.NaN };
  return { ...row, ...repeatedTime(run, task.clock) };
}

/** A run that can be made again with the compiled code of the first time. */
interface RepeatableRun {
  readonly simulation: Simulation;
  /** Makes the run from its start, `count` times; the seconds of all, or NaN without a clock. */
  make(clock: WorkPrecisionTask['clock'], count?: number): number;
}

function createRun(task: WorkPrecisionTask, method: Method, schedule: Schedule): RepeatableRun {
  const problem = sideOf(task, method);
  const flow = createFlow(task, method);
  const resetMemory = memoryReset(flow);
  const simulation = createSimulation(problem, flow, schedule, () => {});
  const unstarted = { ...simulation.extremes };
  return {
    simulation,
    make(clock, count = 1) {
      const start = clock?.() ?? Number.NaN;
      for (let k = 0; k < count; k++) {
        simulation.restore(0, problem.initial, unstarted);
        resetMemory();
        simulation.advance(schedule.steps);
      }
      return (clock?.() ?? Number.NaN) - start;
    },
  };
}

/** Shorter samples are not trusted: clocks of browsers advance by up to 0.1 ms. */
const minSampleSeconds = 0.005;
/** Runs are repeated until they have taken this long at the speed of the fastest: by then their code is compiled. */
const minTimedSeconds = 0.1;
/** Largest relative difference of the two fastest samples at which repetition ends. */
export const maxSpread = 0.1;
/** Repetition without agreement ends after this time at the speed of the fastest, and a few samples of a longer run. */
const maxTimedSeconds = 1;
const maxSamplesOfLongRun = 5;
/** A larger batch that is still too short: the clock stands still. */
const maxBatch = 8192;

/** How the times of a study are measured, in one sentence. */
export const timingRule =
  `times are those of the fastest sample; samples of at least ${1000 * minSampleSeconds} ms are repeated, after a run that does ` +
  `not count, for at least ${minTimedSeconds} s and until the two fastest agree within ${100 * maxSpread} %`;

/**
 * Seconds of a run: the fastest sample. A sample is a batch of runs that is long enough for the clock. Disturbed and cold
 * samples (compilation, another process) are only slower, so they neither count nor shorten the repetition.
 */
function repeatedTime(run: RepeatableRun, clock: () => number) {
  let [seconds, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isDone = (runs: number, samples: number) => {
    if (samples < 2) return false;
    const timed = runs * seconds;
    if (second <= (1 + maxSpread) * seconds) return timed >= minTimedSeconds;
    return samples >= maxSamplesOfLongRun && timed >= maxTimedSeconds;
  };
  let [batch, runs, samples] = [1, 0, 0];
  while (!isDone(runs, samples) && batch <= maxBatch) {
    const passed = run.make(clock, batch);
    runs += batch;
    if (passed < minSampleSeconds) {
      batch *= 2;
      continue;
    }
    samples += 1;
    [seconds, second] = [seconds, second, passed / batch].sort((a, b) => a - b);
  }
  return Number.isFinite(seconds)
    ? { seconds, secondsSpread: second / seconds - 1 }
    : { seconds: Number.NaN, secondsSpread: Number.NaN };
}

/** The flow of a method on its side, with those options of the task that it takes. */
function createFlow(task: WorkPrecisionTask, method: Method): Flow {
  const problem = sideOf(task, method);
  return createMethod(problem, method, optionsFor(problem, method, task.options));
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
