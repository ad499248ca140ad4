// exp(A) = D (r_m(D⁻¹AD / 2ˢ))^(2ˢ) D⁻¹ with D from balancing and r_m = (V − U)⁻¹ (V + U) the diagonal Padé approximant, U odd and V even in A.
// m ∈ {3, 5, 7, 9, 13} and s are the least that keep the backward error below round-off.
// Condition: finite A; digits are lost where exp(A) is small although the norm of the balanced A is large (overscaling).
// Reference: Higham, SIAM J. Matrix Anal. Appl. 26 (2005), algorithm 2.3 and table 2.3.

import { createDenseLU, type DenseFactor } from './lu.ts';

interface MatrixExponential {
  /** out = exp(A), both row-major n × n; all NaN when A is not finite. `out` must not be `A`. */
  exponential(A: Float64Array, out: Float64Array): void;
}

/** Degree m, and the largest ‖A‖₁ for which r_m is exact to round-off. */
const degrees = [
  { m: 3, theta: 1.495585217958292e-2 },
  { m: 5, theta: 2.53939833006323e-1 },
  { m: 7, theta: 9.504178996162932e-1 },
  { m: 9, theta: 2.097847961257068 },
  { m: 13, theta: 5.371920351148152 },
] as const;

/** Coefficients of the numerator of r_m, scaled so that b₀ = 1: b_j = b_{j−1} (m − j + 1) / (j (2m − j + 1)). */
function padeCoefficients(m: number): Float64Array {
  const b = new Float64Array(m + 1);
  b[0] = 1;
  for (let j = 1; j <= m; j++) b[j] = (b[j - 1] * (m - j + 1)) / (j * (2 * m - j + 1));
  return b;
}

const approximants = degrees.map(({ m, theta }) => ({ m, theta, b: padeCoefficients(m) }));
const highest = approximants[approximants.length - 1];

class PadeExponential implements MatrixExponential {
  private readonly n: number;
  private readonly lu: DenseFactor;
  private readonly scaled: Float64Array;
  /** A², A⁴, A⁶, A⁸. */
  private readonly powers: readonly Float64Array[];
  private readonly U: Float64Array;
  private readonly V: Float64Array;
  private readonly work: Float64Array;
  private readonly column: Float64Array;
  private readonly units: Float64Array;

  constructor(n: number) {
    const matrix = () => new Float64Array(n * n);
    this.n = n;
    this.lu = createDenseLU(n);
    this.scaled = matrix();
    this.powers = [matrix(), matrix(), matrix(), matrix()];
    this.U = matrix();
    this.V = matrix();
    this.work = matrix();
    this.column = new Float64Array(n);
    this.units = new Float64Array(n);
  }

  exponential(A: Float64Array, out: Float64Array): void {
    if (!(norm1(A, this.n) < Number.POSITIVE_INFINITY)) {
      out.fill(Number.NaN);
      return;
    }
    this.scaled.set(A);
    balance(this.scaled, this.units);
    const norm = norm1(this.scaled, this.n);
    const { m, b } = approximants.find(({ theta }) => norm <= theta) ?? highest;
    const squarings = Math.max(0, Math.ceil(Math.log2(norm / highest.theta)));
    const factor = 2 ** -squarings;
    for (let at = 0; at < A.length; at++) this.scaled[at] *= factor;
    if (m === highest.m) this.evaluateHighest(b);
    else this.evaluate(m, b);
    this.quotient(out);
    for (let s = 0; s < squarings; s++) {
      multiply(out, out, this.n, this.work);
      out.set(this.work);
    }
    this.undoBalance(out);
  }

  private undoBalance(out: Float64Array): void {
    const { n, units } = this;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[i * n + j] *= units[i] / units[j];
  }

  /** U = A Σ b_{2k+1} A²ᵏ and V = Σ b_{2k} A²ᵏ, for m ≤ 9. */
  private evaluate(m: number, b: Float64Array): void {
    const { n, scaled, powers, U, V, work } = this;
    multiply(scaled, scaled, n, powers[0]);
    for (let k = 1; 2 * k + 2 < m; k++) multiply(powers[k - 1], powers[0], n, powers[k]);
    work.fill(0);
    V.fill(0);
    for (let k = 1; 2 * k < m; k++) {
      addScaled(powers[k - 1], b[2 * k + 1], work);
      addScaled(powers[k - 1], b[2 * k], V);
    }
    addDiagonal(b[1], n, work);
    addDiagonal(b[0], n, V);
    multiply(scaled, work, n, U);
  }

