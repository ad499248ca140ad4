import { describe, expect, it } from 'vitest';
import { Graph, reachable } from '../../../src/formula/graph.ts';
import { eliminate } from '../../../src/kernels/linear-elimination.ts';
import { createPredictor, type Predictor, ringSize } from '../../../src/kernels/predictor.ts';
import { createDenseLU } from '../../../src/linalg/dense-lu.ts';
import { distance } from '../differences.ts';
import { evaluate } from '../formula/evaluate.ts';
import { randomVector, seeded } from '../linalg/seeded.ts';

/** A diagonally dominant matrix with zeros outside a band, and its entries as variables. */
function system(m: number, band: number, seed: number) {
  const random = seeded(seed);
  const graph = new Graph();
  const values: number[] = [];
  const variable = (value: number) => graph.variable(values.push(value) - 1);
  const dense = Array.from({ length: m }, (_, i) =>
    Array.from({ length: m }, (_, j) => (Math.abs(i - j) > band ? 0 : random() + (i === j ? 4 : 0))),
  );
  const A = dense.map(row => row.map(value => (value === 0 ? graph.constant(0) : variable(value))));
  const b = randomVector(m, random);
  return { graph, values, dense, A, b, right: [...b].map(variable) };
}

describe('elimination on expressions', () => {
  it.each([
    [1, 0],
    [2, 1],
    [5, 4],
    [8, 1],
    [6, 2],
  ])('solves %d equations with band %d as LU does', (m, band) => {
    const { graph, values, dense, A, b, right } = system(m, band, m);
    const x = eliminate(graph, A, right).solution.map(node => evaluate(graph, node, values));
    const lu = createDenseLU(m);
    expect(lu.factor(Float64Array.from(dense.flat()))).toBe(true);
    const expected = b.slice();
    lu.solve(expected);
    expect(distance(x, expected)).toBeLessThan(1e-13);
  });

  it('costs nothing for zeros: a band is solved in linear time', () => {
    const operations = (m: number) => {
      const { graph, A, right } = system(m, 1, 3);
      const roots = eliminate(graph, A, right).solution;
      return reachable(graph, roots).filter(node => !graph.isLeaf(node)).length;
    };
    expect(operations(80) / operations(40)).toBeLessThan(2.1);
    expect(operations(40)).toBeLessThan(12 * 40);
  });

  it('has no finite answer for a zero pivot', () => {
    const graph = new Graph();
    const zero = graph.constant(0);
    const one = graph.constant(1);
    const { solution: x } = eliminate(
      graph,
      [
        [zero, one],
        [one, zero],
      ],
      [one, one],
    );
    expect(x.every(node => Number.isFinite(evaluate(graph, node, [])))).toBe(false);
  });
});

describe('the prediction of λ/h', () => {
  const newPredictor = () => createPredictor(Array.from({ length: ringSize }, () => new Float64Array(1)));
  const guess = (predictor: Predictor, h: number) => {
    const weights = new Float64Array(ringSize).fill(7);
    predictor.weigh(h, weights);
    return weights.reduce((sum, weight, k) => sum + weight * predictor.memory[k][0], 0);
  };
  const history = (rate: (k: number) => number, count: number, h = 0.1) => {
    const predictor = newPredictor();
    for (let k = 0; k < count; k++) predictor.accept(h, Float64Array.of(rate(k)));
    return predictor;
  };

  it.each<[string, (k: number) => number, number]>([
    ['a constant after one step', () => 3, 1],
    ['a line after two', k => 3 + 2 * k, 2],
    ['a parabola after three', k => 3 + 2 * k - 0.5 * k * k, 3],
    ['a cubic after four', k => 3 + 2 * k - 0.5 * k * k + 0.1 * k ** 3, 4],
    ['a cubic after ten', k => 3 + 2 * k - 0.5 * k * k + 0.1 * k ** 3, 10],
  ])('is exact for %s', (_, rate, count) => {
    expect(guess(history(rate, count), 0.1)).toBeCloseTo(rate(count), 11);
  });

  it('is zero before the first step', () => {
    expect(guess(newPredictor(), 0.1)).toBe(0);
  });

  it('uses the last value alone after a change of step', () => {
    const predictor = history(k => k + 1, 4);
    expect(guess(predictor, 0.05)).toBe(4);
    predictor.accept(0.05, Float64Array.of(7));
    expect(guess(predictor, 0.05)).toBe(7);
    predictor.accept(0.05, Float64Array.of(8));
    expect([...predictor.latest()]).toEqual([8]);
    expect(guess(predictor, 0.05)).toBe(9);
  });

  it('lives in its memory', () => {
    const predictor = history(k => k * k, 5);
    const copy = newPredictor();
    predictor.memory.forEach((part, i) => {
      copy.memory[i].set(part);
    });
    for (const h of [0.1, 0.2]) expect(guess(copy, h)).toBe(guess(predictor, h));
  });
});
