// A = L D Lᵀ for a symmetric tridiagonal A with corners A_{n−1,0} = A_{0,n−1}: a closed chain. L is bidiagonal but for
// its last row, l_i = b_i / d_{i−1} below the diagonal and c_i / d_i in the last row:
//   d_i = a_i − l_i b_i,  c_0 = A_{n−1,0},  c_i = −l_i c_{i−1} (plus A_{n−1,n−2} at i = n−2),  b_i = A_{i,i−1},
//   d_{n−1} = a_{n−1} − Σ c_i² / d_i.
// Conditions: no pivoting (see symmetric-factorisation.ts). Reference: Golub & Van Loan (2013), §4.3.6, with a last row.

import { columnsOfRow, type Pattern, position } from '../pattern.ts';
import { type SymmetricFactorisation, usable } from './factorisation.ts';

/** Tridiagonal in the natural order but for the corners; four rows at least. */
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

/** c decays along the chain; below the normal range it would stop decaying and make the factor nine times as slow. */
function normalOrZero(c: number): number {
  return Math.abs(c) < tiny ? 0 : c;
}

class CyclicTridiagonalLDLT implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure = 'cyclic tridiagonal';
  negativePivots = 0;
  /** Where A_ii, A_{i,i−1} and A_{n−1,0} stand among the values; −1 where the pattern has none. */
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
   * All rows but the last: the number of negative pivots, or −1 on an unusable one. Nothing follows the loop: compiled
   * while it runs, the code would know nothing of what comes after, and be thrown away there.
   */
  private eliminate(values: Float64Array): number {
    const { diagonalAt, lowerAt, cornerAt, inverse, lower, last } = this;
    const end = this.n - 1;
    let negative = 0;
    let d = diagonalAt[0] < 0 ? 0 : values[diagonalAt[0]];
    let c = cornerAt < 0 ? 0 : values[cornerAt];
    for (let i = 0; i < end; i++) {
      const b = lowerAt[i + 1] < 0 ? 0 : values[lowerAt[i + 1]];
      // In the row before the last, both ends of the chain meet.
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
    // What stands below row n − 2 is in the last row already.
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
