// Interface of the factorisations A = L D Lᵀ of a symmetric matrix, independent of the structure that they exploit.
// Conditions: no pivoting, so A should be definite or quasi-definite; an indefinite A may meet a zero pivot.

import { type Pattern, position } from '../pattern.ts';

export interface SymmetricFactorisation {
  readonly n: number;
  /** The structure it exploits, for messages: “tridiagonal”, “banded (half-width 3)”, “sparse”. */
  readonly structure: string;
  /**
   * Factors the matrix with these values, in the order of the full symmetric pattern; only entries on and below
   * the diagonal are read. False on a pivot that is zero or not finite.
   */
  factor(values: Float64Array): boolean;
  /** b becomes A⁻¹ b. Undefined after a failed factorisation. */
  solve(b: Float64Array): void;
  /** Number of negative eigenvalues of A (Sylvester's law of inertia). */
  readonly negativePivots: number;
  /** Number of entries of L below the diagonal. */
  readonly fill: number;
}

/** A pivot is usable when its inverse is neither zero, infinite nor NaN. */
export function usable(inversePivot: number): boolean {
  return Math.abs(inversePivot) < Number.POSITIVE_INFINITY && inversePivot !== 0;
}

// A = L D Lᵀ for a dense symmetric A: where L is mostly full, the index tables of the sparse factorisation cost more than
// the zeros they avoid.
// Conditions: no pivoting (above). Reference: Golub & Van Loan (2013), §4.1.2.

class DenseLDLT implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure = 'dense';
  negativePivots = 0;
  /** Position of A_ij among the values for j ≤ i, row by row; −1 where the pattern has none. */
  private readonly at: Int32Array;
  /** L row by row, each row followed by its inverse pivot. */
  private readonly L: Float64Array;
  private readonly row: Float64Array;

  constructor(pattern: Pattern) {
    const n = pattern.rows;
    this.n = n;
    const at: number[] = [];
    for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) at.push(position(pattern, i, j));
    this.fill = at.length - n;
    this.at = Int32Array.from(at);
    this.L = new Float64Array(at.length);
    this.row = new Float64Array(n);
  }

  factor(values: Float64Array): boolean {
    const { n, at, L, row } = this;
    let negative = 0;
    for (let i = 0, p = 0; i < n; i++) {
      const first = p;
      // row_j = l_ij d_j = a_ij − Σ_{k<j} row_k l_jk, then l_ij; q runs through the rows of L above.
      let d = 0;
      for (let j = 0, q = 0; j <= i; j++, p++, q++) {
        let sum = at[p] < 0 ? 0 : values[at[p]];
        if (j === i) {
          for (let k = 0; k < i; k++) sum -= row[k] * L[first + k];
          d = sum;
        } else {
          for (let k = 0; k < j; k++, q++) sum -= row[k] * L[q];
          row[j] = sum;
          L[p] = sum * L[q];
        }
      }
      const inverse = 1 / d;
      if (!usable(inverse)) return false;
      if (d < 0) negative++;
      L[p - 1] = inverse;
    }
    this.negativePivots = negative;
    return true;
  }

  solve(b: Float64Array): void {
    const { n, L } = this;
    for (let i = 0, p = 0; i < n; i++, p++) {
      let sum = b[i];
      for (let j = 0; j < i; j++, p++) sum -= L[p] * b[j];
      b[i] = sum;
    }
    for (let i = 0, p = 0; i < n; i++, p += i + 1) b[i] *= L[p];
    for (let i = n - 1, p = L.length - 2; i > 0; i--, p--) {
      const x = b[i];
      for (let j = i - 1; j >= 0; j--, p--) b[j] -= L[p] * x;
    }
  }
}

/** L is stored in full, whatever the pattern. */
export function createDenseLDLT(pattern: Pattern): SymmetricFactorisation {
  return new DenseLDLT(pattern);
}
