// Chooses the factorisation A = L D Lᵀ by the pattern: tridiagonal, open or cyclic; a narrow band; a wider band or
// blocks (one block is a dense matrix) if L would be mostly full in them; or sparse.

import { connectedComponents, type Pattern, position } from '../pattern.ts';
import { bandFill, createBandedLDLT, halfWidth, widestUnrolled } from './banded.ts';
import { createDenseLDLT, type SymmetricFactorisation, usable } from './factorisation.ts';
import { createSparseLDLT } from './sparse.ts';
import {
  createCyclicTridiagonalLDLT,
  createTridiagonalLDLT,
  isCyclicTridiagonal,
  isTridiagonal,
} from './tridiagonal.ts';

/** Measured: index tables cost about twice a plain loop per entry, in blocks of 3 … 24 rows and bands of 6 … 24. */
const mostlyFull = 0.5;

export function createSymmetricFactor(pattern: Pattern): SymmetricFactorisation {
  // Measured, one factor and one solve in ns per row: tridiagonal 8, cyclic 16, sparse 30 and 46.
  if (isTridiagonal(pattern)) return createTridiagonalLDLT(pattern);
  if (isCyclicTridiagonal(pattern)) return createCyclicTridiagonalLDLT(pattern);
  // Measured likewise: half-width 3 takes 17 and 5 takes 24, always; sparse from 30 for one entry per row of L to 86.
  const b = halfWidth(pattern);
  const narrow = 2 * b < pattern.rows;
  if (narrow && b <= widestUnrolled) return createBandedLDLT(pattern);
  const sparse = createSparseLDLT(pattern);
  const blocks = connectedComponents(pattern);
  const inBlocks = blockFill(blocks);
  const inBand = narrow ? bandFill(pattern.rows, b) : Number.POSITIVE_INFINITY;
  if (sparse.fill <= mostlyFull * Math.min(inBlocks, inBand)) return sparse;
  if (inBand < inBlocks) return createBandedLDLT(pattern);
  return blocks.length > 1 ? createBlockDiagonalLDLT(pattern) : createDenseLDLT(pattern);
}

// A = L D Lᵀ where the graph of A has small connected components: each is a dense matrix, whatever the position of its
// rows. For a block, row_j = l_ij d_j = a_ij − Σ_{k<j} row_k l_jk and d_i = a_ii − Σ_j row_j l_ij.
// Conditions: no pivoting (see factorisation.ts). Reference: Golub & Van Loan (2013), §4.1.2.

/** Entries of L below the diagonal when every block fills up. */
export function blockFill(blocks: readonly Int32Array[]): number {
  return blocks.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
}

/** Positions of A_ij, j ≤ i, row by row and block by block; −1 where the pattern has none. */
function blockPositions(pattern: Pattern, blocks: readonly Int32Array[]): Int32Array {
  const at = new Int32Array(blockFill(blocks) + pattern.rows);
  let p = 0;
  for (const rows of blocks) {
    for (let i = 0; i < rows.length; i++)
      for (let j = 0; j <= i; j++) at[p++] = position(pattern, rows[i], rows[j]);
  }
  return at;
}

