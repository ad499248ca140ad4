// A scheduled run: steps from t = 0 to the end, rows at their times, statistics on the way. `advance` makes a limited number of
// steps, so that a caller can show progress, stop, or save in between.

import type { Flow } from '../flows/flow.ts';
import { ObservationError, observeAll } from '../observers/observer.ts';
import { observableObserver } from '../observers/standard.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { failed } from '../solvers/outcome.ts';
import { explainFailure, type RunFailure } from './failure.ts';
import { type Extremes, standardGuards } from './guards.ts';
import type { Schedule } from './schedule.ts';
import { createStepper } from './stepper.ts';

/** A run in progress: advance it by any number of steps, read its state, continue from a checkpoint. */
export interface Simulation {
  readonly schedule: Schedule;
  readonly state: State;
  readonly steps: number;
  readonly time: number;
  readonly extremes: Extremes;
  readonly failure: RunFailure | null;
  readonly finished: boolean;
  /** Makes at most `count` steps; stops early at the end or at a failure. */
  advance(count: number): void;
  /** Ends the run here, with a last row where none was due. */
  stop(): void;
  /** Continues from a saved state instead of the start. */
  restore(steps: number, state: State, extremes: Extremes): void;
}

/** Called at step 0, at every `every`-th step and at the last one. */
export type OnRow = (z: State, time: number, step: number) => void;

/** `watched` has the constraints whose residuals are recorded: those of the problem, or those that its penalty replaced. */
export function createSimulation(
  problem: Problem,
  flow: Flow,
  schedule: Schedule,
  onRow: OnRow,
  watched: Problem = problem,
): Simulation {
  const guards = standardGuards(problem, flow, watched);
  const stepper = createStepper(problem, flow, { h: schedule.h, guards });
  // The user's formulas are evaluated even if they are not recorded: a NaN must end the run.
  const observables = [observableObserver(watched)];
  const observed = new Float64Array(watched.observables.length);
  /** A row that cannot be observed ends the run like a failed step. */
  let unobserved: RunFailure | null = null;
  let isStopped = false;
  const failure = () => stepper.failure ?? unobserved;
  const isFinished = () => failure() !== null || isStopped || stepper.steps >= schedule.steps;

  function row(): void {
    const { state, steps, time } = stepper;
    const refused = guards.confirm(state);
    if (refused) unobserved = explainFailure(problem, refused, steps, time, state);
    if (unobserved) return;
    try {
      observeAll(observables, state, observed);
      onRow(state, time, steps);
    } catch (error) {
      if (!(error instanceof ObservationError)) throw error;
      unobserved = explainFailure(problem, failed(error.reason, error.message), steps, time);
    }
  }
  const isRowDue = () => stepper.steps % schedule.every === 0 || stepper.steps === schedule.steps;
  /** Steps to the next row, or to the end. */
  const stepsToRow = () =>
    Math.min(schedule.every - (stepper.steps % schedule.every), schedule.steps - stepper.steps);

  function advance(count: number): void {
    if (!guards.isStarted && !stepper.start()) row();
    for (let left = count; left > 0 && !isFinished(); ) {
      const piece = Math.min(left, stepsToRow());
      if (!stepper.advance(piece) && isRowDue()) row();
      left -= piece;
    }
  }

  return {
    schedule,
    get state() {
      return stepper.state;
    },
    get steps() {
      return stepper.steps;
    },
    get time() {
      return stepper.time;
    },
    extremes: guards.extremes,
    get failure() {
      return failure();
    },
    get finished() {
      return isFinished();
    },
    advance,
    stop() {
      isStopped = true;
      if (!failure() && !isRowDue()) row();
    },
    restore(at, state, extremes) {
      stepper.restore(at, state);
      guards.restore(extremes);
      // The rows before a checkpoint end with the last regular one; the final row has to be written again.
      if (stepper.steps === schedule.steps && stepper.steps % schedule.every !== 0) row();
    },
  };
}
