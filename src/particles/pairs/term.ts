// U = Σ U_ij(|r_i − r_j|) over the pairs of a list within its cut-off: the loop shared by all pair forces.
// Pairs beyond the cut-off are left out rather than added as zeros, so that no bit of the sum depends on the list's buffer
// or age (list.ts). Allen and Tildesley (2017), section 5.2.

import { type ForceTerm, nearestImage } from '../system.ts';
import type { PairList } from './list.ts';
import { createPairRow, type PairRow, type RadialFunction } from './radial.ts';

/** Edges of a box without images. */
const openSpace = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

export interface ClosestPair {
  readonly i: number;
  readonly j: number;
  readonly distance: number;
}

export interface PairTerm extends ForceTerm {
  readonly pairs: PairList;
  readonly radial: RadialFunction;
  /** For messages: the closest interacting pair; null when none is within the cut-off or a coordinate is not finite. */
  closestPair(x: Float64Array): ClosestPair | null;
}

/** The force term of a radial function, without its `kind`. */
export function createPairTerm(
  name: string,
  pairs: PairList,
  radial: RadialFunction,
): Omit<PairTerm, 'kind'> {
  const row = createPairRow(pairs.count);
  const { count } = pairs;
  return {
    name,
    pairs,
    radial,
    energy(x) {
      if (!pairs.update(x)) return Number.NaN;
      let total = 0;
      for (let i = 0; i < count; i++) {
        if (!gather(pairs, x, i, row)) continue;
        radial.first(i, row);
        for (let k = 0; k < row.length; k++) total += row.u[k];
      }
      return total;
    },
    addGradient(x, out) {
      if (!pairs.update(x)) return notFinite(out);
      let total = 0;
      for (let i = 0; i < count; i++) {
        if (!gather(pairs, x, i, row)) continue;
        radial.first(i, row);
        total = scatterGradient(i, row, total, out);
      }
      return total;
    },
    addHessianTimes(x, v, out) {
      if (!pairs.update(x)) {
        notFinite(out);
        return;
      }
      for (let i = 0; i < count; i++) {
        if (!gather(pairs, x, i, row)) continue;
        radial.second(i, row);
        scatterHessianTimes(i, row, v, out);
      }
    },
    addVirial(x, out) {
      if (!pairs.update(x)) {
        notFinite(out);
        return;
      }
      for (let i = 0; i < count; i++) {
        if (!gather(pairs, x, i, row)) continue;
        radial.first(i, row);
        for (let k = 0; k < row.length; k++) {
          out[0] -= row.f[k] * row.dx[k] * row.dx[k];
          out[1] -= row.f[k] * row.dy[k] * row.dy[k];
          out[2] -= row.f[k] * row.dz[k] * row.dz[k];
        }
      }
    },
    closestPair: x => closestPair(pairs, x, row),
  };
}

/** NaN energy and gradient: a particle at a non-finite position may have no pairs, and a sum of 0 would look like success. */
function notFinite(out: Float64Array): number {
  out.fill(Number.NaN);
  return Number.NaN;
}

/** Fills the row of particle i with the pairs within the cut-off; false when there are none. */
function gather(pairs: PairList, x: Float64Array, i: number, row: PairRow): boolean {
  const { candidate, partner, dx, dy, dz, r2 } = row;
  const candidates = pairs.row(i, candidate);
  const [ex, ey, ez] = pairs.box?.edges ?? openSpace;
  const limit = pairs.cutoff * pairs.cutoff;
  const xi = x[3 * i];
  const yi = x[3 * i + 1];
  const zi = x[3 * i + 2];
  let length = 0;
  for (let k = 0; k < candidates; k++) {
    const j = candidate[k];
    let a = xi - x[3 * j];
    let b = yi - x[3 * j + 1];
    let c = zi - x[3 * j + 2];
    // Most differences need no wrapping; only the others pay for the division.
    if (Math.abs(a) >= 0.5 * ex) a = nearestImage(a, ex);
    if (Math.abs(b) >= 0.5 * ey) b = nearestImage(b, ey);
    if (Math.abs(c) >= 0.5 * ez) c = nearestImage(c, ez);
    const s = a * a + b * b + c * c;
    if (s > limit) continue;
    partner[length] = j;
    dx[length] = a;
    dy[length] = b;
    dz[length] = c;
    r2[length] = s;
    length++;
  }
  row.length = length;
  return length > 0;
}

/** out += ∇U of the row; returns total + U of the row, summed pair by pair as `energy` does. */
function scatterGradient(i: number, row: PairRow, total: number, out: Float64Array): number {
  const { partner, dx, dy, dz, u, f } = row;
  let sum = total;
  let gx = 0;
  let gy = 0;
  let gz = 0;
  for (let k = 0; k < row.length; k++) {
    const at = 3 * partner[k];
    const fx = f[k] * dx[k];
    const fy = f[k] * dy[k];
    const fz = f[k] * dz[k];
    gx += fx;
    gy += fy;
    gz += fz;
    out[at] -= fx;
    out[at + 1] -= fy;
    out[at + 2] -= fz;
    sum += u[k];
  }
  out[3 * i] += gx;
  out[3 * i + 1] += gy;
  out[3 * i + 2] += gz;
  return sum;
}

function scatterHessianTimes(i: number, row: PairRow, v: Float64Array, out: Float64Array): void {
  const { partner, dx, dy, dz, f, b } = row;
  for (let k = 0; k < row.length; k++) {
    const at = 3 * partner[k];
    const wx = v[3 * i] - v[at];
    const wy = v[3 * i + 1] - v[at + 1];
    const wz = v[3 * i + 2] - v[at + 2];
    const along = b[k] * (dx[k] * wx + dy[k] * wy + dz[k] * wz);
    const hx = f[k] * wx + along * dx[k];
    const hy = f[k] * wy + along * dy[k];
    const hz = f[k] * wz + along * dz[k];
    out[3 * i] += hx;
    out[3 * i + 1] += hy;
    out[3 * i + 2] += hz;
    out[at] -= hx;
    out[at + 1] -= hy;
    out[at + 2] -= hz;
  }
}

function closestPair(pairs: PairList, x: Float64Array, row: PairRow): ClosestPair | null {
  if (!pairs.update(x)) return null;
  let closest = { i: -1, j: -1, r2: Number.POSITIVE_INFINITY };
  for (let i = 0; i < pairs.count; i++) {
    if (!gather(pairs, x, i, row)) continue;
    for (let k = 0; k < row.length; k++)
      if (row.r2[k] < closest.r2) closest = { i, j: row.partner[k], r2: row.r2[k] };
  }
  return closest.i < 0 ? null : { i: closest.i, j: closest.j, distance: Math.sqrt(closest.r2) };
}
