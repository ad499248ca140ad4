// The band of a symmetric pattern: A_ij = 0 for |i − j| > b, with b the half-width in the natural order.

import { type Pattern, position } from './pattern.ts';

/** The least b; 0 for a diagonal pattern. */
export function halfWidth({ rows, start, index }: Pattern): number {
  let b = 0;
  for (let i = 0; i < rows; i++) {
    const [first, end] = [start[i], start[i + 1]];
    // Columns ascend, so the two outermost entries decide.
    if (first < end) b = Math.max(b, i - index[first], index[end - 1] - i);
  }
  return b;
}

/** Entries of L below the diagonal when the band fills up. */
export function bandFill(n: number, b: number): number {
  const w = Math.max(0, Math.min(b, n - 1));
  return n * w - (w * (w + 1)) / 2;
}

/** Where A_{i,i−b} … A_{i,i} stand among the values, row after row; −1 outside the pattern. */
export function bandPositions(pattern: Pattern, b: number): Int32Array {
  const at = new Int32Array(pattern.rows * (b + 1)).fill(-1);
  for (let i = 0; i < pattern.rows; i++) {
    for (let j = Math.max(0, i - b); j <= i; j++) at[i * (b + 1) + j - i + b] = position(pattern, i, j);
  }
  return at;
}
