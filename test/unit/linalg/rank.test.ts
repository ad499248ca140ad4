import { describe, expect, it } from 'vitest';
import { type Pattern, patternFromRows } from '../../../src/linalg/pattern.ts';
import {
  rowRank,
  rowRankByElimination,
  rowRankByOrthogonalisation,
  scaledRows,
} from '../../../src/linalg/rank.ts';
import { randomVector, seeded } from './seeded.ts';

/** Sparse copy of dense rows, zeros left out. */
function sparse(rows: readonly ArrayLike<number>[]): [Pattern, Float64Array] {
  const cols = rows[0].length;
  const lists = rows.map(row => Array.from({ length: cols }, (_, j) => j).filter(j => row[j] !== 0));
  const values = rows.flatMap((row, i) => lists[i].map(j => row[j]));
  return [patternFromRows(lists, cols), Float64Array.from(values)];
}

const sum = (terms: [number, ArrayLike<number>][]) =>
  Float64Array.from({ length: terms[0][1].length }, (_, j) => terms.reduce((s, [c, v]) => s + c * v[j], 0));

/** Parallel rods in the plane: row i ties particles i and i+1, the last row closes the loop. */
function polygon(n: number): [Pattern, Float64Array] {
  const values: number[] = [];
  const rows = Array.from({ length: n }, (_, i) => {
    const [a, b] = [i, (i + 1) % n].sort((x, y) => x - y);
    const side = i + 1 === n ? 1 : -1;
    values.push(side, -0.5 * side, -side, 0.5 * side);
    return [2 * a, 2 * a + 1, 2 * b, 2 * b + 1];
  });
  return [patternFromRows(rows, 2 * n), Float64Array.from(values)];
}

const engines = [
  ['orthogonalisation', rowRankByOrthogonalisation],
  ['elimination', rowRankByElimination],
] as const;

describe.each(engines)('row rank by %s', (_, engine) => {
  const rank = (rows: readonly ArrayLike<number>[], tolerance = 1e-10) =>
    engine(scaledRows(...sparse(rows)), tolerance);

  it('names the rows of constructed dependences', () => {
    const random = seeded(6);
    const v = Array.from({ length: 5 }, () => randomVector(9, random));
    const rows = [
      v[0],
      v[1],
      sum([
        [2, v[0]],
        [-3, v[1]],
      ]),
      v[2],
      v[3],
      sum([[1e6, v[3]]]),
      v[4],
      sum([
        [1, v[1]],
        [1, v[2]],
        [-1, v[4]],
      ]),
    ];
    const found = rank(rows);
    expect(found.rank).toBe(5);
    expect(found.dependent).toEqual([
      { row: 2, on: [0, 1] },
      { row: 5, on: [4] },
      { row: 7, on: [1, 3, 6] },
    ]);
  });

  it('finds full rank, zero rows and rows beyond the number of columns', () => {
    expect(
      rank([
        [1, 0],
        [1, 1],
      ]),
    ).toEqual({ rank: 2, dependent: [] });
    expect(
      rank([
        [0, 0],
        [0, 1],
      ]),
    ).toEqual({ rank: 1, dependent: [{ row: 0, on: [] }] });
    expect(
      rank([
        [1, 0],
        [0, 1],
        [1, 1],
      ]),
    ).toEqual({ rank: 2, dependent: [{ row: 2, on: [0, 1] }] });
  });

  it('does not depend on the size of rows', () => {
    expect(
      rank([
        [1e-200, 0],
        [1e200, 1e200],
      ]).rank,
    ).toBe(2);
    expect(
      rank([
        [1e-200, 1e-200],
        [1e200, 1e200],
      ]).rank,
    ).toBe(1);
  });

  it('obeys the tolerance', () => {
    const rows = [
      [1, 0],
      [1, 1e-6],
    ];
    expect(rank(rows).rank).toBe(2);
    expect(rank(rows, 1e-5)).toEqual({ rank: 1, dependent: [{ row: 1, on: [0] }] });
  });

  it('finds the rank of random products', () => {
    const random = seeded(14);
    for (let r = 1; r <= 12; r++) {
      const basis = Array.from({ length: r }, () => randomVector(20, random));
      const rows = Array.from({ length: 20 }, () => sum(basis.map(v => [random(), v])));
      const found = rank(rows);
      expect(found.rank).toBe(r);
      expect(found.dependent).toHaveLength(20 - r);
    }
  });

  it('blames the whole loop when parallel rods close a polygon', () => {
    const n = 60;
    const found = engine(scaledRows(...polygon(n)), 1e-10);
    expect(found.rank).toBe(n - 1);
    expect(found.dependent).toEqual([{ row: n - 1, on: Array.from({ length: n - 1 }, (_, i) => i) }]);
  });
});

describe('row rank of many rows', () => {
  it('names the doubled one of 10⁴ links', () => {
    const n = 10_000;
    const random = seeded(2);
    const rows = Array.from({ length: n }, (_, i) =>
      Array.from({ length: i === 0 ? 3 : 6 }, (_, c) => 3 * Math.max(0, i - 1) + c),
    );
    rows.push([...rows[777]]);
    const pattern = patternFromRows(rows, 3 * n);
    const values = randomVector(pattern.index.length, random);
    const copy = values.subarray(pattern.start[777], pattern.start[778]).map(v => -2 * v);
    values.set(copy, pattern.start[n]);
    const found = rowRank(pattern, values);
    expect(found).toEqual({ rank: n, dependent: [{ row: n, on: [777] }] });
  });

  it('blames the whole loop of a large polygon', () => {
    const found = rowRank(...polygon(2000));
    expect(found.rank).toBe(1999);
    expect(found.dependent[0].on).toHaveLength(1999);
  });

  it('serves small matrices too', () => {
    expect(
      rowRank(
        ...sparse([
          [1, 2],
          [2, 4],
        ]),
      ),
    ).toEqual({ rank: 1, dependent: [{ row: 1, on: [0] }] });
  });
});
