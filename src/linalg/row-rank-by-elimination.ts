// Row rank by sparse elimination, G = L U up to the order of columns: each row is reduced by the pivots before it,
// then gets a pivot of its own; a row that is reduced to nothing is dependent, and L names the rows it came from.
// The pivot column is, among the large entries, the one that fewest later rows contain: chains and trees do not fill.
// Reference: Duff, Erisman & Reid, Direct Methods for Sparse Matrices (2nd ed., 2017), on threshold pivoting.

import type { RowRank, SparseRow } from './scaled-rows.ts';
import { named } from './scaled-rows.ts';

/** An entry may be the pivot when it is at least this part of the largest in its row. */
const pivotThreshold = 0.1;

interface Pivot {
  readonly row: number;
  readonly column: number;
  /** The reduced row, pivot entry included. */
  readonly entries: ReadonlyMap<number, number>;
  readonly value: number;
  /** Multiples of earlier pivots that were taken off to reach it. */
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

/** Takes off earlier pivots in their order, since an earlier one can bring in the column of a later one. */
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

/** Numbers of pivots, taken in ascending order; few at a time, so a sorted list serves. */
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

/** −1 when nothing is left above the tolerance. */
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

/** From multiples of reduced rows to multiples of original ones: each reduced row is unfolded, latest first. */
function combination(
  multipliers: ReadonlyMap<number, number>,
  pivots: readonly Pivot[],
): Map<number, number> {
  const c = new Map<number, number>();
  const rest = new Map(multipliers);
  const pending = new PivotQueue();
  // The queue ascends, so numbers are negated to come latest first.
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
