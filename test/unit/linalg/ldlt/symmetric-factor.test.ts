import { describe, expect, it } from 'vitest';
import { createBandedLDLT } from '../../../../src/linalg/ldlt/banded.ts';
import { createDenseLDLT, type SymmetricFactorisation } from '../../../../src/linalg/ldlt/factorisation.ts';
import { createSparseLDLT } from '../../../../src/linalg/ldlt/sparse.ts';
import {
  createBlockDiagonalLDLT,
  createSymmetricFactor,
} from '../../../../src/linalg/ldlt/symmetric-factor.ts';
import { createTridiagonalLDLT, isTridiagonal } from '../../../../src/linalg/ldlt/tridiagonal.ts';
import { createDenseLU } from '../../../../src/linalg/lu.ts';
import { type Pattern, patternFromRows, patternTimes } from '../../../../src/linalg/pattern.ts';
import {
  chainEdges,
  combEdges,
  dense,
  dominantValues,
  graphPattern,
  largestDifference,
  randomVector,
  ringEdges,
  seeded,
  shuffled,
  starOfChains,
} from '../seeded.ts';

type Create = (pattern: Pattern) => SymmetricFactorisation;

const general: [string, Create][] = [
  ['dense', createDenseLDLT],
  ['sparse', createSparseLDLT],
  ['banded', createBandedLDLT],
  ['block diagonal', createBlockDiagonalLDLT],
  ['chosen', createSymmetricFactor],
];
const all: [string, Create][] = [['tridiagonal', createTridiagonalLDLT], ...general];

const gridEdges = (k: number) =>
  Array.from({ length: k * k }, (_, i) => i).flatMap(i => [
    ...(i % k < k - 1 ? [[i, i + 1] as const] : []),
    ...(i < k * (k - 1) ? [[i, i + k] as const] : []),
  ]);

const graphs: [string, Pattern][] = [
  ['chain', graphPattern(30, chainEdges(30))],
  ['shuffled chain', graphPattern(31, shuffled(chainEdges(31), 31, 12))],
  ['ring', graphPattern(30, ringEdges(30))],
  ['comb', graphPattern(30, combEdges(30))],
  ['star of chains', graphPattern(31, starOfChains(5, 6))],
  ['grid', graphPattern(36, gridEdges(6))],
  ['full', patternFromRows(Array(7).fill([0, 1, 2, 3, 4, 5, 6]), 7)],
  ['two nodes and one alone', graphPattern(3, [[0, 2]])],
];

/** ‖A x − b‖_∞ after a solve with this factorisation. */
function residual(factor: SymmetricFactorisation, pattern: Pattern, values: Float64Array, b: Float64Array) {
  const x = b.slice();
  factor.solve(x);
  const Ax = new Float64Array(pattern.rows);
  patternTimes(pattern, values, x, Ax);
  return largestDifference(Ax, b);
}

/** The same values with NaN above the diagonal. */
function lowerHalf(pattern: Pattern, values: Float64Array): Float64Array {
  return values.map((v, at) => {
    const row = pattern.start.findLastIndex(start => start <= at);
    return pattern.index[at] > row ? Number.NaN : v;
  });
}

describe.each(all)('%s LDLᵀ', (_, create) => {
  it('solves chains of every length, definite and indefinite, and counts negative eigenvalues', () => {
    const random = seeded(5);
    for (let n = 1; n <= 24; n++) {
      const pattern = graphPattern(n, chainEdges(n));
      const values = dominantValues(pattern, random, i => (i % 3 === 1 ? -1 : 1));
      const factor = create(pattern);
      expect(factor.factor(values)).toBe(true);
      // With a dominant diagonal, Gershgorin's discs keep the signs of the diagonal.
      expect(factor.negativePivots).toBe(Math.floor((n + 1) / 3));
      expect(residual(factor, pattern, values, randomVector(n, random))).toBeLessThan(1e-13);
    }
  });

  it('treats entries that the pattern lacks as zero', () => {
    const pattern = patternFromRows([[0, 1], [0], [2]], 3);
    const factor = create(pattern);
    // [[1, 2], [2, 0]] has determinant −4: one negative eigenvalue.
    expect(factor.factor(Float64Array.of(1, 2, 2, 5))).toBe(true);
    const b = Float64Array.of(5, 2, 10);
    factor.solve(b);
    expect([...b]).toEqual([1, 2, 2]);
    expect(factor.negativePivots).toBe(1);
  });

  it('reads only the lower half', () => {
    const pattern = graphPattern(4, chainEdges(4));
    const values = dominantValues(pattern, seeded(2));
    const factor = create(pattern);
    expect(factor.factor(lowerHalf(pattern, values))).toBe(true);
    expect(residual(factor, pattern, values, Float64Array.of(1, 2, 3, 4))).toBeLessThan(1e-14);
  });

  it.each([1, 2, 3, 4, 7])('refuses zero and non-finite pivots, n = %i', n => {
    const pattern = graphPattern(n, chainEdges(n));
    const factor = create(pattern);
    // Free–free Laplacian: singular, and every pivot order ends with an exact zero.
    const laplacian = Float64Array.from(
      dominantValues(pattern, () => -1),
      v => v,
    );
    for (let i = 0; i < n; i++) {
      for (let at = pattern.start[i]; at < pattern.start[i + 1]; at++)
        if (pattern.index[at] === i) laplacian[at] = pattern.start[i + 1] - pattern.start[i] - 1;
    }
    expect(factor.factor(laplacian)).toBe(false);
    expect(factor.factor(laplacian.map(() => Number.NaN))).toBe(false);
    for (let spoilt = 0; spoilt < n; spoilt++) {
      const values = dominantValues(pattern, seeded(1));
      const at = pattern.index.findIndex(
        (j, k) => j === spoilt && k >= pattern.start[spoilt] && k < pattern.start[spoilt + 1],
      );
      values[at] = Number.POSITIVE_INFINITY;
      expect(factor.factor(values)).toBe(false);
    }
    // A failure leaves no trace.
    const values = dominantValues(pattern, seeded(1));
    expect(factor.factor(values)).toBe(true);
    expect(residual(factor, pattern, values, new Float64Array(n).fill(1))).toBeLessThan(1e-14);
  });

  it('copes with no rows at all', () => {
    const factor = create(patternFromRows([], 0));
    expect(factor.factor(new Float64Array(0))).toBe(true);
    factor.solve(new Float64Array(0));
    expect(factor.fill).toBe(0);
  });
});

