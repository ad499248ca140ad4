// A = L D Lᵀ for a symmetric A of small half bandwidth b in its natural order (rows as below): O(n b²) to factor, O(n b) to
// solve. For any b; the sums are unrolled for the bandwidths of penalised chains in the plane and in space.

import { type Pattern, position } from '../pattern.ts';
import { type SymmetricFactorisation, usable } from './factorisation.ts';

// The band of a symmetric pattern: A_ij = 0 for |i − j| > b, with b the half-width in the natural order.

/** The least b; 0 for a diagonal pattern. */
export function halfWidth({ rows, start, index }: Pattern): number {
  let b = 0;
  for (let i = 0; i < rows; i++) {
    const [first, end] = [start[i], start[i + 1]];
    // Columns are ascending: check the first and the last entry.
    if (first < end) b = Math.max(b, i - index[first], index[end - 1] - i);
  }
  return b;
}

/** Entries of L below the diagonal when the band fills up. */
export function bandFill(n: number, b: number): number {
  const w = Math.max(0, Math.min(b, n - 1));
  return n * w - (w * (w + 1)) / 2;
}

/** Positions of A_{i,i−b} … A_{i,i} among the values, row by row; −1 outside the pattern. */
function bandPositions(pattern: Pattern, b: number): Int32Array {
  const at = new Int32Array(pattern.rows * (b + 1)).fill(-1);
  for (let i = 0; i < pattern.rows; i++) {
    for (let j = Math.max(0, i - b); j <= i; j++) at[i * (b + 1) + j - i + b] = position(pattern, i, j);
  }
  return at;
}

// Base of the banded factorisations: A = L D Lᵀ by rows, with y_j = l_ij d_j,
//   y_j = a_ij − Σ_{i−b≤k<j} y_k l_jk,  l_ij = y_j / d_j,  d_i = a_ii − Σ_j l_ij y_j.
// Rows of zeros before the first and after the last: loops need no special cases.
// Conditions: no pivoting (see factorisation.ts). Reference: Golub & Van Loan (2013), §4.3.5.

abstract class BandedRows implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure: string;
  negativePivots = 0;
  /** Positions of A_{i,i−b} … A_{i,i}. */
  protected readonly at: Int32Array;
  /** l_{i,i−b} … l_{i,i−1}, 1/d_i for i = −b … n+b−1. */
  protected readonly L: Float64Array;

  /** Stored with a half-width b that is at least that of the pattern. */
  constructor(pattern: Pattern, b: number) {
    const width = halfWidth(pattern);
    this.n = pattern.rows;
    this.fill = bandFill(this.n, width);
    this.structure = `banded (half-width ${width})`;
    this.at = bandPositions(pattern, b);
    this.L = new Float64Array((this.n + 2 * b) * (b + 1));
  }

  factor(values: Float64Array): boolean {
    const negative = this.eliminate(values);
    if (negative >= 0) this.negativePivots = negative;
    return negative >= 0;
  }

  solve(b: Float64Array): void {
    this.solveForward(b);
    this.solveBackward(b);
  }

  /**
   * The number of negative pivots, or −1 on an unusable one. The loop should pass real numbers from row to row through L only,
   * and be the last statement: otherwise code compiled by on-stack replacement during the first call stays slow.
   */
  protected abstract eliminate(values: Float64Array): number;
  protected abstract solveForward(x: Float64Array): void;
  protected abstract solveBackward(x: Float64Array): void;
}

// A = L D Lᵀ for a symmetric A of half-width 3 or less: the rows above with unrolled sums. y_k and l_k belong to
// column i − k; row i − k of L is stored 4k entries before row i.

