// A whole run in one call, for programs. `simulate` blocks; `simulateAsync` yields to the event loop between rows. The command line
// uses the parts: planRun and createSimulation.

import { check } from '../analysis/check.ts';
import { isConsistentStart } from '../analysis/consistency.ts';
import type { Finding } from '../analysis/finding.ts';
import { didYouMean } from '../formula/nearest-name.ts';
import { accelerated } from '../kernels/choose.ts';
import { MethodError } from '../methods/method.ts';
import { methodParameters } from '../methods/registry.ts';
import { columnsOf, createTable, type Observer, observeAll, type Table } from '../observers/observer.ts';
import { standardObservers } from '../observers/standard.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { RunFailure } from './failure.ts';
import type { Extremes } from './guards.ts';
import { type PlanOptions, planRun } from './plan.ts';
import { createSimulation, type OnRow } from './simulation.ts';

/** What to run and what to record; every entry has a default that fits the problem. */
export interface SimulateOptions extends PlanOptions {
  /** Columns of the table after the time; default `standardObservers(problem)`. */
  readonly observers?: readonly Observer[];
  /** Called for each row, at step 0 too, with the state (valid during the call), the time and the number of steps. */
  readonly onRow?: OnRow;
  /**
   * Ends the run when it is aborted, between two rows at the latest; an `AbortSignal` fits. Only code that runs during the
   * call can abort `simulate` (`onRow`, `stopWhen`); to abort it from outside use `simulateAsync`.
   */
  readonly signal?: { readonly aborted: boolean };
  /** Called after every step; true ends the run there, with a last row. This is not a failure. */
  readonly stopWhen?: (z: State, time: number, step: number) => boolean;
  /** Runs even from a start that violates the constraints g = 0 or the hidden ones {g,H} = 0. */
  readonly force?: boolean;
}

/** Options of `simulateAsync`. */
export interface AsyncOptions extends SimulateOptions {
  /**
   * Awaited between rows, so that timers, events and other promises are served. In Node `setImmediate` of
   * `node:timers/promises`; in a browser `() => new Promise(resolve => setTimeout(resolve))` or `() => scheduler.yield()`.
   */
  readonly pause: () => Promise<unknown>;
}

/** Why a run ended: at its end time, by `stopWhen`, by its signal, or because a step failed. */
export type RunEnding = 'finished' | 'stopped' | 'aborted' | 'failed';

/** What `simulate` returns: the end, the run statistics, the recorded table, and why it stopped early, if it did. */
export interface RunResult {
  readonly ending: RunEnding;
  readonly time: number;
  readonly steps: number;
  readonly state: { readonly q: Float64Array; readonly p: Float64Array };
  readonly extremes: Extremes;
  /** The first column is `time`, then those of the observers. */
  readonly table: Table;
  /** What failed, where `ending` is 'failed'; else null. */
  readonly failure: RunFailure | null;
  readonly method: string;
  /** Reason for the method. */
  readonly because: string;
  /** The kernels and solvers in use. */
  readonly parts: readonly string[];
  /** Counters of the method, such as steps that fell back to the reference method. */
  readonly counters: Readonly<Record<string, number>>;
}

/** Thrown for a start that violates the constraints or the hidden constraints; `findings` are those of `check`. */
export class InconsistentStartError extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const reasons = findings.map(({ summary, advice }) => [summary, advice].filter(Boolean).join(' '));
    super(
      `the start is inconsistent, so nothing was run. ${reasons.join(' ')} check(problem).repaired is the nearest consistent start, where one was found; force: true runs anyway.`,
    );
    this.name = 'InconsistentStartError';
    this.findings = findings;
  }
}

/**
 * Integrates a problem from t = 0 to its end: z ← φ_h(z), with a row of observations every few steps.
 *
 * Method, step and length are those of `planRun`. Throws an `InconsistentStartError` for a start off the constraints and a
 * `MethodError` for a method that does not apply; a failed step is not thrown but the result's `failure`.
 */
