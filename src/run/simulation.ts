// The only time loop. It owns time, step count and state; it steps, looks at every outcome, and calls its observers.
// `advance` makes a limited number of steps, so that a caller can show progress, stop, or save in between.

import type { Flow } from '../flows/flow.ts';
import { allFinite, maxAbs } from '../linalg/dense.ts';
import { ObservationError } from '../observers/observer.ts';
import { temperatureObserver } from '../observers/temperature.ts';
import { createBrackets } from '../problem/brackets.ts';
import { energyReach, energyScale } from '../problem/energy-scale.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { type Failure, failed } from '../solvers/outcome.ts';
import type { Schedule } from './schedule.ts';
import { createParticleWatch, particleFailure } from './watch.ts';

export interface RunFailure {
  /** Number of the step that failed; the state before it is the last good one. */
  readonly step: number;
  readonly time: number;
  readonly constraint: string | null;
  /** Number of the atom to blame, where there are particles and one is. */
  readonly particle?: number;
  readonly outcome: Failure;
  readonly message: string;
}

/** What every step was looked at for: largest deviations so far, and for random methods the temperature. */
export interface Extremes {
  energyInitial: number;
  energyFinal: number;
  energyMaxError: number;
  constraintMax: number;
  hiddenMax: number;
  /** Sum of the kinetic temperatures after each step of a random method; 0 for others. */
  temperatureSum: number;
}

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
  /** Continues from a saved place instead of the start. */
  restore(steps: number, state: State, extremes: Extremes): void;
}

/** Called at step 0, at every `every`-th step and at the last one. */
export type OnRow = (z: State, time: number, step: number) => void;

/** `watched` has the constraints whose residuals are kept: those of the problem, or those that its penalty replaced. */
export function createSimulation(
  problem: Problem,
  flow: Flow,
  schedule: Schedule,
  onRow: OnRow,
  watched: Problem = problem,
): Simulation {
  let z = Float64Array.from(problem.initial);
  let next = new Float64Array(z.length);
  let steps = 0;
  let failure: RunFailure | null = null;
  const monitor = createMonitor(problem, watched, flow.temperature ?? null);
  const watch = flow.isJump ? null : createParticleWatch(problem);

  /** What cannot be observed ends the run like a failed step. */
  function row(): void {
    try {
      onRow(z, steps * schedule.h, steps);
    } catch (error) {
      if (!(error instanceof ObservationError)) throw error;
      failure = explain(problem, failed(error.reason, error.message), steps, steps * schedule.h);
    }
  }
  const isDue = () => steps % schedule.every === 0 || steps === schedule.steps;

  function start(): void {
    const outcome = allFinite(z)
      ? monitor.start(z)
      : failed('not finite', 'the start contains a value that is not finite');
    if (outcome) failure = explain(problem, outcome, 0, 0, z);
    else row();
  }

  function advance(count: number): void {
    if (steps === 0 && monitor.fresh) start();
    for (let k = 0; k < count && !failure && steps < schedule.steps; k++) {
      const outcome = flow.step(z, schedule.h, next);
      const bad = outcome.ok ? (watch?.look(z, schedule.h, next) ?? monitor.look(next)) : outcome;
      if (bad) {
        failure = explain(problem, bad, steps + 1, steps * schedule.h, z);
        return;
      }
      [z, next] = [next, z];
      steps += 1;
      if (isDue()) row();
    }
  }

  return {
    schedule,
    get state() {
      return z;
    },
    get steps() {
      return steps;
    },
    get time() {
      return steps * schedule.h;
    },
    get extremes() {
      return monitor.extremes;
    },
    get failure() {
      return failure;
    },
    get finished() {
      return failure !== null || steps >= schedule.steps;
    },
    advance,
    restore(at, state, extremes) {
      z.set(state);
      steps = at;
      monitor.restore(extremes);
      // The rows kept end with the last one due; the row of the end has to be written again.
      if (steps === schedule.steps && steps % schedule.every !== 0) row();
    },
  };
}