class BlockDiagonalLDLT implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure: string;
  negativePivots = 0;
  private readonly size: Int32Array;
  /** Rows of A in the order of the blocks. */
  private readonly order: Int32Array;
  private readonly at: Int32Array;
  /** The rows of L, block by block, each followed by its inverse pivot. */
  private readonly L: Float64Array;
  private readonly row: Float64Array;
  private readonly work: Float64Array;

  constructor(pattern: Pattern, blocks: readonly Int32Array[]) {
    this.n = pattern.rows;
    this.fill = blockFill(blocks);
    this.size = Int32Array.from(blocks, ({ length }) => length);
    const largest = this.size.reduce((a, b) => Math.max(a, b), 0);
    this.structure = `block diagonal (${blocks.length} blocks, largest ${largest})`;
    this.order = new Int32Array(this.n);
    let k = 0;
    for (const rows of blocks) for (const i of rows) this.order[k++] = i;
    this.at = blockPositions(pattern, blocks);
    this.L = new Float64Array(this.at.length);
    this.row = new Float64Array(largest);
    this.work = new Float64Array(this.n);
  }

  factor(values: Float64Array): boolean {
    const { size } = this;
    let negative = 0;
    for (let block = 0, start = 0; block < size.length; block++) {
      const m = size[block];
      const count = this.factorBlock(m, start, values);
      if (count < 0) return false;
      negative += count;
      start += (m * (m + 1)) / 2;
    }
    this.negativePivots = negative;
    return true;
  }

  /** Factors the m rows whose entries begin at `start`. Returns the number of negative pivots, or −1 on an unusable one. */
  private factorBlock(m: number, start: number, values: Float64Array): number {
    const { L } = this;
    let negative = 0;
    for (let i = 0, p = start; i < m; p += ++i) {
      const d = this.eliminateRow(i, start, p, values);
      const inverse = 1 / d;
      if (!usable(inverse)) return -1;
      if (d < 0) negative++;
      L[p + i] = inverse;
    }
    return negative;
  }

  /** Computes row i of a block, its entries from p on; returns its pivot. Two columns at a time: two independent sums. */
  private eliminateRow(i: number, start: number, p: number, values: Float64Array): number {
    const { at, L, row } = this;
    let d = at[p + i] < 0 ? 0 : values[at[p + i]];
    let first = start;
    let j = 0;
    for (; j + 1 < i; j += 2) {
      const second = first + j + 1;
      let y = at[p + j] < 0 ? 0 : values[at[p + j]];
      let z = at[p + j + 1] < 0 ? 0 : values[at[p + j + 1]];
      for (let k = 0; k < j; k++) {
        y -= row[k] * L[first + k];
        z -= row[k] * L[second + k];
      }
      z -= y * L[second + j];
      const l = y * L[first + j];
      const m = z * L[second + j + 1];
      row[j] = y;
      row[j + 1] = z;
      L[p + j] = l;
      L[p + j + 1] = m;
      d = d - l * y - m * z;
      first = second + j + 2;
    }
    if (j === i) return d;
    // The last column when their number is odd.
    let y = at[p + j] < 0 ? 0 : values[at[p + j]];
    for (let k = 0; k < j; k++) y -= row[k] * L[first + k];
    const l = y * L[first + j];
    L[p + j] = l;
    return d - l * y;
  }

  solve(b: Float64Array): void {
    const { n, size, order, work } = this;
    for (let k = 0; k < n; k++) work[k] = b[order[k]];
    for (let block = 0, first = 0, start = 0; block < size.length; block++) {
      const m = size[block];
      this.solveBlock(first, m, start);
      first += m;
      start += (m * (m + 1)) / 2;
    }
    for (let k = 0; k < n; k++) b[order[k]] = work[k];
  }

  /** Solves for the m unknowns from `first` on, with the rows of L that begin at `start`. */
  private solveBlock(first: number, m: number, start: number): void {
    const { L, work } = this;
    const end = first + m;
    let p = start;
    for (let i = first; i < end; i++, p++) {
      let sum = work[i];
      for (let j = first; j < i; j++, p++) sum -= L[p] * work[j];
      work[i] = sum;
    }
    for (let i = first, q = start; i < end; i++, q += i - first + 1) work[i] *= L[q];
    p -= 2;
    for (let i = end - 1; i > first; i--, p--) {
      const x = work[i];
      for (let j = i - 1; j >= first; j--, p--) work[j] -= L[p] * x;
    }
  }
}

/** Rows of a block need not be adjacent, and sizes may differ; each block is stored in full. */
export function createBlockDiagonalLDLT(pattern: Pattern): SymmetricFactorisation {
  return new BlockDiagonalLDLT(pattern, connectedComponents(pattern));
}
