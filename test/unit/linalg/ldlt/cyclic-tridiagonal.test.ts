import { describe, expect, it } from 'vitest';
import { createCyclicTridiagonalLDLT, isCyclicTridiagonal } from '../../../../src/linalg/ldlt/tridiagonal.ts';
import { patternTimes } from '../../../../src/linalg/pattern.ts';
import { type Congruence, congruence, fromDense, signs } from '../congruence.ts';
import { expectExact, expectLikeLU, expectRefusal } from '../factorisation-checks.ts';
import { chainEdges, graphPattern, largestDifference, ringEdges, seeded, shuffled } from '../seeded.ts';

/** M D Mᵀ with ones below the diagonal and a last row that leaves only the corners of A; D is ±1 but for its last entry. */
function ring(D: readonly number[]): Congruence {
  const n = D.length;
  const last = [1];
  for (let j = 1; j < n - 1; j++) last.push((-last[j - 1] * D[j - 1]) / D[j] + (j === n - 2 ? 3 : 0));
  return congruence((i, j) => (i === n - 1 ? last[j] : i - j === 1 ? 1 : 0), D);
}

/** N = G Gᵀ of a closed chain of links with random directions: definite. */
function gram(n: number, random: () => number): Congruence {
  const links = Array.from({ length: n }, () => [1 + 0.5 * random(), 1 + 0.5 * random()]);
  const A = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const k = (i + 1) % n;
    A[i * n + i] = links[i][0] ** 2 + links[i][1] ** 2 + 0.1;
    A[i * n + k] = -links[i][1] * links[k][0];
    A[k * n + i] = A[i * n + k];
  }
  return fromDense(n, A);
}

describe('cyclic tridiagonal LDLᵀ', () => {
  it('is exact for integers, from the lower half alone, and counts negative eigenvalues', () => {
    const random = seeded(3);
    for (let n = 4; n < 40; n++) {
      const D = signs(n, random);
      const A = ring(D);
      expect(isCyclicTridiagonal(A.pattern)).toBe(true);
      expectExact(createCyclicTridiagonalLDLT(A.pattern), A, D);
    }
  });

  it('agrees with dense LU on the links of a ring', () => {
    const random = seeded(4);
    for (const n of [4, 5, 10, 41]) {
      const A = gram(n, random);
      const factor = createCyclicTridiagonalLDLT(A.pattern);
      expectLikeLU(factor, A, random);
      expect(factor.negativePivots).toBe(0);
    }
  });

  it('refuses singular matrices and numbers that are not finite', () => {
    const random = seeded(5);
    for (let n = 4; n < 12; n++) {
      const D = signs(n, random);
      const A = ring(D);
      expectRefusal(createCyclicTridiagonalLDLT(A.pattern), A, D);
      const { pattern, values } = ring([...D.slice(0, -1), 0]);
      expect(createCyclicTridiagonalLDLT(pattern).factor(values)).toBe(false);
      // Zero as the pivot of row i: the row above takes just as much as there is.
      for (let i = 0; i < n - 1; i++) {
        const dense = A.dense.slice();
        dense[i * n + i] = i === 0 ? 0 : D[i - 1];
        const spoilt = fromDense(n, dense);
        expect(createCyclicTridiagonalLDLT(spoilt.pattern).factor(spoilt.values)).toBe(false);
      }
    }
  });

  it('solves a long ring, along which the last row of L fades away', () => {
    const n = 5000;
    const pattern = graphPattern(n, ringEdges(n));
    const values = new Float64Array(pattern.index.length);
    for (let i = 0; i < n; i++)
      for (let at = pattern.start[i]; at < pattern.start[i + 1]; at++)
        values[at] = pattern.index[at] === i ? 2 : 0.9;
    const factor = createCyclicTridiagonalLDLT(pattern);
    expect(factor.factor(values)).toBe(true);
    const x = Float64Array.from({ length: n }, (_, i) => Math.sin(i * i));
    const b = new Float64Array(n);
    patternTimes(pattern, values, x, b);
    factor.solve(b);
    expect(largestDifference(b, x)).toBeLessThan(1e-14);
    expect(factor.fill).toBe(2 * n - 3);
  });

  it('is for closed chains in their natural order', () => {
    expect(isCyclicTridiagonal(graphPattern(5, ringEdges(5)))).toBe(true);
    expect(isCyclicTridiagonal(graphPattern(5, [...ringEdges(5), [0, 3]]))).toBe(false);
    expect(isCyclicTridiagonal(graphPattern(7, shuffled(ringEdges(7), 7, 3)))).toBe(false);
    expect(isCyclicTridiagonal(graphPattern(5, [...chainEdges(5), [1, 3]]))).toBe(false);
    expect(createCyclicTridiagonalLDLT(graphPattern(5, ringEdges(5))).structure).toBe('cyclic tridiagonal');
  });
});
