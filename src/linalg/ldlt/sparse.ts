// P A Pᵀ = L D Lᵀ for a sparse symmetric A: order and structure once, numbers often.
// Up-looking: row k of L solves L_{<k} D_{<k} l = a, the part of row k left of the diagonal; d_k = a_kk − lᵀ D l.
// Conditions: no pivoting (see symmetric-factorisation.ts). Reference: Davis, ACM TOMS 31 (2005), algorithm 849.

import { type Pattern, position } from '../pattern.ts';
import { type FactorStructure, factorStructure, inverseOrder } from './elimination-tree.ts';
import { type SymmetricFactorisation, usable } from './factorisation.ts';
import { fillReducingOrder } from './fill-reducing-order.ts';

/** Where the entries of the permuted lower triangle come from: row k has values[from] in column to. */
interface LowerEntries {
  readonly start: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Position of the diagonal entry; −1 where the pattern has none. */
  readonly diagonal: Int32Array;
}

function lowerEntries(pattern: Pattern, order: Int32Array): LowerEntries {
  const n = order.length;
  const place = inverseOrder(order);
  const start = new Int32Array(n + 1);
  const from: number[] = [];
  const to: number[] = [];
  for (let k = 0; k < n; k++) {
    const i = order[k];
    for (let at = pattern.start[i]; at < pattern.start[i + 1]; at++) {
      const j = pattern.index[at];
      if (place[j] >= k) continue;
      // Always the entry below the diagonal of A, so that a caller may leave the other half unset.
      from.push(j < i ? at : position(pattern, j, i));
      to.push(place[j]);
    }
    start[k + 1] = from.length;
  }
  const diagonal = Int32Array.from(order, i => position(pattern, i, i));
  return { start, from: Int32Array.from(from), to: Int32Array.from(to), diagonal };
}

class SparseLDLT implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure = 'sparse';
  negativePivots = 0;
  private readonly order: Int32Array;
  private readonly entries: LowerEntries;
  private readonly shape: FactorStructure;
  private readonly L: Float64Array;
  private readonly inverse: Float64Array;
  private readonly work: Float64Array;

  constructor(pattern: Pattern) {
    this.n = pattern.rows;
    this.order = fillReducingOrder(pattern);
    this.entries = lowerEntries(pattern, this.order);
    this.shape = factorStructure(pattern, this.order);
    this.fill = this.shape.columnIndex.length;
    this.L = new Float64Array(this.fill);
    this.inverse = new Float64Array(this.n);
    this.work = new Float64Array(this.n);
  }

  factor(values: Float64Array): boolean {
    const { n, L, inverse, work } = this;
    const { start, from, to, diagonal } = this.entries;
    const { rowStart, rowIndex, inColumn, columnStart, columnIndex } = this.shape;
    // Row k uses only columns < k, so `work` is clean again after each row, and after a failure once refilled.
    work.fill(0);
    let negative = 0;
    for (let k = 0, entry = 0, t = 0; k < n; k++) {
      for (const end = start[k + 1]; entry < end; entry++) work[to[entry]] = values[from[entry]];
      let d = diagonal[k] < 0 ? 0 : values[diagonal[k]];
      for (const last = rowStart[k + 1]; t < last; t++) {
        const j = rowIndex[t];
        const end = inColumn[t];
        const y = work[j];
        work[j] = 0;
        for (let at = columnStart[j]; at < end; at++) work[columnIndex[at]] -= L[at] * y;
        const l = y * inverse[j];
        L[end] = l;
        d -= l * y;
      }
      const inversePivot = 1 / d;
      if (!usable(inversePivot)) return false;
      if (d < 0) negative++;
      inverse[k] = inversePivot;
    }
    this.negativePivots = negative;
    return true;
  }

  solve(b: Float64Array): void {
    const { n, L, inverse, order, work } = this;
    const { columnStart, columnIndex } = this.shape;
    for (let k = 0; k < n; k++) work[k] = b[order[k]];
    // Columns lie one after the other: `at` runs through L once forwards and once backwards.
    for (let j = 0, at = 0; j < n; j++) {
      const x = work[j];
      for (const end = columnStart[j + 1]; at < end; at++) work[columnIndex[at]] -= L[at] * x;
    }
    for (let j = n - 1, at = L.length - 1; j >= 0; j--) {
      let x = work[j] * inverse[j];
      for (const first = columnStart[j]; at >= first; at--) x -= L[at] * work[columnIndex[at]];
      work[j] = x;
      b[order[j]] = x;
    }
  }
}

export function createSparseLDLT(pattern: Pattern): SymmetricFactorisation {
  return new SparseLDLT(pattern);
}
