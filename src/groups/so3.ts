// Rotations. A matrix is an array of rows of three numbers; every row is a vector as seen from the body. A rotation of
// the body by F takes each row r to r F, and x̂ is the matrix of x ×, so that r x̂ = r × x.
//   exp(θ ê_k)    turns about one body axis: two columns mix
//   exp(x̂) = 1 + (sin θ/θ) x̂ + ((1 − cos θ)/θ²) x̂²,  θ = |x|,   turns by θ about x
//   d exp(x̂) = exp(x̂) η̂,   η = dx − ((1 − cos θ)/θ²) x × dx + ((θ − sin θ)/θ³) x × (x × dx)
//   cay(x) = (1 − x̂/2)⁻¹(1 + x̂/2) = 1 + (x̂ + ½x̂²)/(1 + |x|²/4),   turns by 2 atan(|x|/2) about x
//   d cay(x) = cay(x) η̂,   η = (dx − ½ x × dx)/(1 + |x|²/4)
// Orthogonal for every x, in exact arithmetic. Reference: Iserles, Found. Comput. Math. 1 (2001) 129; Hairer, Lubich,
// Wanner, Geometric Numerical Integration (2006), §IV.8.3.

/** A ← A exp(θ ê_axis). */

import { maxAbs } from '../linalg/dense.ts';

export function turnAbout(axis: number, angle: number, A: Float64Array): void {
  const a = (axis + 1) % 3;
  const b = (axis + 2) % 3;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  for (let row = 0; row < A.length; row += 3) {
    const u = A[row + a];
    const v = A[row + b];
    A[row + a] = c * u + s * v;
    A[row + b] = c * v - s * u;
  }
}

/** sin θ/θ, (1 − cos θ)/θ² and (θ − sin θ)/θ³; below `smallAngle` by their series, which is exact there. */
function rotationFactors(x: Float64Array, out: Float64Array): void {
  const square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  const angle = Math.sqrt(square);
  if (angle < smallAngle) {
    out[0] = 1 - square / 6;
    out[1] = 0.5 - square / 24;
    out[2] = 1 / 6 - square / 120;
    return;
  }
  const half = Math.sin(angle / 2);
  out[0] = Math.sin(angle) / angle;
  out[1] = (2 * half * half) / square;
  out[2] = (1 - out[0]) / square;
}
const smallAngle = 1e-4;

interface Turning {
  /** A ← A exp(x̂). */
  turn(x: Float64Array, A: Float64Array): void;
  /** out = η in d exp(x̂) = exp(x̂) η̂. */
  differential(x: Float64Array, dx: Float64Array, out: Float64Array): void;
}

export function createTurning(): Turning {
  const factors = new Float64Array(3);
  return {
    turn(x, A) {
      rotationFactors(x, factors);
      const [s, c] = factors;
      for (let row = 0; row < A.length; row += 3) {
        const u = A[row + 1] * x[2] - A[row + 2] * x[1];
        const v = A[row + 2] * x[0] - A[row] * x[2];
        const w = A[row] * x[1] - A[row + 1] * x[0];
        A[row] += s * u + c * (v * x[2] - w * x[1]);
        A[row + 1] += s * v + c * (w * x[0] - u * x[2]);
        A[row + 2] += s * w + c * (u * x[1] - v * x[0]);
      }
    },
    differential(x, dx, out) {
      rotationFactors(x, factors);
      const [, c, d] = factors;
      const u = x[1] * dx[2] - x[2] * dx[1];
      const v = x[2] * dx[0] - x[0] * dx[2];
      const w = x[0] * dx[1] - x[1] * dx[0];
      out[0] = dx[0] - c * u + d * (x[1] * w - x[2] * v);
      out[1] = dx[1] - c * v + d * (x[2] * u - x[0] * w);
      out[2] = dx[2] - c * w + d * (x[0] * v - x[1] * u);
    },
  };
}

/** A ← A cay(x). */
export function turnByCayley(x: Float64Array, A: Float64Array): void {
  const weight = 1 / (1 + (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) / 4);
  for (let row = 0; row < A.length; row += 3) {
    // (u, v, w) = r × x, and r cay(x) = r + ((u, v, w) + ½ (u, v, w) × x) / (1 + |x|²/4).
    const u = A[row + 1] * x[2] - A[row + 2] * x[1];
    const v = A[row + 2] * x[0] - A[row] * x[2];
    const w = A[row] * x[1] - A[row + 1] * x[0];
    A[row] += weight * (u + (v * x[2] - w * x[1]) / 2);
    A[row + 1] += weight * (v + (w * x[0] - u * x[2]) / 2);
    A[row + 2] += weight * (w + (u * x[1] - v * x[0]) / 2);
  }
}

