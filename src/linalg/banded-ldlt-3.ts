// A = L D Lᵀ for a symmetric A of half-width 3 or less, right-looking: the rows that the pivot touches are a window
// S of local numbers, s_rc = S_{j+r, j+c}. Pivot j has l_r = s_r0 / s_00 and leaves s_rc − l_r s_c0.
// b rows of the identity above the first fill the window, and rows of zeros below the last empty it: no special ends.
// Conditions: no pivoting (see symmetric-factorisation.ts). Reference: Golub & Van Loan (2013), §4.3.5.

import { bandFill, bandPositions } from './band.ts';
import type { Pattern } from './pattern.ts';
import type { SymmetricFactorisation } from './symmetric-factorisation.ts';
import { usable } from './symmetric-factorisation.ts';

class Banded3LDLT implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure: string;
  negativePivots = 0;
  private readonly at: Int32Array;
  /** Column after column: 1/d, l_1, l_2, l_3; three columns of the identity come first. */
  private readonly L: Float64Array;

  constructor(pattern: Pattern, b: number) {
    this.n = pattern.rows;
    this.fill = bandFill(this.n, b);
    this.structure = `banded (half-width ${b})`;
    this.at = bandPositions(pattern, 3);
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
    for (let q = 0; q < at.length; q += 4) {
      // Row j + 3 enters.
      const y3 = at[q] < 0 ? 0 : values[at[q]];
      const s31 = at[q + 1] < 0 ? 0 : values[at[q + 1]];
      const s32 = at[q + 2] < 0 ? 0 : values[at[q + 2]];
      const s33 = at[q + 3] < 0 ? 0 : values[at[q + 3]];
      const inverse = 1 / s00;
      if (!usable(inverse)) return false;
      if (s00 < 0) negative++;
      const y1 = s10;
      const y2 = s20;
      const l1 = y1 * inverse;
      const l2 = y2 * inverse;
      const l3 = y3 * inverse;
      L[q] = inverse;
      L[q + 1] = l1;
      L[q + 2] = l2;
      L[q + 3] = l3;
      s00 = s11 - l1 * y1;
      s10 = s21 - l2 * y1;
      s11 = s22 - l2 * y2;
      s20 = s31 - l3 * y1;
      s21 = s32 - l3 * y2;
      s22 = s33 - l3 * y3;
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
    for (let j = 0, q = 12; j < n; j++, q += 4) {
      const x = b[j] - L[q - 9] * x3 - L[q - 6] * x2 - L[q - 3] * x1;
      b[j] = x;
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
    for (let j = n - 1, q = 4 * n + 8; j >= 0; j--, q -= 4) {
      const x = b[j] * L[q] - L[q + 3] * x3 - L[q + 2] * x2 - L[q + 1] * x1;
      b[j] = x;
      x3 = x2;
      x2 = x1;
      x1 = x;
    }
  }
}

/** For a pattern of half-width b ≤ 3. */
export function createBanded3LDLT(pattern: Pattern, b: number): SymmetricFactorisation {
  return new Banded3LDLT(pattern, b);
}
