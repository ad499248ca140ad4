// Sparsity of a matrix in compressed rows: the entries of row i are numbers start[i] … start[i+1]−1,
// in columns index[·], ascending. Values are in a Float64Array of the caller with the same numbering.

/**
 * The sparsity pattern of a matrix in compressed rows: the columns of row i are index[start[i]] … index[start[i + 1]
 * − 1].
 */
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

/** The pattern of the transposed matrix: the rows of each column, ascending. */
export function transposed({ rows, cols, start, index }: Pattern): Pattern {
  const begin = new Int32Array(cols + 1);
  for (const column of index) begin[column + 1]++;
  for (let j = 0; j < cols; j++) begin[j + 1] += begin[j];
  const next = begin.slice();
  const own = new Int32Array(index.length);
  for (let i = 0; i < rows; i++) for (let at = start[i]; at < start[i + 1]; at++) own[next[index[at]]++] = i;
  return { rows: cols, cols: rows, start: begin, index: own };
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

/** The matrix with these entries, row by row, zeros included. */
export function denseMatrix({ rows, cols, start, index }: Pattern, values: Float64Array): Float64Array {
  const dense = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++)
    for (let k = start[i]; k < start[i + 1]; k++) dense[i * cols + index[k]] = values[k];
  return dense;
}

// A x, Aᵀ w and the lengths of the rows for a matrix A in compressed rows.

/** out = A x; out has length rows and must not be x. */
export function patternTimes(
  pattern: Pattern,
  values: Float64Array,
  x: Float64Array,
  out: Float64Array,
): void {
  const { rows, start, index } = pattern;
  for (let i = 0, at = 0; i < rows; i++) {
    let sum = 0;
    for (const end = start[i + 1]; at < end; at++) sum += values[at] * x[index[at]];
    out[i] = sum;
  }
}

/** out = Aᵀ w; out has length cols, must not be w, and is zeroed first. */
export function patternTransposedTimes(
  pattern: Pattern,
  values: Float64Array,
  w: Float64Array,
  out: Float64Array,
): void {
  const { rows, cols, start, index } = pattern;
  for (let j = 0; j < cols; j++) out[j] = 0;
  for (let i = 0, at = 0; i < rows; i++) {
    const wi = w[i];
    for (const end = start[i + 1]; at < end; at++) out[index[at]] += values[at] * wi;
  }
}

/** outᵢ = |row i| in the 2-norm. */
export function rowLengths({ rows, start }: Pattern, values: Float64Array, out: Float64Array): void {
  for (let i = 0, at = 0; i < rows; i++) {
    let sum = 0;
    for (const end = start[i + 1]; at < end; at++) sum += values[at] * values[at];
    out[i] = Math.sqrt(sum);
  }
}

// The connected components of the graph of a symmetric pattern: rows i and j are joined when A_ij may be other than zero.

/** Rows of each component, ascending; components by their first row. */
export function connectedComponents(pattern: Pattern): Int32Array[] {
  const seen = new Uint8Array(pattern.rows);
  const components: Int32Array[] = [];
  for (let i = 0; i < pattern.rows; i++) if (seen[i] === 0) components.push(reach(pattern, i, seen));
  return components;
}

function reach(pattern: Pattern, from: number, seen: Uint8Array): Int32Array {
  const found = [from];
  seen[from] = 1;
  for (let k = 0; k < found.length; k++) {
    for (const j of columnsOfRow(pattern, found[k])) {
      if (seen[j] !== 0) continue;
      seen[j] = 1;
      found.push(j);
    }
  }
  return Int32Array.from(found).sort();
}
