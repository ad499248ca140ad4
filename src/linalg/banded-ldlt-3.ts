// A = L D Lᵀ for a symmetric A of half-width 3 or less: banded-rows.ts with the sums written out. y_k and l_k belong to
// column i − k; row i − k of L stands 4k places before row i.

import { BandedRows } from './banded-rows.ts';
import type { Pattern } from './pattern.ts';
import type { SymmetricFactorisation } from './symmetric-factorisation.ts';
import { usable } from './symmetric-factorisation.ts';

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
export function createBanded3LDLT(pattern: Pattern): SymmetricFactorisation {
  return new Banded3LDLT(pattern, 3);
}