class Banded3LDLT extends BandedRows {
  protected override eliminate(values: Float64Array): number {
    const { at, L } = this;
    let negative = 0;
    for (let q = 0, p = 12; q < at.length; q += 4, p += 4) {
      const y3 = at[q] < 0 ? 0 : values[at[q]];
      const y2 = (at[q + 1] < 0 ? 0 : values[at[q + 1]]) - y3 * L[p - 6];
      const y1 = (at[q + 2] < 0 ? 0 : values[at[q + 2]]) - y3 * L[p - 3] - y2 * L[p - 2];
      const l3 = y3 * L[p - 9];
      const l2 = y2 * L[p - 5];
      const l1 = y1 * L[p - 1];
      const d = (at[q + 3] < 0 ? 0 : values[at[q + 3]]) - l3 * y3 - l2 * y2 - l1 * y1;
      const inverse = 1 / d;
      if (!usable(inverse)) return -1;
      if (d < 0) negative++;
      L[p] = l3;
      L[p + 1] = l2;
      L[p + 2] = l1;
      L[p + 3] = inverse;
    }
    return negative;
  }

  protected override solveForward(x: Float64Array): void {
    const { n, L } = this;
    let x1 = 0;
    let x2 = 0;
    let x3 = 0;
    for (let i = 0, p = 12; i < n; i++, p += 4) {
      const y = x[i] - L[p] * x3 - L[p + 1] * x2 - L[p + 2] * x1;
      x[i] = y;
      x3 = x2;
      x2 = x1;
      x1 = y;
    }
  }

  protected override solveBackward(x: Float64Array): void {
    const { n, L } = this;
    let x1 = 0;
    let x2 = 0;
    let x3 = 0;
    for (let i = n - 1, p = 4 * n + 11; i >= 0; i--, p -= 4) {
      const y = x[i] * L[p] - L[p + 9] * x3 - L[p + 6] * x2 - L[p + 3] * x1;
      x[i] = y;
      x3 = x2;
      x2 = x1;
      x1 = y;
    }
  }
}

/** For a pattern of half-width 3 or less. */
function createBanded3LDLT(pattern: Pattern): SymmetricFactorisation {
  return new Banded3LDLT(pattern, 3);
}

// A = L D Lᵀ for a symmetric A of half-width 5 or less: the rows above with unrolled sums. y_k and l_k belong to
// column i − k; row i − k of L is stored 6k entries before row i.

class Banded5LDLT extends BandedRows {
  protected override eliminate(values: Float64Array): number {
    const { at, L } = this;
    let negative = 0;
    for (let q = 0, p = 30; q < at.length; q += 6, p += 6) {
      const y5 = at[q] < 0 ? 0 : values[at[q]];
      const y4 = (at[q + 1] < 0 ? 0 : values[at[q + 1]]) - y5 * L[p - 20];
      const y3 = (at[q + 2] < 0 ? 0 : values[at[q + 2]]) - y5 * L[p - 15] - y4 * L[p - 14];
      const y2 = (at[q + 3] < 0 ? 0 : values[at[q + 3]]) - y5 * L[p - 10] - y4 * L[p - 9] - y3 * L[p - 8];
      const y1 =
        (at[q + 4] < 0 ? 0 : values[at[q + 4]]) -
        y5 * L[p - 5] -
        y4 * L[p - 4] -
        y3 * L[p - 3] -
        y2 * L[p - 2];
      const l5 = y5 * L[p - 25];
      const l4 = y4 * L[p - 19];
      const l3 = y3 * L[p - 13];
      const l2 = y2 * L[p - 7];
      const l1 = y1 * L[p - 1];
      const d = (at[q + 5] < 0 ? 0 : values[at[q + 5]]) - l5 * y5 - l4 * y4 - l3 * y3 - l2 * y2 - l1 * y1;
      const inverse = 1 / d;
      if (!usable(inverse)) return -1;
      if (d < 0) negative++;
      L[p] = l5;
      L[p + 1] = l4;
      L[p + 2] = l3;
      L[p + 3] = l2;
      L[p + 4] = l1;
      L[p + 5] = inverse;
    }
    return negative;
  }

  protected override solveForward(x: Float64Array): void {
    const { n, L } = this;
    let x1 = 0;
    let x2 = 0;
    let x3 = 0;
    let x4 = 0;
    let x5 = 0;
    for (let i = 0, p = 30; i < n; i++, p += 6) {
      const y = x[i] - L[p] * x5 - L[p + 1] * x4 - L[p + 2] * x3 - L[p + 3] * x2 - L[p + 4] * x1;
      x[i] = y;
      x5 = x4;
      x4 = x3;
      x3 = x2;
      x2 = x1;
      x1 = y;
    }
  }

