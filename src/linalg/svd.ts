// Singular values by one-sided Jacobi: plane rotations make the columns of A orthogonal; their lengths are the
// singular values, small ones to high relative accuracy. For offline use: it allocates.
// Condition: finite entries. Reference: Demmel & Veselić, SIAM J. Matrix Anal. Appl. 13 (1992), §4.

import { dot, maxAbs, norm2 } from './dense.ts';

const maxSweeps = 60;

/** Singular values of a row-major rows × cols matrix, descending; min(rows, cols) of them. */
export function singularValues(A: Float64Array, rows: number, cols: number): Float64Array {
  const scale = maxAbs(A);
  const count = Math.min(rows, cols);
  if (count === 0 || scale === 0) return new Float64Array(count);
  if (!Number.isFinite(scale)) return new Float64Array(count).fill(Number.NaN);
  const vectors = shortSide(A, rows, cols, 1 / scale);
  for (let sweep = 0; sweep < maxSweeps && orthogonalise(vectors); sweep++);
  return Float64Array.from(vectors, v => scale * norm2(v))
    .sort()
    .reverse();
}

/** The columns of A, or its rows when these are fewer, times a factor that keeps squares in range. */
function shortSide(A: Float64Array, rows: number, cols: number, factor: number): Float64Array[] {
  const byColumns = cols <= rows;
  const entry = byColumns
    ? (v: number, k: number) => A[k * cols + v] * factor
    : (v: number, k: number) => A[v * cols + k] * factor;
  return Array.from({ length: Math.min(rows, cols) }, (_, v) =>
    Float64Array.from({ length: Math.max(rows, cols) }, (_, k) => entry(v, k)),
  );
}

/** One sweep over all pairs; true when some pair was not yet orthogonal. */
function orthogonalise(vectors: readonly Float64Array[]): boolean {
  let rotated = false;
  for (let i = 0; i < vectors.length; i++) {
    for (let j = i + 1; j < vectors.length; j++) {
      if (rotatePair(vectors[i], vectors[j])) rotated = true;
    }
  }
  return rotated;
}

function rotatePair(u: Float64Array, v: Float64Array): boolean {
  const alpha = dot(u, u);
  const beta = dot(v, v);
  const gamma = dot(u, v);
  if (Math.abs(gamma) <= Number.EPSILON * Math.sqrt(alpha) * Math.sqrt(beta)) return false;
  // The smaller of the two angles that make the pair orthogonal.
  const zeta = (beta - alpha) / (2 * gamma);
  const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = c * t;
  for (let k = 0; k < u.length; k++) {
    const kept = u[k];
    u[k] = c * kept - s * v[k];
    v[k] = s * kept + c * v[k];
  }
  return true;
}
