import { describe, expect, it } from 'vitest';
import { bandFill, createBandedLDLT, halfWidth } from '../../../../src/linalg/ldlt/banded.ts';
import { congruence, type LowerEntry, sign, signs } from '../congruence.ts';
import { expectExact, expectLikeLU, expectRefusal } from '../factorisation-checks.ts';
import { chainEdges, graphPattern, ringEdges, seeded } from '../seeded.ts';

/** Entries at most b below the diagonal; the outermost are never zero, so that b is the half-width. */
const band =
  (b: number, draw: () => number): LowerEntry =>
  (i, j) =>
    i - j > b ? 0 : i - j === b ? 0.5 + Math.abs(draw()) : draw();

const integers = (b: number, random: () => number): LowerEntry => {
  const draw = () => sign(random);
  return (i, j) => (i - j === b ? 1 : i - j > b ? 0 : draw());
};

describe.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 12])('banded LDLᵀ of half-width %i', b => {
  it('is exact for integers, from the lower half alone, and counts negative eigenvalues', () => {
    const random = seeded(b);
    for (let n = b + 1; n < b + 20; n++) {
      const D = signs(n, random);
      const A = congruence(integers(b, random), D);
      expect(halfWidth(A.pattern)).toBe(b);
      expectExact(createBandedLDLT(A.pattern), A, D);
    }
  });

  it('agrees with dense LU, definite and indefinite', () => {
    const random = seeded(b + 100);
    const draw = () => random() / b;
    for (const n of [b + 1, 2 * b + 3, 40]) {
      for (const D of [signs(n, random), new Array(n).fill(1)]) {
        const A = congruence(band(b, draw), D);
        const factor = createBandedLDLT(A.pattern);
        expectLikeLU(factor, A, random);
        expect(factor.negativePivots).toBe(D.filter(d => d < 0).length);
      }
    }
  });

  it('refuses a singular matrix at any row, and numbers that are not finite', () => {
    const random = seeded(b + 200);
    const n = b + 9;
    for (let zero = 0; zero < n; zero++) {
      const D = signs(n, random);
      D[zero] = 0;
      const { pattern, values } = congruence(integers(b, random), D);
      expect(createBandedLDLT(pattern).factor(values)).toBe(false);
    }
    const D = signs(n, random);
    const A = congruence(integers(b, random), D);
    expectRefusal(createBandedLDLT(A.pattern), A, D);
  });

  it('says what it is', () => {
    const A = congruence(integers(b, seeded(1)), signs(b + 3, seeded(2)));
    const factor = createBandedLDLT(A.pattern);
    expect(factor.structure).toBe(`banded (half-width ${b})`);
    // The lower triangle of b + 3 rows without the three entries in its corner.
    expect(factor.fill).toBe(((b + 3) * (b + 2)) / 2 - 3);
  });
});

describe('the band', () => {
  it('is as wide as its farthest entry', () => {
    expect(halfWidth(graphPattern(6, []))).toBe(0);
    expect(halfWidth(graphPattern(6, chainEdges(6)))).toBe(1);
    expect(halfWidth(graphPattern(6, [[4, 1]]))).toBe(3);
    expect(halfWidth(graphPattern(6, ringEdges(6)))).toBe(5);
  });

  it('never counts more than a full triangle', () => {
    expect(bandFill(0, 3)).toBe(0);
    expect(bandFill(4, 3)).toBe(6);
    expect(bandFill(4, 9)).toBe(6);
    expect(bandFill(10, 2)).toBe(17);
  });
});
