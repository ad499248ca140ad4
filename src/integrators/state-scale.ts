// Typical sizes of coordinates and momenta, so that tolerances mean the same in metres and in ångströms:
//   Q = max |qᵢ|,    P = max(|pᵢ|, √(Q |H_q| / |H_pp|)),    the second for a start at rest.
// Rounded to powers of two: multiplying by them changes no digit.

import { maxAbs } from '../linalg/dense.ts';
import type { Problem } from '../problem/problem.ts';

/** One size for each entry of the state. */
export function stateScale({ n, H, initial }: Problem): Float64Array {
  const gradient = new Float64Array(2 * n);
  const unit = new Float64Array(2 * n).fill(1, n);
  const bend = new Float64Array(2 * n);
  H.gradient(initial, gradient);
  H.hessianTimes(initial, unit, bend);
  const Q = powerOfTwo(maxAbs(initial.subarray(0, n)));
  const atRest = Math.sqrt((Q * maxAbs(gradient.subarray(0, n))) / maxAbs(bend.subarray(n)));
  const P = powerOfTwo(Math.max(maxAbs(initial.subarray(n)), Number.isFinite(atRest) ? atRest : 0));
  return new Float64Array(2 * n).fill(Q, 0, n).fill(P, n);
}

function powerOfTwo(size: number): number {
  return size > 0 && Number.isFinite(size) ? 2 ** Math.round(Math.log2(size)) : 1;
}
