// Sparsity of a matrix in compressed rows: the entries of row i stand at start[i] … start[i+1]−1,
// in columns index[·], ascending. Values live in a Float64Array of the caller with the same numbering.

export interface Pattern {
  readonly rows: number;
  readonly cols: number;
  readonly start: Int32Array;
  readonly index: Int32Array;
}

/** Pattern from a list of column sets, one for each row. */
export function patternFromRows(rows: readonly Iterable<number>[], cols: number): Pattern {
  const start = new Int32Array(rows.length + 1);
  const all: number[] = [];
  rows.forEach((row, i) => {
    for (const column of [...new Set(row)].sort((a, b) => a - b)) all.push(column);
    start[i + 1] = all.length;
  });
  return { rows: rows.length, cols, start, index: Int32Array.from(all) };
}

/** Every entry may be other than zero. */
export function fullPattern(rows: number, cols: number): Pattern {
  const columns = Array.from({ length: cols }, (_, j) => j);
  return patternFromRows(
    Array.from({ length: rows }, () => columns),
    cols,
  );
}

/** The columns of row i, as a view. */
export function columnsOfRow({ start, index }: Pattern, i: number): Int32Array {
  return index.subarray(start[i], start[i + 1]);
}

/** Position of entry (i, j) in the value array, or −1. */
export function position(pattern: Pattern, i: number, j: number): number {
  let low = pattern.start[i];
  let high = pattern.start[i + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (pattern.index[middle] === j) return middle;
    if (pattern.index[middle] < j) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
