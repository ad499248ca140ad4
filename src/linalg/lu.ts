// P A = L U with partial pivoting, for small dense matrices that are factored millions of times.
// Condition: A is square, row-major; exact singularity and entries that are not finite are reported, near
// singularity is not (see reciprocalCondition). Reference: Golub & Van Loan, Matrix Computations (2013), §3.4.
// The condition estimate is Hager's, with Higham's second vector: Higham, ACM TOMS 14 (1988) 381.

import { dot, norm2 } from './dense.ts';

export interface DenseFactor {
  readonly n: number;
  /** Factors a copy of A (row-major n × n). False when A is exactly singular, not of the required rank, or not finite. */
  factor(A: Float64Array): boolean;
  /** b becomes A⁻¹ b; where A is singular, the shortest x with A x = b. */
  solve(b: Float64Array): void;
  /** Sign of det A, or of the product of the eigenvalues that are not zero; 0 when the last factorisation failed. */
  determinantSign(): -1 | 0 | 1;
  /** Estimate of 1 / (‖A‖₁ ‖A⁻¹‖₁), never too small by more than round-off; 0 when singular, or not of the required rank. */
  reciprocalCondition(): number;
  /** Where A is singular: x becomes the shortest vector with the same A x. */
  shorten?(x: Float64Array): void;
}

const estimatorSweeps = 5;

class PivotedLU implements DenseFactor {
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
      // Zero gives an infinite inverse, infinity a zero one; a NaN anywhere propagates to some pivot.
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
    // All swaps before the substitution: they apply to finished rows of L as well.
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

  /** Hager's maximisation of ‖A⁻¹ x‖₁ over the unit ball, started from x = (1/n, …, 1/n). */
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

  /** Higham's safeguard against matrices for which Hager's estimate is far too small. */
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

export function createDenseLU(n: number): DenseFactor {
  return new PivotedLU(n);
}

// A of known rank r < n: complete pivoting on A with rows and columns scaled to maximum 1 gives, up to order and scales,
//   A = L D U,   L n × r unit lower, D r × r diagonal, U r × n unit upper trapezoidal,
// and the shortest x with A x = b is Q R⁻ᵀ D⁻¹ L₁⁻¹ b with Uᵀ = Q R, where the first r of the equations in their new order
// are solved and the others follow. Pivots are chosen in each factorisation. The rank is checked: the remainder after
// r pivots must be small compared with the last of them.
// Condition: b is in the range of A, up to errors that the next Newton iteration corrects. Golub & Van Loan (2013), §3.4.8, §5.6.2.

/** Largest remainder after r pivots, relative to the last one: if it is larger, the rank is not r. */
const largestRest = 1e-2;
/** Smallest last pivot of a matrix with rows and columns of maximum 1; below it the rank is less than r. */
const smallestPivot = 1e-12;

class TruncatedLU implements DenseFactor {
  readonly n: number;
  private readonly rank: number;
  private readonly A: Float64Array;
  private readonly rows: Int32Array;
  private readonly columns: Int32Array;
  private readonly rowScale: Float64Array;
  private readonly columnScale: Float64Array;
  /** Column k of Q, from k n on, in the order of the unknowns; R row by row. */
  private readonly Q: Float64Array;
  private readonly R: Float64Array;
  private readonly y: Float64Array;
  /** Position of each unknown among the columns. */
  private readonly place: Int32Array;
  private readonly core: Float64Array;
  private readonly coreLU: DenseFactor;
  private regular = false;

  constructor(n: number, rank: number) {
    this.n = n;
    this.rank = rank;
    this.A = new Float64Array(n * n);
    this.rows = new Int32Array(n);
    this.columns = new Int32Array(n);
    this.rowScale = new Float64Array(n);
    this.columnScale = new Float64Array(n);
    this.Q = new Float64Array(rank * n);
    this.R = new Float64Array(rank * rank);
    this.y = new Float64Array(rank);
    this.place = new Int32Array(n);
    this.core = new Float64Array(rank * rank);
    this.coreLU = createDenseLU(rank);
  }

  factor(A: Float64Array): boolean {
    this.A.set(A);
    this.regular = this.equilibrate() && this.eliminate() && this.orthogonalise();
    return this.regular;
  }

  solve(b: Float64Array): void {
    const { n, rank, A, rows, columns, rowScale, R, y } = this;
    for (let i = 0; i < rank; i++) {
      const row = rows[i] * n;
      let sum = b[rows[i]] / rowScale[rows[i]];
      for (let k = 0; k < i; k++) sum -= A[row + columns[k]] * y[k];
      y[i] = sum;
    }
    for (let k = 0; k < rank; k++) y[k] /= A[rows[k] * n + columns[k]];
    // Rᵀ w = y, then x = Q w.
    for (let i = 0; i < rank; i++) {
      for (let k = 0; k < i; k++) y[i] -= R[k * rank + i] * y[k];
      y[i] /= R[i * rank + i];
    }
    this.combine(b);
  }

  shorten(x: Float64Array): void {
    const { n, rank, Q, y } = this;
    for (let k = 0; k < rank; k++) y[k] = dot(x, Q.subarray(k * n, (k + 1) * n));
    this.combine(x);
  }

