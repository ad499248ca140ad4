// Sparse rows of length 1, and what is found out about their dependence.

import { maxAbs, norm2 } from './dense.ts';
import type { Pattern } from './pattern.ts';

export interface DependentRow {
  readonly row: number;
  /** The independent rows that it is a combination of, ascending; none for a zero row. */
  readonly on: number[];
}

export interface RowRank {
  readonly rank: number;
  /** Ascending by row. */
  readonly dependent: DependentRow[];
}

export interface SparseRow {
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** Coefficients below this part of the largest one are round-off. */
const negligible = 1e-8;

export function scaledRows(pattern: Pattern, values: Float64Array): SparseRow[] {
  return Array.from({ length: pattern.rows }, (_, i) => {
    const [from, to] = [pattern.start[i], pattern.start[i + 1]];
    return { columns: pattern.index.slice(from, to), values: unit(values.slice(from, to)) };
  });
}

/** The largest entry is divided out first, so that no square overflows or vanishes. */
function unit(row: Float64Array): Float64Array {
  const largest = maxAbs(row);
  if (largest === 0) return row;
  const length = norm2(row.map(value => value / largest));
  return row.map(value => value / largest / length);
}

/** The rows whose coefficients count. */
export function named(coefficients: ReadonlyMap<number, number>): number[] {
  let largest = 0;
  for (const c of coefficients.values()) largest = Math.max(largest, Math.abs(c));
  return [...coefficients]
    .filter(([, c]) => Math.abs(c) > negligible * largest)
    .map(([row]) => row)
    .sort((a, b) => a - b);
}
