// What every factorisation A = L D Lᵀ of a symmetric matrix offers, whatever the structure it exploits.
// Conditions: no pivoting, so A should be definite or quasi-definite; an indefinite A may meet a zero pivot.

export interface SymmetricFactorisation {
  readonly n: number;
  /** What it exploits, in words for the user: “tridiagonal”, “banded (half-width 3)”, “sparse”. */
  readonly structure: string;
  /**
   * Factors the matrix with these values, in the order of the full symmetric pattern; only entries on and below
   * the diagonal are read. False on a pivot that is zero or not finite.
   */
  factor(values: Float64Array): boolean;
  /** b becomes A⁻¹ b. Meaningless after a factorisation that failed. */
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
