// A = L D Lᵀ for a symmetric A of small half-width b in its natural order (see banded-rows.ts): O(n b²) to factor, O(n b) to
// solve. Here for any b; the widths of penalised chains in the plane and in space have their sums written out.

import { halfWidth } from './band.ts';
import { createBanded3LDLT } from './banded-ldlt-3.ts';
import { createBanded5LDLT } from './banded-ldlt-5.ts';
import { BandedRows } from './banded-rows.ts';
import type { Pattern } from './pattern.ts';
import type { SymmetricFactorisation } from './symmetric-factorisation.ts';
import { usable } from './symmetric-factorisation.ts';

/** The widest band with its sums written out; measured 2.7 times as fast as the loops below. */
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

  /** Row i of L; its pivot is returned. Two columns at a time: two sums that do not wait for each other. */
  private eliminateRow(i: number, values: Float64Array): number {
    const { b, at, L, y } = this;
    const s = b + 1;
    let p = i * s;
    let to = p + b * s;
    let d = at[p + b] < 0 ? 0 : values[at[p + b]];
    // Of rows j = i − b + c and j + 1, the entries in column i − b stand at `first` and at `second`.
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
