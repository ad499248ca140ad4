// A = M D Mᵀ for a symmetric tridiagonal A, eliminated from both ends towards the middle row:
//   d_i = a_i − b_i² / d_{i−1} from the top,  d_i = a_i − b_{i+1}² / d_{i+1} from the bottom,  b_i = A_{i,i−1}.
// It is the LDLᵀ of the order 0, n−1, 1, n−2, …: the same stability and inertia as plain elimination. The two
// recurrences are independent, which halves the wait for divisions, the only real cost here.
// Reference: Parlett & Dhillon, Linear Algebra Appl. 267 (1997), §2 (twisted factorisations).

import { type Pattern, position } from '../pattern.ts';
import { type SymmetricFactorisation, usable } from './factorisation.ts';

export function isTridiagonal(pattern: Pattern): boolean {
  for (let i = 0; i < pattern.rows; i++) {
    const first = pattern.start[i];
    const end = pattern.start[i + 1];
    // Columns ascend, so the two outermost entries decide.
    if (first < end && (pattern.index[first] < i - 1 || pattern.index[end - 1] > i + 1)) return false;
  }
  return true;
}

class TwistedLDLT implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure = 'tridiagonal';
  negativePivots = 0;
  private readonly middle: number;
  /** Where A_ii and A_{i,i−1} stand among the values; −1 where the pattern has none. */
  private readonly diagonalAt: Int32Array;
  private readonly lowerAt: Int32Array;
  private readonly inverse: Float64Array;
  /** Multiplier of row i: of the row above it from the top, of the row below it from the bottom. */
  private readonly multiplier: Float64Array;

  constructor(pattern: Pattern) {
    const n = pattern.rows;
    this.n = n;
    this.middle = n >> 1;
    this.diagonalAt = Int32Array.from({ length: n }, (_, i) => position(pattern, i, i));
    this.lowerAt = Int32Array.from({ length: n }, (_, i) => (i > 0 ? position(pattern, i, i - 1) : -1));
    this.fill = this.lowerAt.reduce((count, at) => count + (at >= 0 ? 1 : 0), 0);
    this.inverse = new Float64Array(n);
    this.multiplier = new Float64Array(n + 1);
  }

  // One loop with both recurrences side by side; split, the processor could no longer overlap them.
  factor(values: Float64Array): boolean {
    const { n, middle, diagonalAt, lowerAt, inverse, multiplier } = this;
    let negative = 0;
    let top = 0;
    let bottom = 0;
    let above = 0;
    let below = 0;
    for (let i = 0, j = n - 1; j > middle; i++, j--) {
      // Row i sees b_i through the pivot above; row j sees b_{j+1} through the pivot below.
      const l = above * top;
      const u = below * bottom;
      const di = (diagonalAt[i] < 0 ? 0 : values[diagonalAt[i]]) - l * above;
      const dj = (diagonalAt[j] < 0 ? 0 : values[diagonalAt[j]]) - u * below;
      top = 1 / di;
      bottom = 1 / dj;
      if (!usable(top) || !usable(bottom)) return false;
      if (di < 0) negative++;
      if (dj < 0) negative++;
      multiplier[i] = l;
      multiplier[j] = u;
      inverse[i] = top;
      inverse[j] = bottom;
      above = lowerAt[i + 1] < 0 ? 0 : values[lowerAt[i + 1]];
      below = lowerAt[j] < 0 ? 0 : values[lowerAt[j]];
    }
    this.negativePivots = negative;
    return n === 0 || this.join(values);
  }

  /** The row left over from the top when n is even, then the middle row, which both sides meet. */
  private join(values: Float64Array): boolean {
    const { n, middle, inverse, multiplier } = this;
    const last = middle - 1;
    if (n % 2 === 0) {
      const b = this.lower(values, last);
      multiplier[last] = last > 0 ? b * inverse[last - 1] : 0;
      if (!this.pivot(last, this.diagonal(values, last) - multiplier[last] * b)) return false;
    }
    const b = this.lower(values, middle);
    const c = middle + 1 < n ? this.lower(values, middle + 1) : 0;
    const l = middle > 0 ? b * inverse[last] : 0;
    const u = middle + 1 < n ? c * inverse[middle + 1] : 0;
    multiplier[middle] = l;
    // The middle row has a second multiplier; it lives in the spare place.
    multiplier[n] = u;
    return this.pivot(middle, this.diagonal(values, middle) - l * b - u * c);
  }

  private pivot(i: number, d: number): boolean {
    this.inverse[i] = 1 / d;
    if (d < 0) this.negativePivots++;
    return usable(this.inverse[i]);
  }

  private diagonal(values: Float64Array, i: number): number {
    return this.diagonalAt[i] < 0 ? 0 : values[this.diagonalAt[i]];
  }

  private lower(values: Float64Array, i: number): number {
    return this.lowerAt[i] < 0 ? 0 : values[this.lowerAt[i]];
  }

  solve(b: Float64Array): void {
    const { n, middle, inverse, multiplier } = this;
    if (n === 0) return;
    // Forward, towards the middle.
    let x = 0;
    let y = 0;
    for (let i = 0, j = n - 1; j > middle; i++, j--) {
      x = b[i] - multiplier[i] * x;
      y = b[j] - multiplier[j] * y;
      b[i] = x;
      b[j] = y;
    }
    if (n % 2 === 0) {
      x = b[middle - 1] - multiplier[middle - 1] * x;
      b[middle - 1] = x;
    }
    x = (b[middle] - multiplier[middle] * x - multiplier[n] * y) * inverse[middle];
    b[middle] = x;
    this.solveBackward(b, x);
  }

  /** Outwards again, from the middle value. */
  private solveBackward(b: Float64Array, centre: number): void {
    const { n, middle, inverse, multiplier } = this;
    let x = centre;
    let y = centre;
    let i = middle - 1;
    let j = middle + 1;
    // The multiplier of the neighbour towards the middle, which at the middle itself is the spare one below.
    let l = multiplier[middle];
    let u = multiplier[n];
    for (; j < n; i--, j++) {
      x = b[i] * inverse[i] - l * x;
      y = b[j] * inverse[j] - u * y;
      l = multiplier[i];
      u = multiplier[j];
      b[i] = x;
      b[j] = y;
    }
    if (i >= 0) b[i] = b[i] * inverse[i] - l * x;
  }
}

/** For a pattern that isTridiagonal in its natural order; blocks may be uncoupled. */
export function createTridiagonalLDLT(pattern: Pattern): SymmetricFactorisation {
  return new TwistedLDLT(pattern);
}
