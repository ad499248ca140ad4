// N = G W Gᵀ for a sparse G and a diagonal W: N_ij = Σ_c G_ic w_c G_jc over the columns that rows i and j share.
// With a second matrix of the same pattern on the right, N = G W Kᵀ. The pairs of entries to be multiplied are found once;
// fill() then only multiplies. Reference: Hairer, Lubich & Wanner (2006), §VII.1.4, where W = M⁻¹.

import { type Pattern, position, transposed } from './pattern.ts';

export interface WeightedGram {
  /** Sparsity of N: full symmetric, m × m, with the whole diagonal. */
  readonly pattern: Pattern;
  /** out_ij = Σ_c left_ic w_c right_jc, in the order of `pattern`. Reads w only at columns that occur. */
  fill(left: Float64Array, right: Float64Array, w: Float64Array, out: Float64Array): void;
}

/**
 * The entries (i, j), j ≤ i, of N. Entry e sums over the runs start[e] … start[e+1]−1; a run is a range of columns that are
 * consecutive in both rows (such as the coordinates of a particle), so that it needs no index per column.
 */
interface Runs {
  readonly start: Int32Array;
  /** Positions in G: a run begins at `first` in row i, ends before `end`, and begins at `second` in row j. */
  readonly first: Int32Array;
  readonly end: Int32Array;
  readonly second: Int32Array;
  /** Positions in N of (i, j) and of (j, i). */
  readonly lower: Int32Array;
  readonly upper: Int32Array;
}

function gramPattern(G: Pattern): Pattern {
  const byColumn = transposed(G);
  const start = new Int32Array(G.rows + 1);
  const index: number[] = [];
  // The last row that was paired with row j: each pair is counted once.
  const joinedWith = new Int32Array(G.rows).fill(-1);
  for (let i = 0; i < G.rows; i++) {
    const row = [i];
    joinedWith[i] = i;
    for (let at = G.start[i]; at < G.start[i + 1]; at++)
      for (let k = byColumn.start[G.index[at]]; k < byColumn.start[G.index[at] + 1]; k++) {
        const j = byColumn.index[k];
        if (joinedWith[j] !== i) row.push(j);
        joinedWith[j] = i;
      }
    for (const j of row.sort((a, b) => a - b)) index.push(j);
    start[i + 1] = index.length;
  }
  return { rows: G.rows, cols: G.rows, start, index: Int32Array.from(index) };
}

function runs(G: Pattern, N: Pattern): Runs {
  const start: number[] = [0];
  const first: number[] = [];
  const end: number[] = [];
  const second: number[] = [];
  const lower: number[] = [];
  const upper: number[] = [];
  for (let i = 0; i < N.rows; i++) {
    for (let at = N.start[i]; at < N.start[i + 1] && N.index[at] <= i; at++) {
      const j = N.index[at];
      for (const [a, b] of meetings(G, i, j)) {
        const run = first.length - 1;
        const continues =
          run >= start[start.length - 1] && a === end[run] && b - second[run] === a - first[run];
        if (continues) end[run]++;
        else {
          first.push(a);
          end.push(a + 1);
          second.push(b);
        }
      }
      start.push(first.length);
      lower.push(at);
      upper.push(position(N, j, i));
    }
  }
  const [s, f, e, c, l, u] = [start, first, end, second, lower, upper].map(list => Int32Array.from(list));
  return { start: s, first: f, end: e, second: c, lower: l, upper: u };
}

/** The positions (in row i, in row j) of the columns that both rows have. */
function meetings(G: Pattern, i: number, j: number): [number, number][] {
  const both: [number, number][] = [];
  let a = G.start[i];
  let b = G.start[j];
  while (a < G.start[i + 1] && b < G.start[j + 1]) {
    const difference = G.index[a] - G.index[b];
    if (difference === 0) both.push([a, b]);
    if (difference <= 0) a++;
    if (difference >= 0) b++;
  }
  return both;
}

class TabledGram implements WeightedGram {
  readonly pattern: Pattern;
  private readonly columns: Int32Array;
  private readonly runs: Runs;

  constructor(G: Pattern) {
    this.pattern = gramPattern(G);
    this.columns = G.index;
    this.runs = runs(G, this.pattern);
  }

  fill(left: Float64Array, right: Float64Array, w: Float64Array, out: Float64Array): void {
    if (left === right) this.fillSymmetric(left, w, out);
    else this.fillGeneral(left, right, w, out);
  }

  /** The same matrix on both sides: the upper half is an exact copy. */
  private fillSymmetric(G: Float64Array, w: Float64Array, out: Float64Array): void {
    const { columns } = this;
    const { start, first, end, second, lower, upper } = this.runs;
    for (let e = 0, r = 0; e < lower.length; e++) {
      let sum = 0;
      for (const last = start[e + 1]; r < last; r++) {
        const stop = end[r];
        for (let a = first[r], b = second[r]; a < stop; a++, b++) sum += G[a] * w[columns[a]] * G[b];
      }
      out[lower[e]] = sum;
      out[upper[e]] = sum;
    }
  }

  private fillGeneral(left: Float64Array, right: Float64Array, w: Float64Array, out: Float64Array): void {
    const { columns } = this;
    const { start, first, end, second, lower, upper } = this.runs;
    for (let e = 0, r = 0; e < lower.length; e++) {
      let below = 0;
      let above = 0;
      for (const last = start[e + 1]; r < last; r++) {
        const stop = end[r];
        for (let a = first[r], b = second[r]; a < stop; a++, b++) {
          const weight = w[columns[a]];
          below += left[a] * weight * right[b];
          above += left[b] * weight * right[a];
        }
      }
      // On the diagonal both are the same sum.
      out[lower[e]] = below;
      out[upper[e]] = above;
    }
  }
}

export function createWeightedGram(pattern: Pattern): WeightedGram {
  return new TabledGram(pattern);
}
