// The rods of one cluster as vectors d_k = r_a − r_b. Solvers use these: their round-off does not depend on the distance
// of the cluster from the origin, and positions are updated once, with the final multipliers:
//   x ← x + M⁻¹ G(x₀)ᵀ μ,   p ← p + G(x₀)ᵀ μ/h.

import type { RodTable } from './table.ts';

/** d = the vectors of rods first … first + m − 1 at x, three entries each. */
export function fillVectors(rods: RodTable, first: number, x: Float64Array, d: Float64Array): void {
  const { a, b } = rods;
  for (let at = 0, k = first; at < d.length; at += 3, k++) {
    const i = a[k];
    const j = b[k];
    d[at] = x[i] - x[j];
    d[at + 1] = x[i + 1] - x[j + 1];
    d[at + 2] = x[i + 2] - x[j + 2];
  }
}

/** r_k = (|d_k|² − length²)/2; returns the largest |r_k| / length², NaN if any is. */
export function fillResiduals(
  { length2 }: RodTable,
  first: number,
  d: Float64Array,
  r: Float64Array,
): number {
  let largest = 0;
  for (let k = 0; k < r.length; k++) {
    const at = 3 * k;
    const target = length2[first + k];
    const value = 0.5 * (d[at] * d[at] + d[at + 1] * d[at + 1] + d[at + 2] * d[at + 2] - target);
    r[k] = value;
    const size = Math.abs(value) / target;
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

/** p += Gᵀ ν, where a linear solve has returned −ν; false when it is not finite. */
export function subtractFromMomenta(
  rods: RodTable,
  first: number,
  d: Float64Array,
  minusNu: Float64Array,
  p: Float64Array,
): boolean {
  for (let k = 0; k < minusNu.length; k++) minusNu[k] = -minusNu[k];
  addToMomenta(rods, first, d, minusNu, p);
  return areFinite(minusNu);
}

/** The rod with the largest residual; NaN counts as larger than any number. */
export function worstRod({ length2 }: RodTable, first: number, r: Float64Array): number {
  let worst = first;
  let largest = 0;
  for (let k = 0; k < r.length; k++) {
    const size = Math.abs(r[k]) / length2[first + k];
    if (Number.isNaN(size)) return first + k;
    if (size > largest) [worst, largest] = [first + k, size];
  }
  return worst;
}

/** x += M⁻¹ G₀ᵀ μ. An anchored end has w = 0. */
export function addToPositions(
  rods: RodTable,
  first: number,
  d0: Float64Array,
  mu: Float64Array,
  x: Float64Array,
): void {
  const { a, b, wa, wb } = rods;
  for (let k = 0; k < mu.length; k++) {
    const i = a[first + k];
    const j = b[first + k];
    const s = wa[first + k] * mu[k];
    const t = wb[first + k] * mu[k];
    const at = 3 * k;
    x[i] += s * d0[at];
    x[i + 1] += s * d0[at + 1];
    x[i + 2] += s * d0[at + 2];
    x[j] -= t * d0[at];
    x[j + 1] -= t * d0[at + 1];
    x[j + 2] -= t * d0[at + 2];
  }
}

/** p += Gᵀ μ; the momentum of an anchored end does not change. */
export function addToMomenta(
  rods: RodTable,
  first: number,
  d: Float64Array,
  mu: Float64Array,
  p: Float64Array,
): void {
  const { a, b, wa, wb } = rods;
  for (let k = 0; k < mu.length; k++) {
    const at = 3 * k;
    const x = mu[k] * d[at];
    const y = mu[k] * d[at + 1];
    const z = mu[k] * d[at + 2];
    const i = a[first + k];
    const j = b[first + k];
    if (wa[first + k] > 0) {
      p[i] += x;
      p[i + 1] += y;
      p[i + 2] += z;
    }
    if (wb[first + k] > 0) {
      p[j] -= x;
      p[j + 1] -= y;
      p[j + 2] -= z;
    }
  }
}

/** Whether all multipliers are finite; testing their sum is enough. */
export function areFinite(mu: Float64Array): boolean {
  let sum = 0;
  for (let k = 0; k < mu.length; k++) sum += Math.abs(mu[k]);
  return sum < Number.POSITIVE_INFINITY;
}

/** r_k = d_k·(v_a − v_b), the rate at which |d_k|²/2 changes. */
export function fillRates(
  rods: RodTable,
  first: number,
  d: Float64Array,
  p: Float64Array,
  r: Float64Array,
): void {
  const { a, b, wa, wb } = rods;
  for (let k = 0; k < r.length; k++) {
    const i = a[first + k];
    const j = b[first + k];
    const s = wa[first + k];
    const t = wb[first + k];
    const at = 3 * k;
    r[k] =
      d[at] * (s * p[i] - t * p[j]) +
      d[at + 1] * (s * p[i + 1] - t * p[j + 1]) +
      d[at + 2] * (s * p[i + 2] - t * p[j + 2]);
  }
}

/** μ ← μ/h, the impulse that displaces by M⁻¹Gᵀμ in a step h; 0 for h = 0. */
export function toImpulse(h: number, mu: Float64Array): void {
  const factor = h === 0 ? 0 : 1 / h;
  for (let k = 0; k < mu.length; k++) mu[k] *= factor;
}

/** The largest component of the velocities at the ends of the rods. */
export function fastest({ a, b, wa, wb }: RodTable, first: number, end: number, p: Float64Array): number {
  let largest = 0;
  for (let k = first; k < end; k++)
    for (let c = 0; c < 3; c++)
      largest = Math.max(largest, Math.abs(wa[k] * p[a[k] + c]), Math.abs(wb[k] * p[b[k] + c]));
  return largest;
}
