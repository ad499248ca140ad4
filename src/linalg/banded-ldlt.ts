// A = L D Lᵀ for a symmetric A of small half-width b: row_j = l_ij d_j = a_ij − Σ_{i−b≤k<j} row_k l_jk,
// d_i = a_ii − Σ_j row_j l_ij. O(n b²) to factor, O(n b) to solve.
// Conditions: no pivoting (see symmetric-factorisation.ts). Reference: Golub & Van Loan (2013), §4.3.5.

import { bandFill, bandPositions, halfWidth } from './band.ts';
import { createBanded3LDLT } from './banded-ldlt-3.ts';
import { createBanded5LDLT } from './banded-ldlt-5.ts';
import type { Pattern } from './pattern.ts';
import type { SymmetricFactorisation } from './symmetric-factorisation.ts';
import { usable } from './symmetric-factorisation.ts';

/** The widest band with loops written out; 2.3 (b = 3) and 2.7 times (b = 5) as fast as the loops below. */
export const widestUnrolled = 5;

class BandedLDLT implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure: string;
  negativePivots = 0;
  /** The half-width, made even. */
  private readonly b: number;
  private readonly at: Int32Array;
  /** Row after row: l_{i,i−b} … l_{i,i−1}, 1/d_i (its place is called `own`); b rows of zeros come first. */
  private readonly L: Float64Array;
  private readonly row: Float64Array;

  constructor(pattern: Pattern, b: number) {
    this.n = pattern.rows;
    this.fill = bandFill(this.n, b);
    this.structure = `banded (half-width ${b})`;
    this.b = b + (b % 2);
    this.at = bandPositions(pattern, this.b);
    this.L = new Float64Array(this.at.length);
    this.row = new Float64Array(this.b);
  }

  factor(values: Float64Array): boolean {
    const { n, b, L } = this;
    let negative = 0;
    for (let i = 0, p = b * (b + 1) + b; i < n; i++, p += b + 1) {
      const d = this.eliminateRow(i, values);
      const inverse = 1 / d;
      if (!usable(inverse)) return false;
      if (d < 0) negative++;
      L[p] = inverse;
    }
    this.negativePivots = negative;
    return true;
  }

  /** Row i of L; its pivot is returned. Two columns at a time: two sums that do not wait for each other. */
  private eliminateRow(i: number, values: Float64Array): number {
    const { b, at, L, row } = this;
    const s = b + 1;
    let p = i * s;
    let to = p + b * s;
    let d = at[p + b] < 0 ? 0 : values[at[p + b]];
    // l_jk of column j = i − b + c and k = i − b stands at `first`, of the next column at `second`.
    for (let c = 0, first = p + b; c < b; c += 2, p += 2, to += 2, first += s + s - 2) {
      const second = first + b;
      let y = at[p] < 0 ? 0 : values[at[p]];
      let z = at[p + 1] < 0 ? 0 : values[at[p + 1]];
      for (let k = 0; k < c; k++) {
        y -= row[k] * L[first + k];
        z -= row[k] * L[second + k];
      }
      z -= y * L[second + c];
      const l = y * L[first + c];
      const m = z * L[second + c + 1];
      row[c] = y;
      row[c + 1] = z;
      L[to] = l;
      L[to + 1] = m;
      d = d - l * y - m * z;
    }
    return d;
  }

  solve(b: Float64Array): void {
    this.solveForward(b);
    this.solveBackward(b);
  }

  private solveForward(x: Float64Array): void {
    const { n, b, L } = this;
    for (let i = 0, own = b * (b + 1) + b; i < n; i++, own += b + 1) {
      const count = i < b ? i : b;
      let sum = x[i];
      for (let j = i - count, p = own - count; j < i; j++, p++) sum -= L[p] * x[j];
      x[i] = sum;
    }
  }

  private solveBackward(x: Float64Array): void {
    const { n, b, L } = this;
    for (let i = n - 1, own = (n + b) * (b + 1) - 1; i >= 0; i--, own -= b + 1) {
      const last = i + b < n ? i + b : n - 1;
      let sum = x[i] * L[own];
      for (let k = last, p = own + (last - i) * b; k > i; k--, p -= b) sum -= L[p] * x[k];
      x[i] = sum;
    }
  }
}

/** The natural order is kept; the whole band fills up. */
export function createBandedLDLT(pattern: Pattern): SymmetricFactorisation {
  const b = halfWidth(pattern);
  if (b <= 3) return createBanded3LDLT(pattern, b);
  if (b <= widestUnrolled) return createBanded5LDLT(pattern, b);
  return new BandedLDLT(pattern, b);
}
