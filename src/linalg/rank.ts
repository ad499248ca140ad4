// Rank of a matrix G and its dependent rows: row i = Σ_j c_ij row j over independent rows j.
// Rows are scaled to length 1 first, so the tolerance is an angle: a row is dependent when its component outside the span of
// the others is smaller. Small matrices by pivoted orthogonalisation, large ones by sparse elimination.
// Conditions: finite values; a row near the tolerance may count as either.

import { dot, maxAbs, norm2 } from './dense.ts';
import type { Pattern } from './pattern.ts';

/** Number of rows up to which the cubic cost of orthogonalisation is negligible. */
const largestDense = 100;
const defaultTolerance = 1e-10;

export function rowRank(pattern: Pattern, values: Float64Array, tolerance = defaultTolerance): RowRank {
  if (pattern.rows <= largestDense) return rowRankByOrthogonalisation(scaledRows(pattern, values), tolerance);
  let rank = 0;
  const dependent: DependentRow[] = [];
  // Blocks of rows without common columns are independent: one at a time, so that a million small ones need little memory.
  for (const block of rowBlocks(pattern)) {
    const rows = Array.from(block, i => scaledRow(pattern, values, i));
    const own = rowRankByElimination(rows, tolerance);
    rank += own.rank;
    for (const { row, on } of own.dependent)
      dependent.push({ row: block[row], on: on.map(other => block[other]) });
  }
  return { rank, dependent: dependent.sort((a, b) => a.row - b.row) };
}

