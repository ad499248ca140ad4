// A = L D Lᵀ for a symmetric A of half-width 5 or less: banded-ldlt-3.ts with a larger window.
// Conditions: no pivoting (see symmetric-factorisation.ts). Reference: Golub & Van Loan (2013), §4.3.5.

import { bandFill, bandPositions } from './band.ts';
import type { Pattern } from './pattern.ts';
import type { SymmetricFactorisation } from './symmetric-factorisation.ts';
import { usable } from './symmetric-factorisation.ts';

class Banded5LDLT implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure: string;
  negativePivots = 0;
  private readonly at: Int32Array;
  /** Column after column: 1/d, l_1 … l_5; five columns of the identity come first. */
  private readonly L: Float64Array;

  constructor(pattern: Pattern, b: number) {
    this.n = pattern.rows;
    this.fill = bandFill(this.n, b);
    this.structure = `banded (half-width ${b})`;
    this.at = bandPositions(pattern, 5);
    this.L = new Float64Array(this.at.length);
  }

  factor(values: Float64Array): boolean {
    const { at, L } = this;
    let negative = 0;
    let s00 = 1;
    let s10 = 0;
    let s11 = 1;
    let s20 = 0;
    let s21 = 0;
    let s22 = 1;
    let s30 = 0;
    let s31 = 0;
    let s32 = 0;
    let s33 = 1;
    let s40 = 0;
    let s41 = 0;
    let s42 = 0;
    let s43 = 0;
    let s44 = 1;
    for (let q = 0; q < at.length; q += 6) {
      const inverse = 1 / s00;
      if (!usable(inverse)) return false;
      if (s00 < 0) negative++;
      const y1 = s10;
      const y2 = s20;
      const y3 = s30;
      const y4 = s40;
      const y5 = at[q] < 0 ? 0 : values[at[q]];
      const l1 = y1 * inverse;
      const l2 = y2 * inverse;
      const l3 = y3 * inverse;
      const l4 = y4 * inverse;
      const l5 = y5 * inverse;
      L[q] = inverse;
      L[q + 1] = l1;
      L[q + 2] = l2;
      L[q + 3] = l3;
      L[q + 4] = l4;
      L[q + 5] = l5;
      s00 = s11 - l1 * y1;
      s10 = s21 - l2 * y1;
      s11 = s22 - l2 * y2;
      s20 = s31 - l3 * y1;
      s21 = s32 - l3 * y2;
      s22 = s33 - l3 * y3;
      s30 = s41 - l4 * y1;
      s31 = s42 - l4 * y2;
      s32 = s43 - l4 * y3;
      s33 = s44 - l4 * y4;
      // Row j + 5 enters.
      s40 = (at[q + 1] < 0 ? 0 : values[at[q + 1]]) - l5 * y1;
      s41 = (at[q + 2] < 0 ? 0 : values[at[q + 2]]) - l5 * y2;
      s42 = (at[q + 3] < 0 ? 0 : values[at[q + 3]]) - l5 * y3;
      s43 = (at[q + 4] < 0 ? 0 : values[at[q + 4]]) - l5 * y4;
      s44 = (at[q + 5] < 0 ? 0 : values[at[q + 5]]) - l5 * y5;
    }
    this.negativePivots = negative;
    return true;
  }

  solve(b: Float64Array): void {
    this.solveForward(b);
    this.solveBackward(b);
  }

  private solveForward(b: Float64Array): void {
    const { n, L } = this;
    let x1 = 0;
    let x2 = 0;
    let x3 = 0;
    let x4 = 0;
    let x5 = 0;
    for (let j = 0, q = 30; j < n; j++, q += 6) {
      const far = b[j] - L[q - 25] * x5 - L[q - 20] * x4 - L[q - 15] * x3;
      const x = far - L[q - 10] * x2 - L[q - 5] * x1;
      b[j] = x;
      x5 = x4;
      x4 = x3;
      x3 = x2;
      x2 = x1;
      x1 = x;
    }
  }

  private solveBackward(b: Float64Array): void {
    const { n, L } = this;
    let x1 = 0;
    let x2 = 0;
    let x3 = 0;
    let x4 = 0;
    let x5 = 0;
    for (let j = n - 1, q = 6 * n + 24; j >= 0; j--, q -= 6) {
      const far = b[j] * L[q] - L[q + 5] * x5 - L[q + 4] * x4 - L[q + 3] * x3;
      const x = far - L[q + 2] * x2 - L[q + 1] * x1;
      b[j] = x;
      x5 = x4;
      x4 = x3;
      x3 = x2;
      x2 = x1;
      x1 = x;
    }
  }
}

/** For a pattern of half-width b ≤ 5. */
export function createBanded5LDLT(pattern: Pattern, b: number): SymmetricFactorisation {
  return new Banded5LDLT(pattern, b);
}
