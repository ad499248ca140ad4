// A = L D Lᵀ for a symmetric A of half-width 5 or less: banded-rows.ts with the sums written out. y_k and l_k belong to
// column i − k; row i − k of L stands 6k places before row i.

import { BandedRows } from './banded-rows.ts';
import type { Pattern } from './pattern.ts';
import type { SymmetricFactorisation } from './symmetric-factorisation.ts';
import { usable } from './symmetric-factorisation.ts';

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
export function createBanded5LDLT(pattern: Pattern): SymmetricFactorisation {
  return new Banded5LDLT(pattern, 5);
}