describe.each(general)('%s LDLᵀ on graphs', (_, create) => {
  it.each(graphs)('agrees with dense LU on a %s', (_, pattern) => {
    const random = seeded(11);
    const factor = create(pattern);
    const lu = createDenseLU(pattern.rows);
    for (let trial = 0; trial < 3; trial++) {
      const values = dominantValues(pattern, random, i => (trial > 0 && i % 2 === 0 ? -1 : 1));
      const b = randomVector(pattern.rows, random);
      const expected = b.slice();
      expect(lu.factor(dense(pattern, values))).toBe(true);
      lu.solve(expected);
      const x = b.slice();
      expect(factor.factor(lowerHalf(pattern, values))).toBe(true);
      factor.solve(x);
      expect(largestDifference(x, expected)).toBeLessThan(1e-13);
      expect(residual(factor, pattern, values, b)).toBeLessThan(1e-12);
    }
  });
});

/** `count` particles with k coordinates each: every coordinate of a particle meets all of its neighbours. */
const penalisedChain = (count: number, k: number) =>
  patternFromRows(
    Array.from({ length: count * k }, (_, i) => {
      const particle = Math.floor(i / k);
      const first = Math.max(0, particle - 1) * k;
      const end = Math.min(count, particle + 2) * k;
      return Array.from({ length: end - first }, (_, c) => first + c);
    }),
    count * k,
  );

/** Rows i, i + stride, … are a molecule of `size` rows. */
const molecules = (count: number, size: number, stride: number) =>
  patternFromRows(
    Array.from({ length: count * size }, (_, i) => {
      const first = stride === 1 ? i - (i % size) : i % stride;
      return Array.from({ length: size }, (_, k) => first + k * stride);
    }),
    count * size,
  );

const choices: [string, Pattern, string][] = [
  ['an open chain', graphPattern(40, chainEdges(40)), 'tridiagonal'],
  ['a closed chain', graphPattern(200, ringEdges(200)), 'cyclic tridiagonal'],
  ['a penalised chain in the plane', penalisedChain(10, 2), 'banded (half-width 3)'],
  ['a penalised chain in space', penalisedChain(10, 3), 'banded (half-width 5)'],
  ['a chain of stiff bodies', penalisedChain(10, 6), 'banded (half-width 11)'],
  ['molecules one after the other', molecules(20, 9, 1), 'block diagonal (20 blocks, largest 9)'],
  ['molecules coordinate by coordinate', molecules(20, 9, 20), 'block diagonal (20 blocks, largest 9)'],
  ['a shuffled chain', graphPattern(41, shuffled(chainEdges(41), 41, 12)), 'sparse'],
  ['two shuffled chains', graphPattern(82, shuffled(chainEdges(41), 41, 12)), 'sparse'],
  ['a comb', graphPattern(60, combEdges(60)), 'sparse'],
  ['a large grid', graphPattern(900, gridEdges(30)), 'sparse'],
  ['a full matrix', patternFromRows(Array(4).fill([0, 1, 2, 3]), 4), 'dense'],
];

describe('structure', () => {
  it.each(choices)('is seen in %s', (_, pattern, structure) => {
    const factor = createSymmetricFactor(pattern);
    expect(factor.structure).toBe(structure);
    const random = seeded(8);
    const values = dominantValues(pattern, random, i => (i % 2 === 0 ? -1 : 1));
    expect(factor.factor(lowerHalf(pattern, values))).toBe(true);
    expect(factor.negativePivots).toBe(Math.ceil(pattern.rows / 2));
    expect(residual(factor, pattern, values, randomVector(pattern.rows, random))).toBeLessThan(1e-12);
  });

  it('recognises a tridiagonal pattern', () => {
    expect(isTridiagonal(graphPattern(5, chainEdges(5)))).toBe(true);
    expect(isTridiagonal(graphPattern(5, [[1, 2]]))).toBe(true);
    expect(isTridiagonal(graphPattern(5, ringEdges(5)))).toBe(false);
  });

  it('stores only what the graph needs', () => {
    expect(createSymmetricFactor(graphPattern(100, chainEdges(100))).fill).toBe(99);
    expect(createSymmetricFactor(graphPattern(101, shuffled(chainEdges(101), 101, 30))).fill).toBe(100);
    expect(createSymmetricFactor(graphPattern(100, ringEdges(100))).fill).toBe(197);
    expect(createSymmetricFactor(patternFromRows(Array(4).fill([0, 1, 2, 3]), 4)).fill).toBe(6);
  });
});