  /** The same for m = 13 with six products: the upper half of each sum is A⁶ times a cubic in A². */
  private evaluateHighest(b: Float64Array): void {
    const { n, scaled, powers, U, V, work } = this;
    const [A2, A4, A6] = powers;
    multiply(scaled, scaled, n, A2);
    multiply(A2, A2, n, A4);
    multiply(A4, A2, n, A6);
    this.sumFrom(8, b, work);
    multiply(A6, work, n, V);
    this.addLower(0, b, V);
    this.sumFrom(9, b, U);
    multiply(A6, U, n, work);
    this.addLower(1, b, work);
    multiply(scaled, work, n, U);
  }

  /** out = b_j A² + b_{j+2} A⁴ + b_{j+4} A⁶. */
  private sumFrom(j: number, b: Float64Array, out: Float64Array): void {
    out.fill(0);
    for (let k = 0; k < 3; k++) addScaled(this.powers[k], b[j + 2 * k], out);
  }

  /** out += b_j I + b_{j+2} A² + b_{j+4} A⁴ + b_{j+6} A⁶. */
  private addLower(j: number, b: Float64Array, out: Float64Array): void {
    for (let k = 0; k < 3; k++) addScaled(this.powers[k], b[j + 2 + 2 * k], out);
    addDiagonal(b[j], this.n, out);
  }

  /** out = (V − U)⁻¹ (V + U), column by column. */
  private quotient(out: Float64Array): void {
    const { n, lu, U, V, work, column } = this;
    for (let at = 0; at < work.length; at++) work[at] = V[at] - U[at];
    lu.factor(work);
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < n; i++) column[i] = V[i * n + j] + U[i * n + j];
      lu.solve(column);
      for (let i = 0; i < n; i++) out[i * n + j] = column[i];
    }
  }
}

function norm1(A: Float64Array, n: number): number {
  let largest = 0;
  for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += Math.abs(A[i * n + j]);
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** out = A B, n × n; out must be neither. */
function multiply(A: Float64Array, B: Float64Array, n: number, out: Float64Array): void {
  out.fill(0);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const a = A[i * n + k];
      for (let j = 0; j < n; j++) out[i * n + j] += a * B[k * n + j];
    }
  }
}

function addScaled(A: Float64Array, factor: number, out: Float64Array): void {
  for (let at = 0; at < A.length; at++) out[at] += factor * A[at];
}

function addDiagonal(value: number, n: number, out: Float64Array): void {
  for (let i = 0; i < n; i++) out[i * (n + 1)] += value;
}

export function createMatrixExponential(n: number): MatrixExponential {
  return new PadeExponential(n);
}

// Balancing: A ← D⁻¹ A D with a diagonal D of powers of two, chosen so that row i and column i have nearly the same size.
// The change is exact. It removes the effect of badly scaled units, whose large norm would cost a matrix function its
// digits. Parlett, Reinsch, Numer. Math. 13 (1969) 293.

const maxSweeps = 30;
/** Factor by which a change must reduce the sum of row and column norm. */
const worthwhile = 0.95;

/** A, row-major n × n with n the length of d, becomes D⁻¹ A D; d the diagonal of D. */
function balance(A: Float64Array, d: Float64Array): void {
  d.fill(1);
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let isBalanced = true;
    for (let i = 0; i < d.length; i++) if (balanceEntry(A, i, d)) isBalanced = false;
    if (isBalanced) return;
  }
}

function balanceEntry(A: Float64Array, i: number, d: Float64Array): boolean {
  const n = d.length;
  let [row, column] = [0, 0];
  for (let j = 0; j < n; j++) {
    if (j === i) continue;
    row += Math.abs(A[i * n + j]);
    column += Math.abs(A[j * n + i]);
  }
  const factor = bestFactor(row, column);
  if (!(column * factor + row / factor < worthwhile * (column + row))) return false;
  d[i] *= factor;
  for (let j = 0; j < n; j++) {
    A[i * n + j] /= factor;
    A[j * n + i] *= factor;
  }
  return true;
}

/** The power of two nearest to √(row/column); 1 where row or column is zero. */
function bestFactor(row: number, column: number): number {
  if (row > 0 && column > 0) return 2 ** Math.round(Math.log2(row / column) / 2);
  if (column > 1) return 2 ** -Math.ceil(Math.log2(column));
  return row > 1 ? 2 ** Math.ceil(Math.log2(row)) : 1;
}
