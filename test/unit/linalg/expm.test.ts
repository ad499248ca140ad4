import { describe, expect, it } from 'vitest';
import { createMatrixExponential } from '../../../src/linalg/expm.ts';
import { largestDifference, randomVector, seeded } from './seeded.ts';

function exponential(A: Float64Array): Float64Array {
  const out = new Float64Array(A.length);
  createMatrixExponential(Math.sqrt(A.length)).exponential(A, out);
  return out;
}

describe('matrix exponential', () => {
  // One angle for each Padé degree, two that need squaring, and the extremes.
  it.each([0, 1e-8, 0.01, 0.2, 0.9, 2, 5, 30, 400])('of a skew matrix is the rotation by %f', angle => {
    const R = exponential(Float64Array.of(0, -angle, angle, 0));
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    expect(largestDifference(R, [c, -s, s, c])).toBeLessThan(2e-15 * Math.max(1, angle));
  });

  it('of a nilpotent matrix is its finite series', () => {
    // N² has one entry and N³ = 0: exp N = 1 + N + N²/2.
    expect(
      largestDifference(exponential(Float64Array.of(0, 2, 3, 0, 0, 4, 0, 0, 0)), [1, 2, 7, 0, 1, 4, 0, 0, 1]),
    ).toBeLessThan(1e-14);
    expect([...exponential(Float64Array.of(0, 1, 0, 0))]).toEqual([1, 1, 0, 1]);
  });

  it('of a diagonal matrix is the exponential of its entries, to relative accuracy', () => {
    const E = exponential(Float64Array.of(3, 0, 0, 0, -2, 0, 0, 0, 0.001));
    expect(E[0] / Math.exp(3)).toBeCloseTo(1, 14);
    expect(E[4] / Math.exp(-2)).toBeCloseTo(1, 13);
    expect(E[8] / Math.exp(0.001)).toBeCloseTo(1, 14);
    expect(exponential(Float64Array.of(1))[0]).toBeCloseTo(Math.E, 14);
  });

  it('agrees with the Taylor series for random matrices of every degree', () => {
    const random = seeded(8);
    for (const size of [0.001, 0.02, 0.1, 0.3, 0.9]) {
      const n = 6;
      const A = randomVector(n * n, random).map(a => a * size);
      expect(largestDifference(exponential(A), taylor(A, n))).toBeLessThan(1e-13);
    }
  });

  it.each([1e-12, 1e-3, 1e14])('does not depend on the units: a rotation where they differ by %f', unit => {
    const out = exponential(Float64Array.of(0, 0.3 * unit, 2 * unit, -0.3 / unit, 0, 5, 0, 0, 0));
    const [cosine, sine] = [Math.cos(0.3), Math.sin(0.3)];
    // x' = 0.3 u y + 2 u, y' = −0.3 x/u + 5, over unit time from each of three starts.
    const expected = [
      [cosine, unit * sine, unit * ((2 * sine + 5 * (1 - cosine)) / 0.3)],
      [-sine / unit, cosine, (5 * sine - 2 * (1 - cosine)) / 0.3],
      [0, 0, 1],
    ].flat();
    expected.forEach((value, k) => {
      expect(Math.abs(out[k] - value)).toBeLessThanOrEqual(2e-15 * Math.abs(value));
    });
  });

  it('does not remember the matrix before', () => {
    const e = createMatrixExponential(2);
    const out = new Float64Array(4);
    e.exponential(Float64Array.of(5, 1, 2, 3), out);
    e.exponential(new Float64Array(4), out);
    expect([...out]).toEqual([1, 0, 0, 1]);
  });

  it('is NaN where the matrix is not finite', () => {
    expect(exponential(Float64Array.of(0, Number.NaN, 0, 0)).every(Number.isNaN)).toBe(true);
    expect(exponential(Float64Array.of(0, Number.POSITIVE_INFINITY, 0, 0)).every(Number.isNaN)).toBe(true);
  });
});

function taylor(A: Float64Array, n: number): Float64Array {
  let term = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
  const sum = term.slice();
  for (let k = 1; k <= 60; k++) {
    const next = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++)
        for (let l = 0; l < n; l++) next[i * n + j] += (term[i * n + l] * A[l * n + j]) / k;
    term = next;
    for (let at = 0; at < n * n; at++) sum[at] += term[at];
  }
  return sum;
}