export function simulate(problem: Problem, options: SimulateOptions = {}): RunResult {
  const run = createRun(problem, options);
  while (!run.isOver()) run.advance();
  return run.result();
}

/** Like `simulate`, but awaits `pause` between rows: a page stays responsive, and a signal can be aborted from outside. */
export async function simulateAsync(problem: Problem, options: AsyncOptions): Promise<RunResult> {
  const run = createRun(problem, options);
  while (!run.isOver()) {
    run.advance();
    await options.pause();
  }
  return run.result();
}

/** Options of `simulate` other than parameters of methods. */
const ownOptions: readonly (keyof AsyncOptions)[] = [
  ...(['method', 'step', 'until', 'every', 'omega', 'observers'] as const),
  ...(['onRow', 'signal', 'stopWhen', 'force', 'pause'] as const),
];

function refuseUnknownOptions(options: SimulateOptions): void {
  const known: string[] = [...ownOptions, ...methodParameters.map(({ name }) => name)];
  const unknown = Object.keys(options).find(name => !known.includes(name));
  if (unknown !== undefined)
    throw new MethodError(
      `there is no option “${unknown}”; ${didYouMean(unknown, known) ?? `there are: ${known.join(', ')}`}`,
    );
}

function createRun(original: Problem, options: SimulateOptions) {
  refuseUnknownOptions(options);
  const { problem, schedule, createFlow, method, because } = planRun(original, options);
  if (!options.force) refuseInconsistentStart(accelerated(original));
  const flow = createFlow();
  const { table, onRow } = recorder(options.observers ?? standardObservers(problem), options.onRow);
  const simulation = createSimulation(problem, flow, schedule, onRow, original);
  const { stopWhen, signal } = options;
  let isStopped = false;

  /** To the next row, at most. */
  function advance(): void {
    if (stopWhen) for (let left = schedule.every; left > 0 && !isOver(); left--) stepUnless(stopWhen);
    else simulation.advance(schedule.every);
  }
  function stepUnless(isReached: NonNullable<SimulateOptions['stopWhen']>): void {
    simulation.advance(1);
    isStopped = !simulation.failure && isReached(simulation.state, simulation.time, simulation.steps);
    if (isStopped) simulation.stop();
  }
  const isOver = () => simulation.finished || signal?.aborted === true;

  function ending(): RunEnding {
    if (simulation.failure) return 'failed';
    if (isStopped) return 'stopped';
    return simulation.finished ? 'finished' : 'aborted';
  }
  return {
    isOver,
    advance,
    result: (): RunResult => ({
      ending: ending(),
      time: simulation.time,
      steps: simulation.steps,
      state: { q: simulation.state.slice(0, problem.n), p: simulation.state.slice(problem.n) },
      extremes: simulation.extremes,
      table,
      failure: simulation.failure,
      method,
      because,
      parts: flow.parts ?? [],
      counters: flow.counters?.() ?? {},
    }),
  };
}

/** The table of a run, and the function that fills it row by row. */
function recorder(
  observers: readonly Observer[],
  onRow: OnRow | undefined,
): { readonly table: Table; readonly onRow: OnRow } {
  const table = createTable(['time', ...columnsOf(observers)]);
  const row = new Float64Array(table.columns.length);
  const cells = row.subarray(1);
  return {
    table,
    onRow(z, time, step) {
      row[0] = time;
      observeAll(observers, z, cells);
      table.append(row);
      onRow?.(z, time, step);
    },
  };
}

/** Tests two residuals; the whole check, which costs far more, runs only for the message. */
function refuseInconsistentStart(problem: Problem): void {
  if (isConsistentStart(problem)) return;
  const findings = check(problem).findings.filter(({ verdict }) => verdict === 'fail');
  if (findings.length > 0) throw new InconsistentStartError(findings);
}
