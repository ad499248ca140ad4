// Row rank by modified Gram–Schmidt with row pivoting: Gᵀ P = Q R. The rows left when all residuals are below the
// tolerance are dependent, with coefficients R₁₁⁻¹ r. Dense: O(rows² columns).
// Reference: Björck, Numerical Methods for Least Squares Problems (1996), §2.4.

import { dot, norm2 } from './dense.ts';
import type { RowRank, SparseRow } from './scaled-rows.ts';
import { named } from './scaled-rows.ts';

/** A row may be the pivot when its residual is at least this part of the largest: earlier rows are preferred. */
const pivotThreshold = 0.3;

interface Triangle {
  /** Independent rows in the order in which they were chosen. */
  readonly chosen: number[];
  /** R[i][k]: component of row i along the k-th unit vector. */
  readonly R: number[][];
}

export function rowRankByOrthogonalisation(rows: readonly SparseRow[], tolerance: number): RowRank {
  const { chosen, R } = orthogonalise(denseRows(rows), tolerance);
  const independent = new Set(chosen);
  const dependent = rows
    .map((_, row) => row)
    .filter(row => !independent.has(row))
    .map(row => ({ row, on: named(combination(chosen, R, row)) }));
  return { rank: chosen.length, dependent };
}

/** Only columns that occur get a place. */
function denseRows(rows: readonly SparseRow[]): Float64Array[] {
  const place = new Map<number, number>();
  for (const { columns } of rows) {
    for (const column of columns) if (!place.has(column)) place.set(column, place.size);
  }
  return rows.map(({ columns, values }) => {
    const dense = new Float64Array(place.size);
    columns.forEach((column, k) => {
      dense[place.get(column) ?? 0] = values[k];
    });
    return dense;
  });
}

function orthogonalise(residuals: Float64Array[], tolerance: number): Triangle {
  const chosen: number[] = [];
  const R: number[][] = residuals.map(() => []);
  const left = new Set(residuals.keys());
  for (;;) {
    const pivot = firstLong([...left], residuals, tolerance);
    if (pivot < 0) return { chosen, R };
    left.delete(pivot);
    chosen.push(pivot);
    const q = residuals[pivot];
    const length = norm2(q);
    R[pivot].push(length);
    for (let k = 0; k < q.length; k++) q[k] /= length;
    for (const i of left) R[i].push(removeComponent(residuals[i], q));
  }
}

/** The first row whose residual is nearly the longest; −1 when all are within the tolerance. */
function firstLong(left: readonly number[], residuals: readonly Float64Array[], tolerance: number): number {
  const lengths = left.map(i => norm2(residuals[i]));
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  if (!(longest > tolerance)) return -1;
  return left[lengths.findIndex(length => length >= pivotThreshold * longest)];
}

/** Twice is enough: the second pass removes what cancellation left of the first. */
function removeComponent(residual: Float64Array, q: Float64Array): number {
  let total = 0;
  for (let pass = 0; pass < 2; pass++) {
    const component = dot(residual, q);
    for (let k = 0; k < q.length; k++) residual[k] -= component * q[k];
    total += component;
  }
  return total;
}

/** Back substitution: row = Σ_k c_k chosen_k. */
function combination(chosen: readonly number[], R: readonly number[][], row: number): Map<number, number> {
  const rest = [...R[row]];
  const c = new Map<number, number>();
  for (let k = chosen.length - 1; k >= 0; k--) {
    const pivot = R[chosen[k]];
    const coefficient = rest[k] / pivot[k];
    c.set(chosen[k], coefficient);
    for (let j = 0; j < k; j++) rest[j] -= coefficient * pivot[j];
  }
  return c;
}
