import { describe, expect, it } from 'vitest';
import { embed } from '../../../../src/particles/build/shape-from-distances.ts';
import type { Rod } from '../../../../src/particles/system.ts';
import { independentRods } from '../../../../src/particles/topology/independent-rods.ts';
import { rodGroups, wayAround } from '../../../../src/particles/topology/rod-graph.ts';

const rods = (...given: [number, number, number][]): Rod[] =>
  given.map(([a, b, length]) => ({ a, b, length }));

const far = (x: Float64Array, a: number, b: number) =>
  Math.hypot(...[0, 1, 2].map(k => x[3 * a + k] - x[3 * b + k]));

describe('the graph of rods', () => {
  it('falls into groups at anchored particles, and knows trees', () => {
    const chain = rods([0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 4, 1], [4, 2, 1]);
    expect(rodGroups({ rods: chain, anchored: [] })).toEqual([{ rods: [0, 1, 2, 3, 4], isTree: false }]);
    // Held at particle 2, there are a pendulum of two rods and a triangle with one corner fixed.
    expect(rodGroups({ rods: chain, anchored: [2] })).toEqual([
      { rods: [0, 1], isTree: true },
      { rods: [2, 3, 4], isTree: false },
    ]);
  });

  it('has a shortest way around a rod, or none within reach', () => {
    const square = rods([0, 1, 1], [1, 2, 2], [0, 3, 0.5], [3, 2, 0.7], [0, 2, 9]);
    const all = [0, 1, 2, 3, 4];
    expect(wayAround(square, all, 4, 9)).toEqual({ particles: [0, 3, 2], lengths: [0.5, 0.7] });
    expect(wayAround(square, all, 4, 1)).toBeNull();
    expect(wayAround(square, [0, 1, 4], 4, 9)?.particles).toEqual([0, 1, 2]);
  });
});

describe('a shape from distances', () => {
  it('has them, where they determine it', () => {
    // The corners of a box 1 × 2 × 3: all 28 distances.
    const corners = Array.from({ length: 8 }, (_, i) => [i & 1, i & 2, i & 4 ? 3 : 0]);
    const known = corners.flatMap((p, b) =>
      corners.slice(0, b).map((q, a) => ({ a, b, length: Math.hypot(...p.map((value, k) => value - q[k])) })),
    );
    const x = embed(8, known, 0);
    for (const { a, b, length } of known) expect(far(x, a, b)).toBeCloseTo(length, 5);
    expect(embed(8, known, 0)).toEqual(x);
  });

  it('keeps apart what is not joined', () => {
    const x = embed(6, rods([0, 1, 1], [2, 3, 1]), 3);
    for (const [a, b] of [
      [0, 2],
      [1, 3],
      [4, 5],
      [0, 5],
    ])
      expect(far(x, a, b)).toBeGreaterThan(1);
  });
});

describe('independent rods', () => {
  const system = (given: readonly Rod[], places: number[], anchored: number[] = []) => ({
    count: places.length / 3,
    names: 'ABCDE'.slice(0, places.length / 3).split(''),
    mass: new Float64Array(places.length / 3).fill(1),
    positions: Float64Array.from(places),
    rods: given,
    anchored,
  });

  it('are moved onto their lengths; anchored particles stay', () => {
    const found = independentRods(
      system(rods([0, 1, 1], [1, 2, 1]), [0, 0, 0, 1.05, 0, 0, 1.05, 0.96, 0], [0]),
      'refuse',
    );
    expect([...found.positions.slice(0, 3)]).toEqual([0, 0, 0]);
    expect(far(found.positions, 0, 1)).toBeCloseTo(1, 13);
    expect(far(found.positions, 1, 2)).toBeCloseTo(1, 13);
  });

  it('leave out what anchored particles imply: a fourth rod to a fixed frame', () => {
    const frame = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1];
    const [side, root] = [Math.SQRT2, Math.sqrt(3)];
    const held = system(
      rods([4, 0, root], [4, 1, side], [4, 2, side], [4, 3, side], [0, 1, 1]),
      frame,
      [0, 1, 2, 3],
    );
    const found = independentRods(held, 'leave out');
    expect(found.rods).toHaveLength(3);
    expect(found.leftOut).toHaveLength(1);
    expect(() => independentRods(held, 'refuse')).toThrow(/is redundant: it follows from rod/);
  });
});
