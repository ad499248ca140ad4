// One step of the Newton–Schulz iteration for the orthogonal polar factor,
//   R ← R − ½ R E,   E = RᵀR − 1,
// which squares the distance from the rotations. A product of rotations leaves them by rounding alone, so one such step
// after each product keeps |E| at a few ε for ever; without it the errors of a million products add up.
// On the rotations it is the identity, so it changes no method, and it is smooth around them, so that differences of
// states beside the manifold give the derivative. Reference: Higham, Functions of Matrices (2008), §8.3.

import { maxAbs } from '../linalg/dense.ts';

export interface Orthonormaliser {
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