  protected override solveBackward(x: Float64Array): void {
    const { n, L } = this;
    let x1 = 0;
    let x2 = 0;
    let x3 = 0;
    let x4 = 0;
    let x5 = 0;
    for (let i = n - 1, p = 6 * n + 29; i >= 0; i--, p -= 6) {
      const y =
        x[i] * L[p] - L[p + 25] * x5 - L[p + 20] * x4 - L[p + 15] * x3 - L[p + 10] * x2 - L[p + 5] * x1;
      x[i] = y;
      x5 = x4;
      x4 = x3;
      x3 = x2;
      x2 = x1;
      x1 = y;
    }
  }
}

/** For a pattern of half-width 5 or less. */
function createBanded5LDLT(pattern: Pattern): SymmetricFactorisation {
  return new Banded5LDLT(pattern, 5);
}

/** The largest half-width with unrolled sums; measured 2.7 times as fast as the loops below. */
export const widestUnrolled = 5;

class BandedLDLT extends BandedRows {
  private readonly b: number;
  private readonly y: Float64Array;

  /** b is even: columns are taken in pairs. */
  constructor(pattern: Pattern, b: number) {
    super(pattern, b);
    this.b = b;
    this.y = new Float64Array(b);
  }

  protected override eliminate(values: Float64Array): number {
    const { n, b, L } = this;
    let negative = 0;
    for (let i = 0, own = b * (b + 1) + b; i < n; i++, own += b + 1) {
      const d = this.eliminateRow(i, values);
      const inverse = 1 / d;
      if (!usable(inverse)) return -1;
      if (d < 0) negative++;
      L[own] = inverse;
    }
    return negative;
  }

  /** Computes row i of L; returns its pivot. Two columns at a time: two independent sums. */
  private eliminateRow(i: number, values: Float64Array): number {
    const { b, at, L, y } = this;
    const s = b + 1;
    let p = i * s;
    let to = p + b * s;
    let d = at[p + b] < 0 ? 0 : values[at[p + b]];
    // `first` and `second`: positions of the entries of rows j = i − b + c and j + 1 in column i − b.
    for (let c = 0, first = p + b; c < b; c += 2, p += 2, to += 2, first += 2 * b) {
      const second = first + b;
      let u = at[p] < 0 ? 0 : values[at[p]];
      let v = at[p + 1] < 0 ? 0 : values[at[p + 1]];
      for (let k = 0; k < c; k++) {
        u -= y[k] * L[first + k];
        v -= y[k] * L[second + k];
      }
      v -= u * L[second + c];
      const l = u * L[first + c];
      const m = v * L[second + c + 1];
      y[c] = u;
      y[c + 1] = v;
      L[to] = l;
      L[to + 1] = m;
      d = d - l * u - m * v;
    }
    return d;
  }

  protected override solveForward(x: Float64Array): void {
    const { n, b, L } = this;
    for (let i = 0, own = b * (b + 1) + b; i < n; i++, own += b + 1) {
      const count = Math.min(i, b);
      let sum = x[i];
      for (let j = i - count, p = own - count; j < i; j++, p++) sum -= L[p] * x[j];
      x[i] = sum;
    }
  }

  protected override solveBackward(x: Float64Array): void {
    const { n, b, L } = this;
    for (let i = n - 1, own = (n + b) * (b + 1) - 1; i >= 0; i--, own -= b + 1) {
      const last = Math.min(i + b, n - 1);
      let sum = x[i] * L[own];
      for (let k = last, p = own + (last - i) * b; k > i; k--, p -= b) sum -= L[p] * x[k];
      x[i] = sum;
    }
  }
}

/** The natural order is kept; the whole band fills up. */
export function createBandedLDLT(pattern: Pattern): SymmetricFactorisation {
  const b = halfWidth(pattern);
  if (b <= 3) return createBanded3LDLT(pattern);
  if (b <= widestUnrolled) return createBanded5LDLT(pattern);
  return new BandedLDLT(pattern, b + (b % 2));
}
