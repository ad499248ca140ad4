// One method in motion: the flow, its state and past states, and what the plots and the section need of it.

import { distance } from '../../src/linalg/dense.ts';
import { createMethod, methodNamed } from '../../src/methods/registry.ts';
import { momentumObserver } from '../../src/observers/momenta.ts';
import { columnsOf, ObservationError, type Observer, observeAll } from '../../src/observers/observer.ts';
import { multiplierObserver, observableObserver, trajectoryObserver } from '../../src/observers/standard.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { explainFailure, type RunFailure } from '../../src/run/failure.ts';
import { type StandardGuards, standardGuards } from '../../src/run/guards.ts';
import { createStepper, type Guards, memoryReset } from '../../src/run/stepper.ts';
import { failed } from '../../src/solvers/outcome.ts';
import { createHistory } from './history.ts';
import type { AboutLane, LaneFrame, LaneSpec, Section } from './protocol.ts';

export interface Lane {
  readonly about: AboutLane;
  /** What it integrates: the problem, or its penalised form. */
  readonly problem: Problem;
  readonly steps: number;
  readonly isStopped: boolean;
  /** First and last step that one can go back to. */
  readonly span: readonly [number, number];
  forwards(count: number): void;
  /** At most `count` steps back, and not beyond the last recorded state. */
  backwards(count: number): void;
  /** Records the present state, so that one can go back to it. */
  remember(): void;
  seek(step: number): void;
  /** Collects the points of this section from now on; null: of none. */
  watch(section: Section | null): void;
  restart(start: State): void;
  frame(): LaneFrame;
}

export function createLane(original: Problem, spec: LaneSpec, h: number): Lane {
  const problem = spec.omega === undefined ? original : penalised(original, spec.omega);
  const flow = createMethod(problem, spec.method, spec.options);
  const resetMemory = memoryReset(flow);
  const standard = standardGuards(problem, flow, original);
  const worst = createWorst(standard, original.g.m > 0);
  const observers = frameObservers(original, problem);
  const observed = new Float64Array(columnsOf(observers).length);
  const history = createHistory(2 * problem.n);
  let section: Section | null = null;
  let crossings: number[] = [];
  let unobserved: RunFailure | null = null;
  let returnError: number | null = null;

  const guards: Guards = {
    get isStarted() {
      return standard.isStarted;
    },
    start: z => standard.start(z) ?? worst.note(),
    restart: z => standard.restart(z),
    check(before, step, after) {
      const failure = standard.check(before, step, after);
      if (failure) return failure;
      if (section) noteCrossing(section, before, after, crossings);
      return worst.note();
    },
  };
  const stepper = createStepper(problem, flow, { h, guards });
  const failure = () => stepper.failure ?? unobserved;

  function moveTo(step: number, state: State): void {
    stepper.restore(step, state);
    resetMemory();
    worst.clear();
    [unobserved, returnError] = [null, null];
  }
  function restart(start: State): void {
    history.clear();
    moveTo(0, start);
    stepper.start();
    history.add(0, stepper.state);
  }
  /** A column that cannot be computed stops the lane like a failed step. */
  function observe(): void {
    try {
      observeAll(observers, stepper.state, observed);
    } catch (error) {
      if (!(error instanceof ObservationError)) throw error;
      const { steps, time } = stepper;
      unobserved ??= explainFailure(problem, failed(error.reason, error.message), steps, time);
    }
  }
  restart(problem.initial);
  return {
    about: {
      spec,
      title: methodNamed(spec.method).title,
      columns: ['time', ...worst.columns, ...columnsOf(observers)],
      obstacle: null,
      parts: flow.parts ?? [],
    },
    problem,
    get steps() {
      return stepper.steps;
    },
    get isStopped() {
      return failure() !== null;
    },
    get span() {
      return [history.first, history.last] as const;
    },
    forwards(count) {
      if (!failure()) stepper.advance(count);
      returnError = null;
    },
    backwards(count) {
      const { step, z } = history.before(stepper.steps - 1);
      if (!failure()) stepper.advance(-Math.min(count, Math.max(0, stepper.steps - step)));
      if (stepper.steps === step) returnError = distance(z, stepper.state);
    },
    remember: () => history.add(stepper.steps, stepper.state),
    watch(given) {
      [section, crossings] = [given, []];
    },
    seek(step) {
      const moment = history.before(step);
      moveTo(moment.step, moment.z);
      // Energy and residuals there: a step of length 0.
      guards.check(stepper.state, 0, stepper.state);
    },
    restart,
    frame() {
      observe();
      const { state, steps, time } = stepper;
      const row = Float64Array.of(time, ...worst.row, ...observed);
      worst.clear();
      const points = Float64Array.from(crossings);
      crossings = [];
      return {
        time,
        steps,
        q: state.slice(0, problem.n),
        p: state.slice(problem.n),
        row,
        failure: failure()?.message ?? null,
        section: points,
        returnError,
      };
    },
  };
}

/** Energy, and of its error and the residuals the value farthest from zero since `clear`: no peak between frames is missed. */
function createWorst({ latest, extremes }: StandardGuards, hasConstraints: boolean) {
  const row = new Float64Array(hasConstraints ? 4 : 2);
  let isFresh = true;
  const keepLarger = (c: number, value: number) => {
    if (isFresh || Math.abs(value) > Math.abs(row[c])) row[c] = value;
  };
  return {
    columns: hasConstraints ? ['energy', 'energy_error', 'g', 'hidden'] : ['energy', 'energy_error'],
    row,
    /** Takes in what the guards have just measured; null, as a guard that accepts. */
    note(): null {
      row[0] = latest.energy;
      keepLarger(1, latest.energy - extremes.energyInitial);
      if (hasConstraints) {
        keepLarger(2, latest.constraint);
        keepLarger(3, latest.hidden);
      }
      isFresh = false;
      return null;
    },
    clear(): void {
      isFresh = true;
    },
  };
}

/** A point of a Poincaré section: where a step passes the level upwards, interpolated linearly between its ends. */
function noteCrossing({ through, level, x, y }: Section, from: State, to: State, out: number[]): void {
  const [a, b] = [from[through] - level, to[through] - level];
  if (!(a < 0 && b >= 0)) return;
  const t = a / (a - b);
  out.push(from[x] + t * (to[x] - from[x]), from[y] + t * (to[y] - from[y]));
}

const fewConstraints = 8;
const fewCoordinates = 40;

/**
 * Columns of a frame besides energy error and residuals: observables, and multipliers, momenta and coordinates where they are
 * few. `run` is the problem that is integrated: the original one, or its penalised form.
 */
function frameObservers(original: Problem, run: Problem): readonly Observer[] {
  const { g, n } = original;
  const hasMultipliers = g.m > 0 && g.m <= fewConstraints && run.g.m === g.m;
  return [
    ...(hasMultipliers ? [multiplierObserver(original)] : []),
    observableObserver(original),
    ...(n <= fewCoordinates ? [momentumObserver(original), trajectoryObserver(original)] : []),
  ];
}