/**
 * A motion that gains this many times the energy it could have had is not a motion any more. A start without any energy in
 * play gives no measure, and is not judged; a loss of energy is not judged either.
 */
const growth = 1e4;

function unstable(energy: number, before: number): Failure {
  const [from, to] = [before, energy].map(value => Number(value.toPrecision(3)));
  return failed(
    'unstable',
    `the energy has gone from ${from} to ${to}: the step is too long for this motion; halve it`,
  );
}

/** Watches energy and constraints at every step; a value that is not finite ends the run. */
function createMonitor(problem: Problem, watched: Problem, heat: number | null) {
  const { H } = problem;
  const { g } = watched;
  const brackets = createBrackets(watched);
  const values = new Float64Array(g.m);
  const extremes: Extremes = {
    energyInitial: Number.NaN,
    energyFinal: Number.NaN,
    energyMaxError: 0,
    constraintMax: 0,
    hiddenMax: 0,
    temperatureSum: 0,
  };
  const thermometer = heat === null ? null : temperatureObserver(problem);
  const temperature = new Float64Array(1);
  const lost = failed('not finite', 'the energy is not finite: the motion has blown up; take a smaller step');
  const noStart = failed('not finite', 'the energy at the start is not finite; correct the initial values');
  const bound = growth * Math.max(energyReach(problem, problem.initial), problem.n * (heat ?? 0));

  /** Far more energy than there was, and not as a small difference of large terms: the step is unstable. */
  const isUnstable = (z: State, gain: number) =>
    bound > 0 && gain > bound && gain > 0.5 * energyScale(problem, z);

  function look(z: State): Failure | null {
    const energy = H.value(z);
    if (!Number.isFinite(energy)) return lost;
    extremes.energyFinal = energy;
    const error = Math.abs(energy - extremes.energyInitial);
    extremes.energyMaxError = Math.max(extremes.energyMaxError, error);
    if (isUnstable(z, energy - extremes.energyInitial)) return unstable(energy, extremes.energyInitial);
    thermometer?.observe(z, temperature, 0);
    extremes.temperatureSum += temperature[0];
    if (g.m === 0) return null;
    g.value(z, values);
    extremes.constraintMax = Math.max(extremes.constraintMax, maxAbs(values));
    brackets.hidden(z, values);
    extremes.hiddenMax = Math.max(extremes.hiddenMax, maxAbs(values));
    return null;
  }
  return {
    extremes,
    look,
    get fresh() {
      return Number.isNaN(extremes.energyInitial);
    },
    start(z: State): Failure | null {
      extremes.energyInitial = H.value(z);
      if (!Number.isFinite(extremes.energyInitial)) return noStart;
      const bad = look(z);
      extremes.temperatureSum = 0;
      return bad;
    },
    restore(saved: Extremes) {
      Object.assign(extremes, saved);
    },
  };
}

/** A failure in words: which step, which constraint, which residual, how many iterations, what to try; `z` failed to step. */
function explain(problem: Problem, outcome: Failure, step: number, time: number, z?: State): RunFailure {
  const constraint = problem.g.names[outcome.equation] ?? null;
  const among = z ? particleFailure(problem, outcome, z) : null;
  const parts = [`step ${step} from t = ${Number(time.toPrecision(8))} failed (${outcome.reason})`];
  // Among particles the words name the rod.
  if (constraint && !among) parts.push(`constraint “${constraint}”`);
  if (Number.isFinite(outcome.residual)) parts.push(`residual ${outcome.residual.toExponential(2)}`);
  const { iterations } = outcome;
  if (iterations > 0) parts.push(`after ${iterations} iteration${iterations === 1 ? '' : 's'}`);
  const message = `${parts.join(', ')}: ${among?.words ?? outcome.detail}`;
  return { step, time, constraint, ...(among ? { particle: among.particle } : {}), outcome, message };
}
