// Vectors of three entries, as Float64Array workspaces.

import { type Box, nearestImage } from './system.ts';

export function dot3(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross3(a: Float64Array, b: Float64Array, out: Float64Array): void {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/** out += s a. */
export function addScaled3(s: number, a: Float64Array, out: Float64Array): void {
  out[0] += s * a[0];
  out[1] += s * a[1];
  out[2] += s * a[2];
}

/** out = x_i − x_j of arrays with three entries for each particle. */
export function difference(x: Float64Array, i: number, j: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) out[k] = x[3 * i + k] - x[3 * j + k];
}

/** out = r_i − r_j, nearest image in a box. */
export function separation(x: Float64Array, box: Box | null, i: number, j: number, out: Float64Array): void {
  difference(x, i, j, out);
  if (box !== null) for (let k = 0; k < 3; k++) out[k] = nearestImage(out[k], box.edges[k]);
}

/** u_i·v_j of vectors of three. */
export function product(u: Float64Array, i: number, v: Float64Array, j: number): number {
  return u[3 * i] * v[3 * j] + u[3 * i + 1] * v[3 * j + 1] + u[3 * i + 2] * v[3 * j + 2];
}

/** to_j ← to_j − s from_i, vectors of three. */
export function subtract(s: number, from: Float64Array, i: number, to: Float64Array, j: number): void {
  to[3 * j] -= s * from[3 * i];
  to[3 * j + 1] -= s * from[3 * i + 1];
  to[3 * j + 2] -= s * from[3 * i + 2];
}
