// What the banded factorisations share: A = L D Lᵀ by rows, with y_j = l_ij d_j,
//   y_j = a_ij − Σ_{i−b≤k<j} y_k l_jk,  l_ij = y_j / d_j,  d_i = a_ii − Σ_j l_ij y_j.
// Rows of zeros before the first and after the last spare every loop its special ends.
// Conditions: no pivoting (see symmetric-factorisation.ts). Reference: Golub & Van Loan (2013), §4.3.5.

import { bandFill, bandPositions, halfWidth } from './band.ts';
import type { Pattern } from './pattern.ts';
import type { SymmetricFactorisation } from './symmetric-factorisation.ts';

export abstract class BandedRows implements SymmetricFactorisation {
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
   * The number of negative pivots, or −1 on an unusable one. Its loop should carry no real number from row to row but
   * through L, and nothing should follow it: compiled while it runs for the first time, it would stay slow for ever.
   */
  protected abstract eliminate(values: Float64Array): number;
  protected abstract solveForward(x: Float64Array): void;
  protected abstract solveBackward(x: Float64Array): void;
}
