// A = M D Mᵀ for a symmetric tridiagonal A, eliminated from both ends towards the middle row:
//   d_i = a_i − b_i² / d_{i−1} from the top,  d_i = a_i − b_{i+1}² / d_{i+1} from the bottom,  b_i = A_{i,i−1}.
// It is the LDLᵀ of the order 0, n−1, 1, n−2, …: the same stability and inertia as plain elimination. The two
// recurrences are independent, which halves the latency of divisions, the only significant cost.
// Reference: Parlett & Dhillon, Linear Algebra Appl. 267 (1997), §2 (twisted factorisations).

import { columnsOfRow, type Pattern, position } from '../pattern.ts';
import { type SymmetricFactorisation, usable } from './factorisation.ts';

export function isTridiagonal(pattern: Pattern): boolean {
  for (let i = 0; i < pattern.rows; i++) {
    const first = pattern.start[i];
    const end = pattern.start[i + 1];
    // Columns are ascending: check the first and the last entry.
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
  /** Positions of A_ii and A_{i,i−1} among the values; −1 where the pattern has none. */
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

  // Both recurrences in one loop, so that the processor can overlap them.
  factor(values: Float64Array): boolean {
    const { n, middle, diagonalAt, lowerAt, inverse, multiplier } = this;
    let negative = 0;
    let top = 0;
    let bottom = 0;
    let above = 0;
    let below = 0;
    for (let i = 0, j = n - 1; j > middle; i++, j--) {
      // Row i is coupled by b_i to the pivot above, row j by b_{j+1} to the pivot below.
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

  /** The remaining row of the upper half when n is even, then the middle row, where both recurrences end. */
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
    // The middle row has a second multiplier, stored in the spare entry.
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

  /** Back substitution outwards from the middle value. */
  private solveBackward(b: Float64Array, centre: number): void {
    const { n, middle, inverse, multiplier } = this;
    let x = centre;
    let y = centre;
    let i = middle - 1;
    let j = middle + 1;
    // The multiplier of the neighbour towards the middle; at the middle itself, the spare entry.
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

// A = L D Lᵀ for a symmetric tridiagonal A with corners A_{n−1,0} = A_{0,n−1}: a closed chain. L is bidiagonal except
// for its last row, l_i = b_i / d_{i−1} below the diagonal and c_i / d_i in the last row:
//   d_i = a_i − l_i b_i,  c_0 = A_{n−1,0},  c_i = −l_i c_{i−1} (plus A_{n−1,n−2} at i = n−2),  b_i = A_{i,i−1},
//   d_{n−1} = a_{n−1} − Σ c_i² / d_i.
// Conditions: no pivoting (see factorisation.ts). Reference: Golub & Van Loan (2013), §4.3.6, with a last row.

/** Tridiagonal in the natural order except for the corners; at least four rows. */
export function isCyclicTridiagonal(pattern: Pattern): boolean {
  const n = pattern.rows;
  if (n < 4) return false;
  for (let i = 0; i < n; i++) {
    for (const j of columnsOfRow(pattern, i)) {
      const distance = Math.abs(i - j);
      if (distance > 1 && distance !== n - 1) return false;
    }
  }
  return true;
}

/** The smallest normal number. */
const tiny = 2 ** -1022;

/** Flushes denormals: c decays along the chain, and denormal numbers would make the factorisation nine times as slow. */
function normalOrZero(c: number): number {
  return Math.abs(c) < tiny ? 0 : c;
}

class CyclicTridiagonalLDLT implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure = 'cyclic tridiagonal';
  negativePivots = 0;
  /** Positions of A_ii, A_{i,i−1} and A_{n−1,0} among the values; −1 where the pattern has none. */
  private readonly diagonalAt: Int32Array;
  private readonly lowerAt: Int32Array;
  private readonly cornerAt: number;
  private readonly inverse: Float64Array;
  /** l_{i+1}, which belongs to column i of L. */
  private readonly lower: Float64Array;
  /** The last row of L, then d_{n−1}. */
  private readonly last: Float64Array;

  constructor(pattern: Pattern) {
    const n = pattern.rows;
    this.n = n;
    this.fill = 2 * n - 3;
    this.diagonalAt = Int32Array.from({ length: n }, (_, i) => position(pattern, i, i));
    this.lowerAt = Int32Array.from({ length: n }, (_, i) => (i > 0 ? position(pattern, i, i - 1) : -1));
    this.cornerAt = position(pattern, n - 1, 0);
    this.inverse = new Float64Array(n);
    this.lower = new Float64Array(n);
    this.last = new Float64Array(n);
  }

  factor(values: Float64Array): boolean {
    const { n, diagonalAt, inverse, last } = this;
    last[n - 1] = diagonalAt[n - 1] < 0 ? 0 : values[diagonalAt[n - 1]];
    const negative = this.eliminate(values);
    inverse[n - 1] = 1 / last[n - 1];
    if (negative < 0 || !usable(inverse[n - 1])) return false;
    this.negativePivots = negative + (inverse[n - 1] < 0 ? 1 : 0);
    return true;
  }

  /**
   * Eliminates all rows but the last; returns the number of negative pivots, or −1 on an unusable one. Nothing follows the loop:
   * code compiled by on-stack replacement would be deoptimised there.
   */
  private eliminate(values: Float64Array): number {
    const { diagonalAt, lowerAt, cornerAt, inverse, lower, last } = this;
    const end = this.n - 1;
    let negative = 0;
    let d = diagonalAt[0] < 0 ? 0 : values[diagonalAt[0]];
    let c = cornerAt < 0 ? 0 : values[cornerAt];
    for (let i = 0; i < end; i++) {
      const b = lowerAt[i + 1] < 0 ? 0 : values[lowerAt[i + 1]];
      // The row before the last is coupled to the last one twice.
      if (i === end - 1) c += b;
      const inversePivot = 1 / d;
      if (!usable(inversePivot)) return -1;
      if (d < 0) negative++;
      inverse[i] = inversePivot;
      last[i] = c * inversePivot;
      last[end] -= last[i] * c;
      const l = b * inversePivot;
      lower[i] = l;
      d = (diagonalAt[i + 1] < 0 ? 0 : values[diagonalAt[i + 1]]) - l * b;
      c = normalOrZero(-l * c);
    }
    return negative;
  }

  solve(b: Float64Array): void {
    this.solveForward(b);
    this.solveBackward(b);
  }

  private solveForward(b: Float64Array): void {
    const { lower, last } = this;
    const end = this.n - 1;
    let above = 0;
    for (let i = 0; i < end; i++) {
      const x = b[i] - above;
      b[i] = x;
      b[end] -= last[i] * x;
      above = lower[i] * x;
    }
  }

  private solveBackward(b: Float64Array): void {
    const { inverse, lower, last } = this;
    const end = this.n - 1;
    const xEnd = b[end] * inverse[end];
    b[end] = xEnd;
    // The entry below row n − 2 is part of the last row.
    let x = 0;
    for (let i = end - 1; i >= 0; i--) {
      x = b[i] * inverse[i] - last[i] * xEnd - lower[i] * x;
      b[i] = x;
    }
  }
}

/** For a pattern that isCyclicTridiagonal. */
export function createCyclicTridiagonalLDLT(pattern: Pattern): SymmetricFactorisation {
  return new CyclicTridiagonalLDLT(pattern);
}
