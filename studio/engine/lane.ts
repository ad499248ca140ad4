// One method on its way: the flow, where it is, where it was, and what is known about it.

import type { Flow } from '../../src/flows/flow.ts';
import { distance } from '../../src/linalg/dense.ts';
import { createMethod, methodNamed } from '../../src/methods/registry.ts';
import { columnsOf, ObservationError, observeAll } from '../../src/observers/observer.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { createHistory } from './history.ts';
import type { AboutLane, LaneFrame, LaneSpec, Section } from './protocol.ts';
import { noteCrossing } from './section.ts';
import { watchersOf } from './watchers.ts';

export interface Lane {
  readonly about: AboutLane;
  /** What it moves: the problem, or its penalised form. */
  readonly problem: Problem;
  readonly steps: number;
  readonly isStopped: boolean;
  /** First and last step that one can go back to. */
  readonly span: readonly [number, number];
  forwards(count: number): void;
  /** At most so many steps back, and not beyond the last moment that is remembered. */
  backwards(count: number): void;
  /** Makes this a moment that one can go back to. */
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
  const { n } = problem;
  const { everyStep, everyFrame } = watchersOf(original, problem);
  const errors = createWorst(everyStep);
  const others = new Float64Array(columnsOf(everyFrame).length);
  const fresh = flow.memory.map(part => part.slice());
  const history = createHistory(2 * n);
  let z: State = new Float64Array(2 * n);
  let next: State = new Float64Array(2 * n);
  let steps = 0;
  let failure: string | null = null;
  let section: Section | null = null;
  let crossings: number[] = [];
  let returnError: number | null = null;

  const when = () => `after ${steps} steps, at t = ${Number((steps * h).toPrecision(6))}`;
  /** What cannot be observed stops the lane like a step that cannot be made. */
  function stopFor(error: unknown): void {
    if (!(error instanceof ObservationError)) throw error;
    failure ??= `${when()}: ${error.message}`;
  }
  function watch(): void {
    try {
      if (!errors.look(z)) failure = `${when()}: ${steps === 0 ? noStart : blownUp}`;
    } catch (error) {
      stopFor(error);
    }
  }
  function step(direction: 1 | -1): void {
    const outcome = flow.step(z, direction * h, next);
    if (!outcome.ok) {
      const what = outcome.reason === 'not finite' ? 'the motion has blown up' : outcome.reason;
      failure = `${when()}: ${what} – ${outcome.detail}`;
      return;
    }
    if (section) noteCrossing(section, z, next, crossings);
    [z, next] = [next, z];
    steps += direction;
    watch();
    // What is shown is the last state that can be.
    if (failure !== null) [z, next, steps] = [next, z, steps - direction];
  }
  function run(direction: 1 | -1, count: number): void {
    for (let k = 0; k < count && failure === null; k++) step(direction);
  }
  function place(at: number, state: State): void {
    z.set(state);
    [steps, failure, returnError] = [at, null, null];
    restoreMemory(flow, fresh);
    errors.forget();
    watch();
  }
  function restart(start: State): void {
    history.forget();
    place(0, start);
    history.add(0, z);
  }
  restart(problem.initial);
  return {
    about: {
      spec,
      title: methodNamed(spec.method).title,
      columns: ['time', ...columnsOf(everyStep), ...columnsOf(everyFrame)],
      obstacle: null,
      parts: flow.parts ?? [],
    },
    problem,
    get steps() {
      return steps;
    },
    get isStopped() {
      return failure !== null;
    },
    get span() {
      return [history.first, history.last] as const;
    },
    forwards(count) {
      run(1, count);
      returnError = null;
    },
    backwards(count) {
      const target = history.before(steps - 1);
      run(-1, Math.min(count, Math.max(0, steps - target.step)));
      if (steps === target.step) returnError = distance(target.z, z);
    },
    remember: () => history.add(steps, z),
    watch(given) {
      [section, crossings] = [given, []];
    },
    seek(step) {
      const moment = history.before(step);
      place(moment.step, moment.z);
    },
    restart,
    frame() {
      try {
        observeAll(everyFrame, z, others);
      } catch (error) {
        stopFor(error);
      }
      const row = Float64Array.of(steps * h, ...errors.largest(), ...others);
      errors.forget();
      const points = Float64Array.from(crossings);
      crossings = [];
      return {
        time: steps * h,
        steps,
        q: z.slice(0, n),
        p: z.slice(n),
        row,
        failure,
        section: points,
        returnError,
      };
    },
  };
}

const noStart = 'the energy is not finite; correct the initial values';
const blownUp = 'the energy is not finite: the motion has blown up; take a smaller step';

function restoreMemory({ memory }: Flow, saved: readonly Float64Array[]): void {
  memory.forEach((part, i) => {
    part.set(saved[i]);
  });
}

/** Watches columns after every step and keeps, of each that is an error, the value farthest from zero. */
function createWorst(observers: ReturnType<typeof watchersOf>['everyStep']) {
  const columns = columnsOf(observers);
  const begins = observers.map((_, k) => columnsOf(observers.slice(0, k)).length);
  const isError = columns.map(name => name !== 'energy');
  const now = new Float64Array(columns.length);
  const kept = new Float64Array(columns.length);
  let isFresh = true;
  return {
    /** false where something is no number. */
    look(z: State): boolean {
      for (let k = 0; k < observers.length; k++) observers[k].observe(z, now, begins[k]);
      for (let c = 0; c < now.length; c++) if (!Number.isFinite(now[c])) return false;
      for (let c = 0; c < kept.length; c++)
        if (isFresh || !isError[c] || Math.abs(now[c]) > Math.abs(kept[c])) kept[c] = now[c];
      isFresh = false;
      return true;
    },
    largest: () => kept,
    /** From the next look on. */
    forget(): void {
      isFresh = true;
    },
  };
}
