import { describe, expect, it } from 'vitest';
import { sparseFill } from '../../../../src/linalg/ldlt/elimination-tree.ts';
import { fillReducingOrder, minimumDegreeOrder } from '../../../../src/linalg/ldlt/sparse.ts';
import type { Pattern } from '../../../../src/linalg/pattern.ts';
import {
  chainEdges,
  combEdges,
  type Edge,
  graphPattern,
  ringEdges,
  seeded,
  shuffled,
  starEdges,
  starOfChains,
} from '../seeded.ts';

const n = 10_000;
const stride = 7919;
const cases: [string, number, Edge[], number][] = [
  ['chain', n, chainEdges(n), n - 1],
  ['shuffled chain', n, shuffled(chainEdges(n), n, stride), n - 1],
  // Each node of a ring but the last two leaves two neighbours behind.
  ['ring', n, ringEdges(n), 2 * n - 3],
  ['shuffled ring', n, shuffled(ringEdges(n), n, stride), 2 * n - 3],
  ['comb', n, shuffled(combEdges(n), n, stride), n - 1],
  ['star', n, starEdges(n), n - 1],
  ['star of chains', 9901, starOfChains(100, 99), 9900],
  ['random tree', n, randomTree(), n - 1],
];

function randomTree(): Edge[] {
  const random = seeded(9);
  const edges = Array.from(
    { length: n - 1 },
    (_, i): Edge => [i + 1, Math.floor(((random() + 1) / 2) * (i + 1))],
  );
  return shuffled(edges, n, stride);
}

/** Fill by playing the elimination with sets: slow, obvious, independent. */
function playedFill(pattern: Pattern, order: Int32Array): number {
  const neighbours = Array.from(
    { length: pattern.rows },
    (_, i) =>
      new Set([...pattern.index.subarray(pattern.start[i], pattern.start[i + 1])].filter(j => j !== i)),
  );
  let fill = 0;
  for (const p of order) {
    const clique = [...neighbours[p]];
    fill += clique.length;
    for (const i of clique) {
      for (const j of clique) if (i !== j) neighbours[i].add(j);
      neighbours[i].delete(p);
    }
  }
  return fill;
}

/** Fill of exact minimum degree, played with sets. */
function greedyFill(pattern: Pattern): number {
  const neighbours = Array.from(
    { length: pattern.rows },
    (_, i) =>
      new Set([...pattern.index.subarray(pattern.start[i], pattern.start[i + 1])].filter(j => j !== i)),
  );
  const left = new Set(neighbours.keys());
  let fill = 0;
  while (left.size > 0) {
    const p = [...left].reduce((best, i) => (neighbours[i].size < neighbours[best].size ? i : best));
    left.delete(p);
    const clique = [...neighbours[p]];
    fill += clique.length;
    for (const i of clique) {
      for (const j of clique) if (i !== j) neighbours[i].add(j);
      neighbours[i].delete(p);
    }
  }
  return fill;
}

describe('fill-reducing order', () => {
  it.each(cases)('leaves no more fill than it must on a %s', (_, size, edges, fill) => {
    const pattern = graphPattern(size, edges);
    const order = fillReducingOrder(pattern);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
    expect(sparseFill(pattern, order, Number.POSITIVE_INFINITY)).toBe(fill);
  });

  it('keeps the natural order where it is as good', () => {
    const pattern = graphPattern(50, chainEdges(50));
    expect([...fillReducingOrder(pattern)]).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('is a permutation about as good as exact minimum degree on random graphs', () => {
    const random = seeded(21);
    let ours = 0;
    let greedy = 0;
    for (let trial = 0; trial < 60; trial++) {
      const size = 5 + trial;
      const node = () => Math.floor(((random() + 1) / 2) * size);
      const pattern = graphPattern(
        size,
        Array.from({ length: 2 * size }, (): Edge => [node(), node()]),
      );
      const order = minimumDegreeOrder(pattern);
      expect(new Set(order).size).toBe(size);
      const fill = playedFill(pattern, order);
      expect(sparseFill(pattern, order, Number.POSITIVE_INFINITY)).toBe(fill);
      ours += fill;
      greedy += greedyFill(pattern);
    }
    expect(ours).toBeLessThan(1.1 * greedy);
  });

  it('stops counting at the limit', () => {
    const pattern = graphPattern(50, starEdges(50));
    const worst = Int32Array.from({ length: 50 }, (_, i) => i);
    expect(sparseFill(pattern, worst, Number.POSITIVE_INFINITY)).toBe((50 * 49) / 2);
    expect(sparseFill(pattern, worst, 60)).toBe(61);
  });
});
