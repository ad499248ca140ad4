// N = G W Gᵀ for a sparse G and a diagonal W: N_ij = Σ_c G_ic w_c G_jc over the columns that rows i and j share.
// With a second matrix of the same pattern on the right, N = G W Kᵀ. The pairs of entries that meet are found once;
// fill() then only multiplies. Reference: Hairer, Lubich & Wanner (2006), §VII.1.4, where W = M⁻¹.

import type { Pattern } from './pattern.ts';
import { patternFromRows, position } from './pattern.ts';

export interface WeightedGram {
  /** Sparsity of N: full symmetric, m × m, with the whole diagonal. */
  readonly pattern: Pattern;
  /** out_ij = Σ_c left_ic w_c right_jc, in the order of `pattern`. Reads w only at columns that occur. */
  fill(left: Float64Array, right: Float64Array, w: Float64Array, out: Float64Array): void;
}

/** Entries (i, j), j ≤ i, of N; entry e is the sum of the products first[t]·second[t], t in start[e] … start[e+1]−1. */
interface Products {
  readonly start: Int32Array;
  /** Positions in G: `first` in row i, `second` in row j. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Positions in N of (i, j) and of (j, i). */
  readonly lower: Int32Array;
  readonly upper: Int32Array;
}

function rowsByColumn(G: Pattern): number[][] {
  const byColumn: number[][] = Array.from({ length: G.cols }, () => []);
  for (let i = 0; i < G.rows; i++) {
    for (let at = G.start[i]; at < G.start[i + 1]; at++) byColumn[G.index[at]].push(i);
  }
  return byColumn;
}

function gramPattern(G: Pattern): Pattern {
  const byColumn = rowsByColumn(G);
  const rows = Array.from({ length: G.rows }, (_, i) => {
    const row = new Set([i]);
    for (let at = G.start[i]; at < G.start[i + 1]; at++) for (const j of byColumn[G.index[at]]) row.add(j);
    return row;
  });
  return patternFromRows(rows, G.rows);
}

function products(G: Pattern, N: Pattern): Products {
  const start: number[] = [0];
  const first: number[] = [];
  const second: number[] = [];
  const lower: number[] = [];
  const upper: number[] = [];
  for (let i = 0; i < N.rows; i++) {
    for (let at = N.start[i]; at < N.start[i + 1] && N.index[at] <= i; at++) {
      const j = N.index[at];
      meetings(G, i, j, (a, b) => {
        first.push(a);
        second.push(b);
      });
      start.push(first.length);
      lower.push(at);
      upper.push(position(N, j, i));
    }
  }
  const table = (list: number[]) => Int32Array.from(list);
  return {
    start: table(start),
    first: table(first),
    second: table(second),
    lower: table(lower),
    upper: table(upper),
  };
}

/** Visits the positions (in row i, in row j) of the columns that both rows have. */
function meetings(G: Pattern, i: number, j: number, visit: (a: number, b: number) => void): void {
  let a = G.start[i];
  let b = G.start[j];
  while (a < G.start[i + 1] && b < G.start[j + 1]) {
    const difference = G.index[a] - G.index[b];
    if (difference === 0) visit(a, b);
    if (difference <= 0) a++;
    if (difference >= 0) b++;
  }
}

class TabledGram implements WeightedGram {
  readonly pattern: Pattern;
  private readonly columns: Int32Array;
  private readonly table: Products;
  private readonly weighted: Float64Array;

  constructor(G: Pattern) {
    this.pattern = gramPattern(G);
    this.columns = G.index;
    this.table = products(G, this.pattern);
    this.weighted = new Float64Array(G.index.length);
  }

  fill(left: Float64Array, right: Float64Array, w: Float64Array, out: Float64Array): void {
    const { columns, weighted } = this;
    for (let at = 0; at < columns.length; at++) weighted[at] = left[at] * w[columns[at]];
    if (left === right) this.fillSymmetric(right, out);
    else this.fillGeneral(right, out);
  }

  /** G = K: the upper half is a copy, which also makes N symmetric to the last bit. */
  private fillSymmetric(right: Float64Array, out: Float64Array): void {
    const { weighted } = this;
    const { start, first, second, lower, upper } = this.table;
    for (let e = 0, t = 0; e < lower.length; e++) {
      let sum = 0;
      for (const end = start[e + 1]; t < end; t++) sum += weighted[first[t]] * right[second[t]];
      out[lower[e]] = sum;
      out[upper[e]] = sum;
    }
  }

  private fillGeneral(right: Float64Array, out: Float64Array): void {
    const { weighted } = this;
    const { start, first, second, lower, upper } = this.table;
    for (let e = 0, t = 0; e < lower.length; e++) {
      let below = 0;
      let above = 0;
      for (const end = start[e + 1]; t < end; t++) {
        below += weighted[first[t]] * right[second[t]];
        above += weighted[second[t]] * right[first[t]];
      }
      out[lower[e]] = below;
      out[upper[e]] = above;
    }
  }
}

export function createWeightedGram(pattern: Pattern): WeightedGram {
  return new TabledGram(pattern);
}
