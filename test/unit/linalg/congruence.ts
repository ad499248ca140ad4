// Symmetric matrices A = M D Mᵀ with a unit lower triangular M and a chosen D: by Sylvester's law A has as many negative
// eigenvalues as D has negative entries. With small integers and D of ±1 every step of an LDLᵀ is exact, and so is the solution.

import { type Pattern, patternFromRows } from '../../../src/linalg/pattern.ts';

export interface Congruence {
  readonly pattern: Pattern;
  /** NaN above the diagonal. */
  readonly values: Float64Array;
  /** The whole matrix, row after row. */
  readonly dense: Float64Array;
}

/** M below its diagonal; zero where nothing is wanted. */
export type LowerEntry = (i: number, j: number) => number;

/** The pattern holds only what is not zero, not even the diagonal. */
export function congruence(entry: LowerEntry, D: readonly number[]): Congruence {
  const n = D.length;
  const M = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    M[i * n + i] = 1;
    for (let j = 0; j < i; j++) M[i * n + j] = entry(i, j);
  }
  const dense = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++)
      for (let k = 0; k <= Math.min(i, j); k++) dense[i * n + j] += M[i * n + k] * D[k] * M[j * n + k];
  }
  return fromDense(n, dense);
}

export function fromDense(n: number, dense: Float64Array): Congruence {
  const columns = Array.from({ length: n }, (_, j) => j);
  const pattern = patternFromRows(
    columns.map(i => columns.filter(j => dense[i * n + j] !== 0)),
    n,
  );
  const values = new Float64Array(pattern.index.length);
  for (let i = 0; i < n; i++) {
    for (let at = pattern.start[i]; at < pattern.start[i + 1]; at++) {
      const j = pattern.index[at];
      values[at] = j > i ? Number.NaN : dense[i * n + j];
    }
  }
  return { pattern, values, dense };
}

export function times({ pattern, dense }: Congruence, x: ArrayLike<number>): Float64Array {
  const n = pattern.rows;
  return Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += dense[i * n + j] * x[j];
    return sum;
  });
}

/** −1, 0 or 1. */
export function sign(random: () => number): number {
  const r = random();
  return r < -1 / 3 ? -1 : r < 1 / 3 ? 0 : 1;
}

export function signs(n: number, random: () => number): number[] {
  return Array.from({ length: n }, () => (random() < 0 ? -1 : 1));
}
