// A composition of RATTLE steps for small classical problems as one compiled function (see composed-source.ts), behind the
// interface of a flow. The composition of general steps judges what it declines, and supplies the derivative.

import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import { createRoundingFloors } from '../problem/rounding-floors.ts';
import type { State } from '../problem/state.ts';
import { type ClassicalFunctions, compileClassical } from './classical-functions.ts';
import { composedSource } from './composed-source.ts';
import { canFuse } from './fused-rattle.ts';
import { keptWith } from './kept-with.ts';
import { linearPrediction, predictionTable } from './stage-prediction.ts';
import { withJudge } from './with-judge.ts';

interface Run {
  readonly weights: Float64Array;
  readonly table: Float64Array;
  readonly past: Float64Array;
  readonly unit: Float64Array;
}
/** Returns the next place in `past`, or −1. */
type Step = (z: State, h: number, run: Run, place: number, out: State) => number;

/** The sizes of the terms of g change slowly: they are measured anew after so many steps. */
const unitLife = 8;
/** Measured: functions of 70 000 characters are optimised, those of 90 000 never. */
const longestText = 60_000;
const stagesKnown = linearPrediction.stages;

/** null where it is too large. */
const compiledStep = keptWith((problem): Step | null => {
  const { formulas, H } = problem;
  if (!formulas || !H.separable || !canFuse(problem)) return null;
  const text = composedSource({ ...formulas, inverseMass: H.separable.inverseMass, stagesKnown });
  return text.length > longestText ? null : new Function(text)();
});

/** The composition with these weights, or null where it is too large. `general` makes the same of general steps. */
export function composedRattle(
  problem: Problem,
  weights: readonly number[],
  general: () => Flow,
): Flow | null {
  const step = compiledStep(problem);
  return step && composedWith(step, problem, weights, general());
}

function composedWith(step: Step, problem: Problem, weights: readonly number[], general: Flow): Flow {
  const { n, g } = problem;
  const past = new Float64Array(stagesKnown * g.m);
  const unit = new Float64Array(g.m);
  /** The step size, how many stages of that size are known, the place of the next one, and the age of the units. */
  const state = new Float64Array(4);
  const memory = [past, unit, state];
  const before = memory.map(part => new Float64Array(part.length));
  const measure = createMeasure(problem, compileClassical(problem));
  const predicting: Run = {
    weights: Float64Array.from(weights),
    table: predictionTable(weights, linearPrediction),
    past,
    unit,
  };
  /** Begins with λ = 0. */
  const guessing: Run = { ...predicting, table: new Float64Array(predicting.table.length) };

  function makeStep(z: State, h: number, out: State): boolean {
    copyAll(memory, before);
    if (h !== state[0]) state[1] = 0;
    if (state[3]++ % unitLife === 0) measure(z, h, unit);
    let place = state[1] >= stagesKnown ? step(z, h, predicting, state[2], out) : -1;
    // After a jump of the momenta, as noise makes them, the past is a bad guess: begin with none.
    if (place < 0) place = step(z, h, guessing, state[2], out);
    if (place < 0) {
      copyAll(before, memory);
      return false;
    }
    state[0] = h;
    state[1] += weights.length;
    state[2] = place;
    return true;
  }
  const unknown = new Float64Array(g.m);
  const fast = {
    memory,
    step: makeStep,
    rate: () => unknown,
    // What the general steps found is not of the kind that the prediction needs: it begins anew.
    noteRate: () => {
      state[1] = 0;
    },
  };
  return withJudge(fast, general, n);
}

/** out = 1 / the size of the terms of each constraint on the way of a step h from z. */
function createMeasure({ H, n }: Problem, { scale, inverseMass }: ClassicalFunctions) {
  const fillFloors = createRoundingFloors(H);
  const [way, floors] = [0, 1].map(() => new Float64Array(2 * n));
  return (z: State, h: number, out: Float64Array): void => {
    for (let i = 0; i < n; i++) way[i] = Math.abs(z[i]) + Math.abs(h * inverseMass[i] * z[n + i]);
    fillFloors(way, floors);
    scale(z, floors, out);
    for (let a = 0; a < out.length; a++) out[a] = 1 / out[a];
  };
}

function copyAll(from: readonly Float64Array[], to: readonly Float64Array[]): void {
  for (let k = 0; k < from.length; k++) for (let i = 0; i < from[k].length; i++) to[k][i] = from[k][i];
}
