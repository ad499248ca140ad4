// Symbolic factorisation: the structure of L in A = L D Lᵀ. The elimination tree has parent(j) = the first row below the
// diagonal in column j of L; the columns in row k of L are the paths in it from the entries of row k of A up to k.
// Condition: a full symmetric pattern. Reference: Davis, ACM TOMS 31 (2005), algorithm 849, §2.

import type { Pattern } from '../pattern.ts';

/** L below its diagonal, by rows and by columns. */
export interface FactorStructure {
  /** Columns of row k, ascending, at rowStart[k] … rowStart[k+1]−1. */
  readonly rowStart: Int32Array;
  readonly rowIndex: Int32Array;
  /** Position of each of these entries in the storage by columns. */
  readonly inColumn: Int32Array;
  /** Rows of column j, ascending, at columnStart[j] … columnStart[j+1]−1. */
  readonly columnStart: Int32Array;
  readonly columnIndex: Int32Array;
}

export function naturalOrder(n: number): Int32Array {
  return Int32Array.from({ length: n }, (_, i) => i);
}

/** place[order[k]] = k. */
export function inverseOrder(order: Int32Array): Int32Array {
  const place = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) place[order[k]] = k;
  return place;
}

/** Entries of L below the diagonal for this order; stops as soon as they exceed the limit. */
export function sparseFill(pattern: Pattern, order: Int32Array, limit: number): number {
  let fill = 0;
  visitRows(pattern, order, () => ++fill <= limit);
  return fill;
}

export function factorStructure(pattern: Pattern, order: Int32Array): FactorStructure {
  const n = order.length;
  const rowStart = new Int32Array(n + 1);
  const columnStart = new Int32Array(n + 1);
  visitRows(pattern, order, (k, j) => {
    rowStart[k + 1]++;
    columnStart[j + 1]++;
    return true;
  });
  for (let k = 0; k < n; k++) {
    rowStart[k + 1] += rowStart[k];
    columnStart[k + 1] += columnStart[k];
  }
  // Rows are visited in ascending order, so each column is sorted; reading the columns in order then sorts each row.
  const columnIndex = new Int32Array(columnStart[n]);
  const columnEnd = columnStart.slice(0, n);
  visitRows(pattern, order, (k, j) => {
    columnIndex[columnEnd[j]++] = k;
    return true;
  });
  return { rowStart, columnStart, columnIndex, ...rowsFromColumns(rowStart, columnStart, columnIndex) };
}

function rowsFromColumns(rowStart: Int32Array, columnStart: Int32Array, columnIndex: Int32Array) {
  const n = rowStart.length - 1;
  const rowIndex = new Int32Array(columnIndex.length);
  const inColumn = new Int32Array(columnIndex.length);
  const rowEnd = rowStart.slice(0, n);
  for (let j = 0; j < n; j++) {
    for (let at = columnStart[j]; at < columnStart[j + 1]; at++) {
      const place = rowEnd[columnIndex[at]]++;
      rowIndex[place] = j;
      inColumn[place] = at;
    }
  }
  return { rowIndex, inColumn };
}

/** Visits the entries (k, j) of L row by row, columns of a row in no special order, until the visitor returns false. */
function visitRows(pattern: Pattern, order: Int32Array, visit: (k: number, j: number) => boolean): void {
  const n = order.length;
  const place = inverseOrder(order);
  const parent = new Int32Array(n).fill(-1);
  const mark = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    mark[k] = k;
    for (let at = pattern.start[order[k]]; at < pattern.start[order[k] + 1]; at++) {
      let j = place[pattern.index[at]];
      if (j > k) continue;
      for (; mark[j] !== k; j = parent[j]) {
        if (parent[j] < 0) parent[j] = k;
        mark[j] = k;
        if (!visit(k, j)) return;
      }
    }
  }
}
