// P A = L U with partial pivoting, for small dense matrices that are factored millions of times.
// Condition: A is square, row-major; exact singularity and entries that are not finite are reported, near
// singularity is not (ask reciprocalCondition). Reference: Golub & Van Loan, Matrix Computations (2013), §3.4.
// The condition estimate is Hager's, with Higham's second vector: Higham, ACM TOMS 14 (1988) 381.

export interface DenseLU {
  readonly n: number;
  /** Factors a copy of A (row-major n × n). False when A is exactly singular or not finite. */
  factor(A: Float64Array): boolean;
  /** b becomes A⁻¹ b. */
  solve(b: Float64Array): void;
  /** Sign of det A; 0 when the last factorisation failed. */
  determinantSign(): -1 | 0 | 1;
  /** Estimate of 1 / (‖A‖₁ ‖A⁻¹‖₁), never too small by more than round-off; 0 when singular. */
  reciprocalCondition(): number;
}

const estimatorSweeps = 5;

class PivotedLU implements DenseLU {
  readonly n: number;
  private readonly lu: Float64Array;
  private readonly inversePivots: Float64Array;
  private readonly swaps: Int32Array;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private regular = false;

  constructor(n: number) {
    this.n = n;
    this.lu = new Float64Array(n * n);
    this.inversePivots = new Float64Array(n);
    this.swaps = new Int32Array(n);
    this.x = new Float64Array(n);
    this.y = new Float64Array(n);
  }

  factor(A: Float64Array): boolean {
    const { n, lu, inversePivots, swaps } = this;
    this.regular = false;
    for (let at = 0; at < n * n; at++) lu[at] = A[at];
    for (let k = 0; k < n; k++) {
      const top = k * n;
      // The largest entry on or below the diagonal becomes the pivot.
      let pivotRow = k;
      let largest = Math.abs(lu[top + k]);
      for (let i = k + 1; i < n; i++) {
        const size = Math.abs(lu[i * n + k]);
        if (size > largest) {
          largest = size;
          pivotRow = i;
        }
      }
      swaps[k] = pivotRow;
      if (pivotRow !== k) this.swapRows(top, pivotRow * n);
      const inverse = 1 / lu[top + k];
      // Zero gives an infinite inverse, infinity a zero one; a NaN anywhere reaches some pivot.
      if (!(Math.abs(inverse) < Number.POSITIVE_INFINITY) || inverse === 0) return false;
      inversePivots[k] = inverse;
      for (let i = k + 1; i < n; i++) {
        const row = i * n;
        const l = lu[row + k] * inverse;
        lu[row + k] = l;
        for (let j = k + 1; j < n; j++) lu[row + j] -= l * lu[top + j];
      }
    }
    this.regular = true;
    return true;
  }

  solve(b: Float64Array): void {
    const { n, lu, inversePivots, swaps } = this;
    // All swaps before the substitution: later swaps exchange finished rows of L as well.
    for (let k = 0; k < n; k++) if (swaps[k] !== k) swapEntries(b, k, swaps[k]);
    for (let i = 1; i < n; i++) {
      let sum = b[i];
      for (let j = 0, at = i * n; j < i; j++, at++) sum -= lu[at] * b[j];
      b[i] = sum;
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = b[i];
      for (let j = i + 1, at = i * n + j; j < n; j++, at++) sum -= lu[at] * b[j];
      b[i] = sum * inversePivots[i];
    }
  }

  determinantSign(): -1 | 0 | 1 {
    if (!this.regular) return 0;
    let negative = 0;
    for (let k = 0; k < this.n; k++) {
      if (this.swaps[k] !== k) negative++;
      if (this.inversePivots[k] < 0) negative++;
    }
    return negative % 2 === 0 ? 1 : -1;
  }

  reciprocalCondition(): number {
    if (!this.regular) return 0;
    if (this.n === 0) return 1;
    return 1 / (this.norm1() * Math.max(this.hagerEstimate(), this.alternatingEstimate()));
  }

  private swapRows(a: number, b: number): void {
    for (let j = 0; j < this.n; j++) swapEntries(this.lu, a + j, b + j);
  }

  /** b becomes A⁻ᵀ b. */
  private solveTransposed(b: Float64Array): void {
    const { n, lu, inversePivots, swaps } = this;
    for (let i = 0; i < n; i++) {
      b[i] *= inversePivots[i];
      for (let j = i + 1; j < n; j++) b[j] -= lu[i * n + j] * b[i];
    }
    for (let i = n - 1; i > 0; i--) {
      for (let j = 0; j < i; j++) b[j] -= lu[i * n + j] * b[i];
    }
    for (let k = n - 1; k >= 0; k--) swapEntries(b, k, swaps[k]);
  }

  /** ‖A‖₁ from the factors: rows are permuted in them, which leaves column sums alone and costs factor() nothing. */
  private norm1(): number {
    const { n, lu } = this;
    let largest = 0;
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        let entry = i <= j ? lu[i * n + j] : 0;
        for (let k = 0; k < i && k <= j; k++) entry += lu[i * n + k] * lu[k * n + j];
        sum += Math.abs(entry);
      }
      largest = Math.max(largest, sum);
    }
    return largest;
  }

  /** Hager's ascent on ‖A⁻¹ x‖₁ over the unit ball, started from its middle. */
  private hagerEstimate(): number {
    const { n, x, y } = this;
    x.fill(1 / n);
    let estimate = 0;
    for (let sweep = 0; sweep < estimatorSweeps; sweep++) {
      y.set(x);
      this.solve(y);
      const size = sumAbs(y);
      if (!(size > estimate)) break;
      estimate = size;
      for (let i = 0; i < n; i++) y[i] = y[i] < 0 ? -1 : 1;
      this.solveTransposed(y);
      x.fill(0);
      x[indexOfLargest(y)] = 1;
    }
    return estimate;
  }

  /** Higham's safeguard against matrices on which the ascent is deceived. */
  private alternatingEstimate(): number {
    const { n, x } = this;
    for (let i = 0; i < n; i++) x[i] = (i % 2 === 0 ? 1 : -1) * (1 + i / Math.max(1, n - 1));
    const size = sumAbs(x);
    this.solve(x);
    return sumAbs(x) / size;
  }
}

function swapEntries(x: Float64Array, i: number, j: number): void {
  const kept = x[i];
  x[i] = x[j];
  x[j] = kept;
}

function sumAbs(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += Math.abs(x[i]);
  return sum;
}

function indexOfLargest(x: Float64Array): number {
  let best = 0;
  for (let i = 1; i < x.length; i++) if (Math.abs(x[i]) > Math.abs(x[best])) best = i;
  return best;
}

export function createDenseLU(n: number): DenseLU {
  return new PivotedLU(n);
}