/** out = η in d cay(x) = cay(x) η̂. */
export function cayleyDifferential(x: Float64Array, dx: Float64Array, out: Float64Array): void {
  const weight = 1 / (1 + (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) / 4);
  out[0] = weight * (dx[0] - (x[1] * dx[2] - x[2] * dx[1]) / 2);
  out[1] = weight * (dx[1] - (x[2] * dx[0] - x[0] * dx[2]) / 2);
  out[2] = weight * (dx[2] - (x[0] * dx[1] - x[1] * dx[0]) / 2);
}

/** out ← out + A x̂, row by row r × x. */
export function addTimesHat(A: Float64Array, x: Float64Array, out: Float64Array): void {
  for (let row = 0; row < out.length; row += 3) {
    out[row] += A[row + 1] * x[2] - A[row + 2] * x[1];
    out[row + 1] += A[row + 2] * x[0] - A[row] * x[2];
    out[row + 2] += A[row] * x[1] - A[row + 1] * x[0];
  }
}

/** out ← out + y, where ŷ = AᵀB − BᵀA; of A and B the first three rows count. */
export function addAxial(A: Float64Array, B: Float64Array, out: Float64Array): void {
  // For rows a of A and b of B: a bᵀ − b aᵀ is the matrix of (b × a) ×.
  for (let row = 0; row < 9; row += 3) {
    out[0] += B[row + 1] * A[row + 2] - B[row + 2] * A[row + 1];
    out[1] += B[row + 2] * A[row] - B[row] * A[row + 2];
    out[2] += B[row] * A[row + 1] - B[row + 1] * A[row];
  }
}

// One step of the Newton–Schulz iteration for the orthogonal polar factor,
//   R ← R − ½ R E,   E = RᵀR − 1,
// which squares the distance from the rotations. A product of rotations leaves them by rounding alone, so one such step
// after each product keeps |E| at a few ε for ever; without it the errors of a million products add up.
// On the rotations it is the identity, so it changes no method, and it is smooth around them, so that differences of
// states beside the manifold give the derivative. Reference: Higham, Functions of Matrices (2008), §8.3.

interface Orthonormaliser {
  /** Improves the first three rows of R; returns the largest entry of E before, NaN when there is one. */
  improve(R: Float64Array): number;
  /** dR ← the derivative of `improve` at R, times dR. */
  push(R: Float64Array, dR: Float64Array): void;
}

export function createOrthonormaliser(): Orthonormaliser {
  const [E, dE, before] = [0, 1, 2].map(() => new Float64Array(9));
  return {
    improve(R) {
      orthogonalityError(R, E);
      for (let i = 0; i < 9; i++) before[i] = R[i];
      subtractHalfProduct(before, E, R);
      return maxAbs(E);
    },
    push(R, dR) {
      orthogonalityError(R, E);
      errorAlong(R, dR, dE);
      for (let i = 0; i < 9; i++) before[i] = dR[i];
      subtractHalfProduct(before, E, dR);
      subtractHalfProduct(R, dE, dR);
    },
  };
}

/** out = RᵀR − 1. */
function orthogonalityError(R: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      out[3 * i + j] = R[i] * R[j] + R[3 + i] * R[3 + j] + R[6 + i] * R[6 + j] - (i === j ? 1 : 0);
}

/** out = dRᵀR + RᵀdR. */
function errorAlong(R: Float64Array, dR: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let row = 0; row < 9; row += 3) sum += dR[row + i] * R[row + j] + R[row + i] * dR[row + j];
      out[3 * i + j] = sum;
    }
}

/** out ← out − ½ A E; `out` must not be `A`. */
function subtractHalfProduct(A: Float64Array, E: Float64Array, out: Float64Array): void {
  for (let row = 0; row < 9; row += 3)
    for (let j = 0; j < 3; j++)
      out[row + j] -= (A[row] * E[j] + A[row + 1] * E[3 + j] + A[row + 2] * E[6 + j]) / 2;
}