  /** The last pivot relative to the first, which is 1: rows and columns have maximum 1. */
  reciprocalCondition(): number {
    return this.regular ? Math.abs(this.pivot(this.rank - 1)) / this.n : 0;
  }

  /** x ← Q y */
  private combine(x: Float64Array): void {
    const { n, rank, Q, y } = this;
    x.fill(0);
    for (let k = 0; k < rank; k++) for (let j = 0; j < n; j++) x[j] += Q[k * n + j] * y[k];
  }

  /** det(D U L) with unknowns and equations of the same number: its eigenvalues are those of A that are not zero. */
  determinantSign(): -1 | 0 | 1 {
    if (!this.regular) return 0;
    const { n, rank, A, rows, columns, place, rowScale, columnScale, core } = this;
    for (let k = 0; k < n; k++) place[columns[k]] = k;
    core.fill(0);
    for (let a = 0; a < n; a++) {
      const number = rows[a];
      const size = rowScale[number] * columnScale[number];
      for (let i = 0; i < rank && i <= place[number]; i++)
        for (let j = 0; j < rank && j <= a; j++) {
          const l = j === a ? 1 : A[number * n + columns[j]];
          core[i * rank + j] += A[rows[i] * n + number] * size * l;
        }
    }
    return this.coreLU.factor(core) ? this.coreLU.determinantSign() : 0;
  }

  private pivot(k: number): number {
    return this.A[this.rows[k] * this.n + this.columns[k]];
  }

  /** Divides nonzero rows, then columns, by their largest entries. False when an entry is not finite. */
  private equilibrate(): boolean {
    const { n, A, rowScale, columnScale } = this;
    rowScale.fill(0);
    columnScale.fill(0);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) rowScale[i] = Math.max(rowScale[i], Math.abs(A[i * n + j]));
      if (!Number.isFinite(rowScale[i])) return false;
      if (rowScale[i] === 0) rowScale[i] = 1;
      for (let j = 0; j < n; j++) {
        A[i * n + j] /= rowScale[i];
        columnScale[j] = Math.max(columnScale[j], Math.abs(A[i * n + j]));
      }
    }
    for (let j = 0; j < n; j++) if (columnScale[j] === 0) columnScale[j] = 1;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) A[i * n + j] /= columnScale[j];
    return true;
  }

  /** r steps of elimination; rows and columns are permuted by index lists, not in A. */
  private eliminate(): boolean {
    const { n, rank, A, rows, columns } = this;
    for (let i = 0; i < n; i++) {
      rows[i] = i;
      columns[i] = i;
    }
    for (let k = 0; k < rank; k++) {
      this.bringLargest(k);
      const pivot = this.pivot(k);
      if (!(Math.abs(pivot) >= smallestPivot)) return false;
      const top = rows[k] * n;
      for (let i = k + 1; i < n; i++) {
        const row = rows[i] * n;
        const l = A[row + columns[k]] / pivot;
        A[row + columns[k]] = l;
        for (let j = k + 1; j < n; j++) A[row + columns[j]] -= l * A[top + columns[j]];
      }
    }
    return this.largestFrom(rank) <= largestRest * Math.abs(this.pivot(rank - 1));
  }

  private largestFrom(k: number): number {
    const { n, A, rows, columns } = this;
    let largest = 0;
    for (let i = k; i < n; i++)
      for (let j = k; j < n; j++) largest = Math.max(largest, Math.abs(A[rows[i] * n + columns[j]]));
    return largest;
  }

  private bringLargest(k: number): void {
    const { n, A, rows, columns } = this;
    let [row, column, largest] = [k, k, -1];
    for (let i = k; i < n; i++)
      for (let j = k; j < n; j++) {
        const size = Math.abs(A[rows[i] * n + columns[j]]);
        if (size > largest) [row, column, largest] = [i, j, size];
      }
    [rows[k], rows[row]] = [rows[row], rows[k]];
    [columns[k], columns[column]] = [columns[column], columns[k]];
  }

  /** Uᵀ = Q R by Gram–Schmidt with reorthogonalisation, U in the units of the unknowns. */
  private orthogonalise(): boolean {
    const { n, rank, A, rows, columns, columnScale, Q, R } = this;
    R.fill(0);
    for (let k = 0; k < rank; k++) {
      const q = Q.subarray(k * n, (k + 1) * n).fill(0);
      const pivot = this.pivot(k);
      for (let j = k; j < n; j++) {
        const u = j === k ? 1 : A[rows[k] * n + columns[j]] / pivot;
        q[columns[j]] = u * columnScale[columns[j]];
      }
      for (let pass = 0; pass < 2; pass++)
        for (let i = 0; i < k; i++) R[i * rank + k] += removeComponent(q, Q.subarray(i * n, (i + 1) * n));
      const length = norm2(q);
      if (!(length > 0)) return false;
      R[k * rank + k] = length;
      for (let j = 0; j < n; j++) q[j] /= length;
    }
    return true;
  }
}

function removeComponent(v: Float64Array, q: Float64Array): number {
  const component = dot(v, q);
  for (let j = 0; j < v.length; j++) v[j] -= component * q[j];
  return component;
}

/** A factorisation of matrices of this rank: partial pivoting where it is n, else the truncated one. */
export function createDenseFactor(n: number, rank: number): DenseFactor {
  return rank === n ? createDenseLU(n) : new TruncatedLU(n, rank);
}
