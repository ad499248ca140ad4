// The symplectic law: ω(Du, Dv) = ω(u, v) for tangent vectors u, v of the manifold on which the method lives,
// ω(u, v) = u_q·v_p − u_p·v_q and D the exact derivative of the step. Leimkuhler and Skeel 1994, §2.

import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Random } from './random.ts';
import { tangentVectors } from './tangent-vectors.ts';

const pairs = 6;

/** The largest |ω(Du, Dv) − ω(u, v)| over random unit tangent vectors at z. */
export function symplecticDefect(problem: Problem, flow: Flow, z: State, h: number, random: Random): number {
  if (!flow.push) return Number.NaN;
  const landed = new Float64Array(z.length);
  const outcome = flow.step(z, h, landed);
  if (!outcome.ok) return Number.NaN;
  const vectors = tangentVectors(problem, z, flow.domain, pairs, random);
  const images = vectors.map(v => pushed(flow, v));
  let defect = 0;
  for (let a = 0; a < pairs; a++)
    for (let b = 0; b < a; b++)
      defect = Math.max(defect, Math.abs(omega(images[a], images[b]) - omega(vectors[a], vectors[b])));
  return defect;
}

function pushed(flow: Flow, v: Float64Array): Float64Array {
  const out = new Float64Array(v.length);
  flow.push?.(v, out);
  return out;
}

export function omega(u: Float64Array, v: Float64Array): number {
  const n = u.length / 2;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += u[i] * v[i + n] - u[i + n] * v[i];
  return sum;
}
