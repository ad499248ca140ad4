// The products of the Jacobian as expressions, against those that the constraints themselves compute.

import { describe, expect, it } from 'vitest';
import type { Node } from '../../../../src/formula/graph.ts';
import {
  constraintRows,
  times,
  transposedTimes,
  weightedProduct,
} from '../../../../src/kernels/small/rows.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { distance } from '../../differences.ts';
import { evaluate } from '../../formula/evaluate.ts';
import { randomVector, seeded } from '../../linalg/seeded.ts';
import { fromCatalogue, unevenChain } from '../problems.ts';

function setUp({ formulas, g, n }: Problem) {
  if (!formulas) throw new Error('no formulas');
  const { graph, constraints } = formulas;
  const random = seeded(3);
  const [q, v, w] = [n, n, g.m].map(length => randomVector(length, random));
  const variables = [...q, ...v, ...w];
  const variablesFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => graph.variable(first + i));
  const z = Float64Array.from([...q, ...q]);
  return {
    ...constraintRows(graph, constraints),
    graph,
    q: z,
    v: { values: v, nodes: variablesFrom(n, n) },
    w: { values: w, nodes: variablesFrom(2 * n, g.m) },
    of: (nodes: readonly Node[]) => nodes.map(node => evaluate(graph, node, variables)),
  };
}

describe.each<[string, Problem]>([
  ['double pendulum', fromCatalogue('double-pendulum')],
  ['six-node chain', fromCatalogue('six-node-chain')],
  ['bead on a wire', fromCatalogue('bead-on-wire')],
  ['rigid top', fromCatalogue('rigid-top')],
  ['torus', fromCatalogue('torus')],
  ['a chain of uneven masses', unevenChain],
])('the rows of the %s', (_, problem) => {
  const { g, n } = problem;
  const { graph, rows, units, q, v, w, of } = setUp(problem);

  it('have 1 as their largest number', () => {
    for (const row of rows)
      expect(Math.max(...[...row.values()].map(({ factor }) => Math.abs(factor)))).toBe(1);
  });

  it('times v are ∇gᵢ · v in their units', () => {
    const expected = new Float64Array(g.m);
    const direction = new Float64Array(2 * n);
    direction.set(v.values);
    g.jacobianTimes(q, direction, expected);
    const terms = v.nodes.map(node => ({ factor: 1, node }));
    const ours = of(times(graph, rows, terms)).map((value, i) => value * units[i]);
    expect(distance(ours, expected)).toBeLessThan(1e-13);
  });

  it('summed with weights are Σ wᵢ ∇gᵢ', () => {
    const expected = new Float64Array(2 * n);
    g.transposedTimes(
      q,
      w.values.map((weight, i) => weight / units[i]),
      expected,
    );
    const ours = of(transposedTimes(graph, rows, w.nodes, n));
    expect(distance(ours, expected.subarray(0, n))).toBeLessThan(1e-13);
  });

  it('multiply to G W Gᵀ', () => {
    const weights = Float64Array.from({ length: n }, (_, j) => 1 + j / 3);
    const unit = (j: number) => v.nodes.map((_, i) => ({ factor: i === j ? 1 : 0, node: graph.constant(1) }));
    const columns = weights.map((_, j) => j);
    const G = Array.from(columns, j => of(times(graph, rows, unit(j))));
    weightedProduct(graph, rows, weights, rows).forEach((entries, a) => {
      const expected = entries.map((_, b) =>
        columns.reduce((sum, j) => sum + weights[j] * G[j][a] * G[j][b], 0),
      );
      expect(distance(of(entries), expected)).toBeLessThan(1e-12);
    });
  });
});
