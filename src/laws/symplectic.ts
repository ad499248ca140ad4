// The symplectic law: ω(Du, Dv) = ω(u, v) for tangent vectors u, v of the manifold on which the method lives,
// ω(u, v) = u_q·v_p − u_p·v_q and D the exact derivative of the step. Leimkuhler and Skeel 1994, §2.
// ω is an action; its unit is the product of the sizes of coordinates and momenta.
// Where forces jump at a cut-off, a difference across a jump is no derivative. A method that is not symplectic changes ω
// everywhere, a pair at the cut-off spoils some states: there the smallest defect of several states in a row counts.

import type { Flow } from '../flows/flow.ts';
import { stateScale } from '../integrators/state-scale.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createRandom, type Random } from '../random/mulberry.ts';
import { createStepper, memoryReset } from '../run/stepper.ts';
import { type Defect, hasCutoff, withOtherLastBits } from './law.ts';
import { tangentVectors } from './tangent-vectors.ts';

const pairs = 6;
const statesInARow = 5;

/** The largest |ω(Du, Dv) − ω(u, v)| over random unit tangent vectors at z. */
export function symplecticDefect(problem: Problem, flow: Flow, z: State, h: number, random: Random): number {
  const isRough = !flow.push && hasCutoff(problem);
  const stepper = createStepper(problem, flow, { h });
  stepper.restore(0, z);
  let least = Number.NaN;
  for (let k = 0; k < (isRough ? statesInARow : 1); k++) {
    const from = stepper.state.slice();
    if (stepper.advance(1)) return Number.NaN;
    const changes = omegaChanges(problem, flow, from, h, {
      vectors: tangentVectors(problem, from, flow.domain, pairs, random),
      apart: isRough ? nearby : increment,
    });
    const defect = largestOf(changes);
    if (!(defect >= least)) least = defect;
  }
  return least;
}

/**
 * The same with its uncertainty: a change of ω that is rounding, or the error of a difference, is another one when the last bits
 * of z are others and differences are taken twice as far apart.
 */
export function measureSymplectic(problem: Problem, flow: Flow, z: State, h: number, seed: number): Defect {
  const apart = hasCutoff(problem) ? nearby : increment;
  const reset = memoryReset(flow);
  const vectors = () => tangentVectors(problem, z, flow.domain, pairs, createRandom(seed));
  const changesFrom = (start: State, distance: number) => {
    const isMade = flow.step(start, h, new Float64Array(z.length)).ok;
    const changes = isMade
      ? omegaChanges(problem, flow, start, h, { vectors: vectors(), apart: distance })
      : new Float64Array([Number.NaN]);
    reset();
    return changes;
  };
  const value = symplecticDefect(problem, flow, z, h, createRandom(seed));
  reset();
  return {
    value,
    uncertainty: () => {
      const [one, other] = [1, 2].map(k => changesFrom(withOtherLastBits(z, k), k * apart));
      return largestOf(one.map((change, k) => change - other[k]));
    },
  };
}

/** ω(Du, Dv) − ω(u, v) for all pairs of the vectors, D the derivative of the step from z that was made last. */
function omegaChanges(
  problem: Problem,
  flow: Flow,
  z: State,
  h: number,
  { vectors, apart }: { readonly vectors: readonly Float64Array[]; readonly apart: number },
): Float64Array {
  const images = vectors.map(v => (flow.push ? pushed(flow, v) : difference(flow, z, h, v, apart)));
  const units = stateScale(problem);
  const action = units[0] * units[problem.n];
  return Float64Array.from(
    vectors.flatMap((u, a) =>
      vectors.slice(0, a).map((v, b) => (omega(images[a], images[b]) - omega(u, v)) / action),
    ),
  );
}

/** The largest size; NaN where there is one. */
const largestOf = (changes: Float64Array) =>
  changes.reduce((largest, change) => Math.max(largest, Math.abs(change)), 0);

/** D·v of the step made last, by the flow itself. */
function pushed(flow: Flow, v: Float64Array): Float64Array {
  const out = new Float64Array(v.length);
  flow.push?.(v, out);
  return out;
}

/** Best where forces are smooth; so near that few pairs cross a cut-off in between. */
const [increment, nearby] = [1e-5, 1e-6];

/** D·v by central differences, good to about 1e-9. */
function difference(flow: Flow, z: State, h: number, v: Float64Array, apart: number): Float64Array {
  const [ahead, behind] = [1, -1].map(side => {
    const end = new Float64Array(z.length);
    const start = z.map((zi, i) => zi + side * apart * v[i]);
    if (!flow.step(start, h, end).ok) end.fill(Number.NaN);
    return end;
  });
  return ahead.map((value, i) => (value - behind[i]) / (2 * apart));
}

export function omega(u: Float64Array, v: Float64Array): number {
  const n = u.length / 2;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += u[i] * v[i + n] - u[i + n] * v[i];
  return sum;
}
