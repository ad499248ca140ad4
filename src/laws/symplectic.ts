// The symplectic law: ω(Du, Dv) = ω(u, v) for tangent vectors u, v of the manifold on which the method lives,
// ω(u, v) = u_q·v_p − u_p·v_q and D the exact derivative of the step. Leimkuhler and Skeel 1994, §2.
// ω is an action; its unit is the product of the sizes of coordinates and momenta.

import type { Random } from '../analysis/random.ts';
import type { Flow } from '../flows/flow.ts';
import { stateScale } from '../integrators/state-scale.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { tangentVectors } from './tangent-vectors.ts';

const pairs = 6;

/** The largest |ω(Du, Dv) − ω(u, v)| over random unit tangent vectors at z. */
export function symplecticDefect(problem: Problem, flow: Flow, z: State, h: number, random: Random): number {
  const landed = new Float64Array(z.length);
  if (!flow.step(z, h, landed).ok) return Number.NaN;
  const vectors = tangentVectors(problem, z, flow.domain, pairs, random);
  const images = vectors.map(v => pushed(flow, z, h, v));
  const units = stateScale(problem);
  const action = units[0] * units[problem.n];
  let defect = 0;
  for (let a = 0; a < pairs; a++)
    for (let b = 0; b < a; b++) {
      const change = Math.abs(omega(images[a], images[b]) - omega(vectors[a], vectors[b])) / action;
      // Written so that a NaN counts as the largest defect of all.
      if (!(change <= defect)) defect = change;
    }
  return defect;
}

/** D·v by the flow itself; central differences, good to about 1e-9, where it has no derivative. */
function pushed(flow: Flow, z: State, h: number, v: Float64Array): Float64Array {
  const out = new Float64Array(v.length);
  if (flow.push) flow.push(v, out);
  else difference(flow, z, h, v, out);
  return out;
}

const increment = 1e-5;

function difference(flow: Flow, z: State, h: number, v: Float64Array, out: Float64Array): void {
  const ends = [1, -1].map(side => {
    const end = new Float64Array(z.length);
    const start = z.map((zi, i) => zi + side * increment * v[i]);
    if (!flow.step(start, h, end).ok) end.fill(Number.NaN);
    return end;
  });
  for (let i = 0; i < out.length; i++) out[i] = (ends[0][i] - ends[1][i]) / (2 * increment);
}

export function omega(u: Float64Array, v: Float64Array): number {
  const n = u.length / 2;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += u[i] * v[i + n] - u[i + n] * v[i];
  return sum;
}
