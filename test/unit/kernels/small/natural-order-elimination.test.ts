import { describe, expect, it } from 'vitest';
import { Graph } from '../../../../src/formula/graph.ts';
import { factorise } from '../../../../src/kernels/small/elimination.ts';
import { createDenseLU } from '../../../../src/linalg/lu.ts';
import { distance } from '../../differences.ts';
import { evaluate } from '../../formula/evaluate.ts';
import { randomVector, seeded } from '../../linalg/seeded.ts';

/** A diagonally dominant matrix with zeros outside a band, and its entries as variables. */
function system(m: number, band: number) {
  const random = seeded(m);
  const graph = new Graph();
  const values: number[] = [];
  const dense = Array.from({ length: m }, (_, i) =>
    Array.from({ length: m }, (_, j) => (Math.abs(i - j) > band ? 0 : random() + (i === j ? 4 : 0))),
  );
  const variable = (value: number) => graph.variable(values.push(value) - 1);
  const A = dense.map(row => row.map(value => (value === 0 ? graph.constant(0) : variable(value))));
  return { graph, values, dense, A, variable };
}

describe('factors on expressions', () => {
  it.each([
    [1, 0],
    [2, 1],
    [5, 4],
    [8, 1],
    [6, 2],
  ])('solve %d equations with band %d for several right sides', (m, band) => {
    const { graph, values, dense, A, variable } = system(m, band);
    const { entries, pivots, solve } = factorise(graph, A);
    const held = entries.map(node => variable(evaluate(graph, node, values)));
    expect(pivots.every(pivot => evaluate(graph, pivot, values) > 0)).toBe(true);
    const lu = createDenseLU(m);
    lu.factor(Float64Array.from(dense.flat()));
    for (const seed of [1, 2]) {
      const expected = randomVector(m, seeded(seed));
      const right = [...expected].map(variable);
      const x = solve(held, right).map(node => evaluate(graph, node, values));
      lu.solve(expected);
      expect(distance(x, expected)).toBeLessThan(1e-13);
    }
    // Zeros are not kept: a band of half-width b has at most 2b entries beside each pivot.
    expect(entries.length).toBeLessThanOrEqual(m * (1 + 2 * band));
  });
});
