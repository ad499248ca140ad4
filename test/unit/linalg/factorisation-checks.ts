// What every LDLᵀ must do with a matrix of its structure.

import { expect } from 'vitest';
import type { SymmetricFactorisation } from '../../../src/linalg/ldlt/factorisation.ts';
import { createDenseLU } from '../../../src/linalg/lu.ts';
import { type Congruence, times } from './congruence.ts';
import { largestDifference, randomVector } from './seeded.ts';

/** Integers, D of ±1: the solution and the number of negative pivots have no error at all. */
export function expectExact(factor: SymmetricFactorisation, A: Congruence, D: readonly number[]): void {
  const x = Float64Array.from(D, (_, i) => ((7 * i) % 11) - 5);
  const b = times(A, x);
  expect(factor.factor(A.values)).toBe(true);
  expect(factor.negativePivots).toBe(D.filter(d => d < 0).length);
  factor.solve(b);
  expect(largestDifference(b, x)).toBe(0);
}

/** The same solution as Gaussian elimination with pivots, to a tolerance for well conditioned matrices. */
export function expectLikeLU(factor: SymmetricFactorisation, A: Congruence, random: () => number): void {
  const n = A.pattern.rows;
  const b = randomVector(n, random);
  const lu = createDenseLU(n);
  expect(lu.factor(A.dense.slice())).toBe(true);
  const expected = b.slice();
  lu.solve(expected);
  expect(factor.factor(A.values)).toBe(true);
  factor.solve(b);
  expect(largestDifference(b, expected)).toBeLessThan(1e-12 * Math.max(1, ...expected.map(Math.abs)));
}

/** Refused with any entry on or below the diagonal spoilt, and none the worse for it. */
export function expectRefusal(factor: SymmetricFactorisation, A: Congruence, D: readonly number[]): void {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    for (let at = 0; at < A.values.length; at++) {
      if (Number.isNaN(A.values[at])) continue;
      const values = A.values.slice();
      values[at] = bad;
      expect(factor.factor(values)).toBe(false);
    }
  }
  expectExact(factor, A, D);
}
