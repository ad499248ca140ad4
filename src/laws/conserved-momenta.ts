// Which linear and angular momenta the exact motion keeps over a time: those that are the same at its end. Where forces jump
// at a cut-off an exact motion is not to be had; there the momenta are those whose rate along the underlying ODE,
//   DM(z)·z' = ½ (M(z + z') − M(z − z')),   exact as M is at most bilinear,
// vanishes at states along the way.

import { createUnderlyingOde } from '../integrators/reference/underlying-ode.ts';
import { stateScale } from '../integrators/state-scale.ts';
import { MethodError } from '../methods/method.ts';
import { momentumObserver } from '../observers/momenta.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { hasCutoff } from './law.ts';
import { exactState } from './order.ts';

/** Relative changes below this are rounding. */
const rounding = 1e-9;

export interface Momenta {
  readonly columns: readonly string[];
  /** out = the change from one state to another, in units of each. */
  change(from: State, to: State, out: Float64Array): void;
}

export function createMomenta(problem: Problem): Momenta {
  const observer = momentumObserver(problem);
  const { columns } = observer;
  const [before, after] = [new Float64Array(columns.length), new Float64Array(columns.length)];
  const units = stateScale(problem);
  const unit = columns.map(name => units[problem.n] * (name.startsWith('angular') ? units[0] : 1));
  return {
    columns,
    change(from, to, out) {
      observer.observe(from, before, 0);
      observer.observe(to, after, 0);
      for (let i = 0; i < out.length; i++) out[i] = Math.abs(after[i] - before[i]) / unit[i];
    },
  };
}

/** Indices of the conserved columns; `visited` are states along the way. */
export function conservedMomenta(
  problem: Problem,
  momenta: Momenta,
  until: number,
  visited: readonly State[],
): number[] {
  const change = new Float64Array(momenta.columns.length);
  const largest = new Float64Array(change.length);
  const note = () => {
    for (let i = 0; i < change.length; i++) largest[i] = Math.max(largest[i], change[i]);
  };
  if (hasCutoff(problem)) {
    const rates = createRates(problem, momenta);
    for (const z of visited) {
      rates(z, until, change);
      note();
    }
  } else {
    momenta.change(problem.initial, exactState(problem, until), change);
    note();
  }
  return momenta.columns.map((_, i) => i).filter(i => largest[i] < rounding);
}

/** (z, until, out): out = what each momentum would change in the time, at the rate it has at z. */
function createRates(problem: Problem, momenta: Momenta) {
  const ode = createUnderlyingOde(problem);
  const field = new Float64Array(2 * problem.n);
  return (z: State, until: number, out: Float64Array): void => {
    const outcome = ode.field(z, field);
    if (!outcome.ok)
      throw new MethodError(`the rates of momenta failed (${outcome.reason}): ${outcome.detail}`);
    const [ahead, behind] = [1, -1].map(side => z.map((value, i) => value + side * field[i]));
    momenta.change(behind, ahead, out);
    for (let i = 0; i < out.length; i++) out[i] *= until / 2;
  };
}
