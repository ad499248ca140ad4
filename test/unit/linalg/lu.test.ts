import { describe, expect, it } from 'vitest';
import { matrixVector } from '../../../src/linalg/dense.ts';
import { createDenseLU } from '../../../src/linalg/lu.ts';
import { singularValues } from '../../../src/linalg/svd.ts';
import { largestDifference, randomVector, seeded } from './seeded.ts';

const hilbert = (n: number) =>
  Float64Array.from({ length: n * n }, (_, k) => 1 / (Math.floor(k / n) + (k % n) + 1));

describe('dense LU', () => {
  it('solves a 3 × 3 system that needs pivoting, exactly', () => {
    const lu = createDenseLU(3);
    // A x = b with x = (1, 2, 3); the first pivot is zero, so rows must be exchanged.
    expect(lu.factor(Float64Array.of(0, 2, 1, 1, 0, 0, 4, 1, 1))).toBe(true);
    const b = Float64Array.of(7, 1, 9);
    lu.solve(b);
    expect([...b]).toEqual([1, 2, 3]);
    // det = −2 (1·1 − 0·4) + 1 (1·1 − 0·4) = −1.
    expect(lu.determinantSign()).toBe(-1);
  });

  it('has a small residual for random matrices of every size up to 50', () => {
    const random = seeded(1);
    for (let n = 1; n <= 50; n++) {
      const A = randomVector(n * n, random);
      for (let i = 0; i < n; i++) A[i * n + ((i + 1) % n)] += 3;
      const b = randomVector(n, random);
      const x = b.slice();
      const lu = createDenseLU(n);
      expect(lu.factor(A)).toBe(true);
      lu.solve(x);
      const Ax = new Float64Array(n);
      matrixVector(A, n, n, x, Ax);
      expect(largestDifference(Ax, b)).toBeLessThan(1e-12);
    }
  });

  it('reuses its workspace: a second factorisation forgets the first', () => {
    const lu = createDenseLU(2);
    lu.factor(Float64Array.of(0, 1, 1, 0));
    lu.factor(Float64Array.of(2, 0, 0, 4));
    const b = Float64Array.of(2, 4);
    lu.solve(b);
    expect([...b]).toEqual([1, 1]);
    expect(lu.determinantSign()).toBe(1);
  });

  it('leaves A alone', () => {
    const A = Float64Array.of(1, 2, 3, 4);
    createDenseLU(2).factor(A);
    expect([...A]).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['zero', [0]],
    ['two equal rows', [1, 2, 1, 2]],
    ['zero column', [0, 1, 0, 2]],
    ['NaN above the diagonal', [1, Number.NaN, 0, 1]],
    ['NaN below the diagonal', [1, 0, Number.NaN, 1]],
    ['infinite corner', [1, 0, Number.POSITIVE_INFINITY, 0, 1, 0, 0, 0, 1]],
  ])('refuses a matrix that is singular or not finite: %s', (_, entries) => {
    const lu = createDenseLU(Math.sqrt(entries.length));
    expect(lu.factor(Float64Array.from(entries))).toBe(false);
    expect(lu.determinantSign()).toBe(0);
    expect(lu.reciprocalCondition()).toBe(0);
  });

  it('knows the condition of diagonal and of permuted matrices exactly', () => {
    const lu = createDenseLU(3);
    lu.factor(Float64Array.of(0, 0, 8, 2, 0, 0, 0, 1, 0));
    expect(lu.reciprocalCondition()).toBeCloseTo(1 / 8, 14);
  });

  it('estimates the condition of Hilbert matrices within the bounds between norms', () => {
    for (const n of [2, 3, 5, 7]) {
      const lu = createDenseLU(n);
      lu.factor(hilbert(n));
      const kappa = 1 / lu.reciprocalCondition();
      const sigma = singularValues(hilbert(n), n, n);
      const kappa2 = sigma[0] / sigma[n - 1];
      expect(kappa).toBeGreaterThan(kappa2 / n / 3);
      expect(kappa).toBeLessThan(kappa2 * n * 1.001);
    }
    // ‖H₃‖₁ ‖H₃⁻¹‖₁ = 11/6 · 408 = 748.
    const lu = createDenseLU(3);
    lu.factor(hilbert(3));
    expect(1 / lu.reciprocalCondition()).toBeCloseTo(748, 8);
  });
});