/** Rows connected by common columns, ascending; blocks in the order of their first rows. */
function rowBlocks({ rows, cols, start, index }: Pattern): Int32Array[] {
  const parent = Int32Array.from({ length: rows }, (_, i) => i);
  const root = (i: number) => {
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  const firstRow = new Int32Array(cols).fill(-1);
  for (let i = 0; i < rows; i++)
    for (let at = start[i]; at < start[i + 1]; at++) {
      const other = firstRow[index[at]];
      if (other < 0) firstRow[index[at]] = i;
      else {
        const [a, b] = [root(other), root(i)];
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
  return membersOf(rows, root);
}

/** The members of each group, ascending; `leader` is the first member of the group of a member. */
function membersOf(count: number, leader: (i: number) => number): Int32Array[] {
  const size = new Int32Array(count);
  for (let i = 0; i < count; i++) size[leader(i)]++;
  const end = new Int32Array(count);
  for (let i = 0, sum = 0; i < count; i++) {
    end[i] = sum;
    sum += size[i];
  }
  const members = new Int32Array(count);
  for (let i = 0; i < count; i++) members[end[leader(i)]++] = i;
  const groups: Int32Array[] = [];
  for (let i = 0; i < count; i++) if (size[i] > 0) groups.push(members.subarray(end[i] - size[i], end[i]));
  return groups;
}

// Row rank by sparse elimination, G = L U up to the order of columns: each row is reduced by the previous pivots, then
// gets its own pivot; a row that is reduced to zero is dependent, and L holds its coefficients.
// The pivot column is, among the large entries, the one that fewest later rows contain: no fill for chains and trees.
// Reference: Duff, Erisman & Reid, Direct Methods for Sparse Matrices (2nd ed., 2017), on threshold pivoting.

/** An entry may be the pivot when it is at least this fraction of the largest in its row. */
const pivotThreshold = 0.1;

interface Pivot {
  readonly row: number;
  readonly column: number;
  /** The reduced row, pivot entry included. */
  readonly entries: ReadonlyMap<number, number>;
  readonly value: number;
  /** Multiples of earlier pivot rows that were subtracted. */
  readonly multipliers: ReadonlyMap<number, number>;
}

export function rowRankByElimination(rows: readonly SparseRow[], tolerance: number): RowRank {
  const pivots: Pivot[] = [];
  const pivotOfColumn = new Map<number, number>();
  const later = columnCounts(rows);
  const dependent = [];
  for (let row = 0; row < rows.length; row++) {
    const entries = new Map<number, number>();
    rows[row].columns.forEach((column, k) => {
      entries.set(column, rows[row].values[k]);
      later.set(column, (later.get(column) ?? 0) - 1);
    });
    const multipliers = reduce(entries, pivots, pivotOfColumn);
    const column = pivotColumn(entries, later, tolerance);
    if (column < 0) {
      dependent.push({ row, on: named(combination(multipliers, pivots)) });
      continue;
    }
    pivotOfColumn.set(column, pivots.length);
    pivots.push({ row, column, entries, value: entries.get(column) ?? 0, multipliers });
  }
  return { rank: pivots.length, dependent };
}

function columnCounts(rows: readonly SparseRow[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { columns } of rows) {
    for (const column of columns) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  return counts;
}

/** Subtracts earlier pivot rows in their order, since one can fill in the column of a later one. */
function reduce(
  entries: Map<number, number>,
  pivots: readonly Pivot[],
  pivotOfColumn: ReadonlyMap<number, number>,
): Map<number, number> {
  const multipliers = new Map<number, number>();
  const pending = new PivotQueue();
  for (const column of entries.keys()) pending.add(pivotOfColumn.get(column));
  for (let k = pending.take(); k !== undefined; k = pending.take()) {
    const pivot = pivots[k];
    const multiplier = (entries.get(pivot.column) ?? 0) / pivot.value;
    entries.delete(pivot.column);
    if (multiplier === 0) continue;
    multipliers.set(k, multiplier);
    for (const [column, value] of pivot.entries) {
      if (column === pivot.column) continue;
      if (!entries.has(column)) pending.add(pivotOfColumn.get(column));
      entries.set(column, (entries.get(column) ?? 0) - multiplier * value);
    }
  }
  return multipliers;
}

/** Priority queue of pivot numbers, ascending; short, so a sorted list is enough. */
class PivotQueue {
  private readonly descending: number[] = [];

  add(k: number | undefined): void {
    if (k === undefined) return;
    let at = this.descending.length;
    while (at > 0 && this.descending[at - 1] < k) at--;
    if (this.descending[at - 1] !== k) this.descending.splice(at, 0, k);
  }

  take(): number | undefined {
    return this.descending.pop();
  }
}

/** −1 when no entry is above the tolerance. */
function pivotColumn(
  entries: ReadonlyMap<number, number>,
  later: ReadonlyMap<number, number>,
  tolerance: number,
): number {
  let largest = 0;
  for (const value of entries.values()) largest = Math.max(largest, Math.abs(value));
  if (!(largest > tolerance)) return -1;
  let best = -1;
  let bestCount = Number.POSITIVE_INFINITY;
  for (const [column, value] of entries) {
    const count = later.get(column) ?? 0;
    if (Math.abs(value) < pivotThreshold * largest || count >= bestCount) continue;
    best = column;
    bestCount = count;
  }
  return best;
}

/** Multiples of original rows from multiples of reduced rows, which are expanded from the last to the first. */
function combination(
  multipliers: ReadonlyMap<number, number>,
  pivots: readonly Pivot[],
): Map<number, number> {
  const c = new Map<number, number>();
  const rest = new Map(multipliers);
  const pending = new PivotQueue();
  // The queue is ascending: negated numbers give the last one first.
  for (const k of rest.keys()) pending.add(-k);
  for (let key = pending.take(); key !== undefined; key = pending.take()) {
    const pivot = pivots[-key];
    const coefficient = rest.get(-key) ?? 0;
    c.set(pivot.row, coefficient);
    for (const [j, multiplier] of pivot.multipliers) {
      pending.add(-j);
      rest.set(j, (rest.get(j) ?? 0) - coefficient * multiplier);
    }
  }
  return c;
}

// Row rank by modified Gram–Schmidt with row pivoting: Gᵀ P = Q R. The rows left when all residuals are below the
// tolerance are dependent, with coefficients R₁₁⁻¹ r. Dense: O(rows² columns).
// Reference: Björck, Numerical Methods for Least Squares Problems (1996), §2.4.

/** A row may be the pivot when its residual is at least this fraction of the largest: earlier rows are preferred. */
const rowThreshold = 0.3;

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
    .map(row => ({ row, on: named(orthogonalCombination(chosen, R, row)) }));
  return { rank: chosen.length, dependent };
}

/** Only columns that occur are stored. */
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
  return left[lengths.findIndex(length => length >= rowThreshold * longest)];
}

/** Two passes are enough: the second removes the cancellation error of the first. */
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
function orthogonalCombination(
  chosen: readonly number[],
  R: readonly number[][],
  row: number,
): Map<number, number> {
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

// Sparse rows of length 1, and their dependences.

export interface DependentRow {
  readonly row: number;
  /** The independent rows that it is a combination of, ascending; none for a zero row. */
  readonly on: number[];
}

interface RowRank {
  readonly rank: number;
  /** Ascending by row. */
  readonly dependent: DependentRow[];
}

interface SparseRow {
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** Coefficients below this fraction of the largest one are round-off. */
const negligible = 1e-8;

export function scaledRows(pattern: Pattern, values: Float64Array): SparseRow[] {
  return Array.from({ length: pattern.rows }, (_, i) => scaledRow(pattern, values, i));
}

function scaledRow({ start, index }: Pattern, values: Float64Array, i: number): SparseRow {
  const [from, to] = [start[i], start[i + 1]];
  return { columns: index.slice(from, to), values: unit(values.slice(from, to)) };
}

/** Divides by the largest entry first, so that no square overflows or underflows. */
function unit(row: Float64Array): Float64Array {
  const largest = maxAbs(row);
  if (largest === 0) return row;
  const length = norm2(row.map(value => value / largest));
  return row.map(value => value / largest / length);
}

/** The rows whose coefficients are not negligible. */
function named(coefficients: ReadonlyMap<number, number>): number[] {
  let largest = 0;
  for (const c of coefficients.values()) largest = Math.max(largest, Math.abs(c));
  return [...coefficients]
    .filter(([, c]) => Math.abs(c) > negligible * largest)
    .map(([row]) => row)
    .sort((a, b) => a - b);
}
