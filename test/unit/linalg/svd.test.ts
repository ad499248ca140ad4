import { describe, expect, it } from 'vitest';
import { singularValues } from '../../../src/linalg/svd.ts';
import { largestDifference, randomVector, seeded } from './seeded.ts';

describe('singular values', () => {
  it('are exact for a rotated diagonal and for its transpose', () => {
    // [[3, 0], [4, 5]] has σ² = 45, 5.
    const expected = [Math.sqrt(45), Math.sqrt(5)];
    expect(largestDifference(singularValues(Float64Array.of(3, 0, 4, 5), 2, 2), expected)).toBeLessThan(
      1e-14,
    );
    expect(largestDifference(singularValues(Float64Array.of(3, 4, 0, 5), 2, 2), expected)).toBeLessThan(
      1e-14,
    );
  });

  it('are as many as the shorter side, and descend', () => {
    const wide = singularValues(Float64Array.of(1, 0, 0, 0, 0, 7), 2, 3);
    const tall = singularValues(Float64Array.of(1, 0, 0, 7, 0, 0), 3, 2);
    expect([...wide]).toEqual([7, 1]);
    expect([...tall]).toEqual([7, 1]);
  });

  it('keep the sum of squares and find small values to relative accuracy', () => {
    const random = seeded(3);
    const A = randomVector(8 * 5, random);
    const squares = A.reduce((sum, a) => sum + a * a, 0);
    const sigma = singularValues(A, 8, 5);
    expect(sigma.reduce((sum, s) => sum + s * s, 0)).toBeCloseTo(squares, 12);
    const graded = singularValues(Float64Array.of(1, 1e-10, 0, 1e-10), 2, 2);
    expect(graded[1] / 1e-10).toBeCloseTo(1, 12);
  });

  it('do not overflow', () => {
    expect(singularValues(Float64Array.of(3e200, 4e200), 1, 2)[0] / 5e200).toBeCloseTo(1, 14);
  });
});
