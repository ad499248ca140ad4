import { describe, expect, it } from 'vitest';
import { blockFill, createBlockDiagonalLDLT } from '../../../../src/linalg/ldlt/symmetric-factor.ts';
import { connectedComponents } from '../../../../src/linalg/pattern.ts';
import { congruence, type LowerEntry, sign, signs } from '../congruence.ts';
import { expectExact, expectLikeLU, expectRefusal } from '../factorisation-checks.ts';
import { graphPattern, seeded, starEdges } from '../seeded.ts';

/** Row i belongs to block of[i]; consecutive rows of a block are always joined. */
function blocks(of: readonly number[], draw: () => number): LowerEntry {
  return (i, j) => {
    if (of[i] !== of[j]) return 0;
    return of.lastIndexOf(of[i], i - 1) === j ? 1 : draw();
  };
}

/** Contiguous blocks of these sizes. */
const inTurn = (...sizes: number[]) => sizes.flatMap((size, block) => new Array<number>(size).fill(block));

const layouts: [string, number[]][] = [
  ['single rows', inTurn(1, 1, 1)],
  ['sizes 1 … 8', inTurn(1, 2, 3, 4, 5, 6, 7, 8)],
  ['blocks of nine', inTurn(9, 9, 9, 9)],
  ['dealt out like cards', Array.from({ length: 28 }, (_, i) => i % 4)],
  ['mixed sizes, scattered', Array.from({ length: 30 }, (_, i) => (i * i * 7) % 11)],
  ['one block', inTurn(11)],
];

describe.each(layouts)('block diagonal LDLᵀ, %s', (_, of) => {
  const n = of.length;
  const sizes = [...new Set(of)].map(block => of.filter(other => other === block).length);

  it('is exact for integers, from the lower half alone, and counts negative eigenvalues', () => {
    const random = seeded(n);
    for (let trial = 0; trial < 5; trial++) {
      const D = signs(n, random);
      const A = congruence(
        blocks(of, () => sign(random)),
        D,
      );
      expectExact(createBlockDiagonalLDLT(A.pattern), A, D);
    }
  });

  it('agrees with dense LU, definite and indefinite', () => {
    const random = seeded(n + 100);
    for (const D of [signs(n, random), new Array(n).fill(1)]) {
      const A = congruence(
        blocks(of, () => random() / 4),
        D,
      );
      const factor = createBlockDiagonalLDLT(A.pattern);
      expectLikeLU(factor, A, random);
      expect(factor.negativePivots).toBe(D.filter(d => d < 0).length);
    }
  });

  it('refuses a singular block wherever it is, and numbers that are not finite', () => {
    const random = seeded(n + 200);
    const entries = blocks(of, () => sign(random));
    for (let zero = 0; zero < n; zero++) {
      const D = signs(n, random);
      D[zero] = 0;
      const { pattern, values } = congruence(entries, D);
      expect(createBlockDiagonalLDLT(pattern).factor(values)).toBe(false);
    }
    const D = signs(n, random);
    const A = congruence(entries, D);
    expectRefusal(createBlockDiagonalLDLT(A.pattern), A, D);
  });

  it('stores the blocks alone and says so', () => {
    const A = congruence(
      blocks(of, () => 0.1),
      new Array(n).fill(1),
    );
    const factor = createBlockDiagonalLDLT(A.pattern);
    expect(factor.fill).toBe(sizes.reduce((sum, m) => sum + (m * (m - 1)) / 2, 0));
    expect(factor.structure).toBe(`block diagonal (${sizes.length} blocks, largest ${Math.max(...sizes)})`);
  });
});

describe('connected components', () => {
  const plain = (pattern: Parameters<typeof connectedComponents>[0]) =>
    connectedComponents(pattern).map(rows => [...rows]);

  it('follow chains of neighbours, and keep rows in order', () => {
    const edges = [
      [9, 0],
      [0, 4],
      [4, 7],
      [1, 8],
      [10, 2],
    ] as const;
    expect(plain(graphPattern(11, edges))).toEqual([[0, 4, 7, 9], [1, 8], [2, 10], [3], [5], [6]]);
  });

  it('may be none or one', () => {
    expect(plain(graphPattern(0, []))).toEqual([]);
    expect(plain(graphPattern(4, starEdges(4)))).toEqual([[0, 1, 2, 3]]);
    expect(blockFill(connectedComponents(graphPattern(4, starEdges(4))))).toBe(6);
  });
});
