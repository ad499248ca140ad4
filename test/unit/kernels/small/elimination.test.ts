import { describe, expect, it } from 'vitest';
import { Graph, type Node, reachable } from '../../../../src/formula/graph.ts';
import { eliminate } from '../../../../src/kernels/small/elimination.ts';
import { createDenseLU } from '../../../../src/linalg/lu.ts';
import { distance } from '../../differences.ts';
import { evaluate } from '../../formula/evaluate.ts';
import {
  chainEdges,
  combEdges,
  type Edge,
  randomVector,
  ringEdges,
  seeded,
  starEdges,
} from '../../linalg/seeded.ts';

/** Values as variables of a graph. */
function createValues() {
  const graph = new Graph();
  const values: number[] = [];
  return {
    graph,
    values,
    node: (value: number) => (value === 0 ? graph.constant(0) : graph.variable(values.push(value) - 1)),
    of: (nodes: readonly Node[]) => nodes.map(node => evaluate(graph, node, values)),
  };
}

/** A diagonally dominant matrix, not symmetric, that stands where the edges say. */
function system(m: number, edges: readonly Edge[], seed: number) {
  const random = seeded(seed);
  const dense = Array.from({ length: m }, (_, i) =>
    Array.from({ length: m }, (_, j) => (i === j ? m + random() : 0)),
  );
  for (const [i, j] of edges) [dense[i][j], dense[j][i]] = [random(), random()];
  const values = createValues();
  const A = dense.map(row => row.map(values.node));
  const b = randomVector(m, random);
  return { ...values, dense, A, b, right: [...b].map(values.node) };
}

const fullEdges = (m: number): Edge[] =>
  Array.from({ length: m }, (_, i) => Array.from({ length: i }, (_, j): Edge => [i, j])).flat();

describe('elimination on expressions', () => {
  it.each<[string, number, readonly Edge[]]>([
    ['one equation', 1, []],
    ['two equations', 2, [[0, 1]]],
    ['two equations that do not touch', 2, []],
    ['a full matrix', 6, fullEdges(6)],
    ['a chain', 9, chainEdges(9)],
    ['a ring', 7, ringEdges(7)],
    ['a star', 6, starEdges(6)],
    ['a comb', 8, combEdges(8)],
    ['two chains', 7, [...chainEdges(4), ...chainEdges(3).map(([i, j]): Edge => [i + 4, j + 4])]],
  ])('solves %s as LU does', (_, m, edges) => {
    const { graph, dense, A, b, right, of } = system(m, edges, m);
    const x = of(eliminate(graph, A).solve(right));
    const lu = createDenseLU(m);
    expect(lu.factor(Float64Array.from(dense.flat()))).toBe(true);
    const expected = b.slice();
    lu.solve(expected);
    expect(distance(x, expected)).toBeLessThan(1e-14);
  });

  it('costs nothing for zeros: a chain is solved in linear time', () => {
    const operations = (m: number) => {
      const { graph, A, right } = system(m, chainEdges(m), 3);
      return reachable(graph, eliminate(graph, A).solve(right)).filter(node => !graph.isLeaf(node)).length;
    };
    expect(operations(80) / operations(40)).toBeLessThan(2.1);
    expect(operations(40)).toBeLessThan(12 * 40);
  });

  it('goes along a chain from both ends: half as many quotients wait for one another', () => {
    const { graph, A, right } = system(10, chainEdges(10), 5);
    const waits = new Map<Node, number>();
    const of = (node: Node) => waits.get(node) ?? 0;
    const roots = eliminate(graph, A).solve(right);
    for (const node of reachable(graph, roots)) {
      const own = graph.op(node) === 'div' ? 1 : 0;
      waits.set(node, own + Math.max(of(graph.left(node)), of(graph.right(node))));
    }
    expect(Math.max(...roots.map(of))).toBe(5);
  });

  it('asks for A only once: with its numbers kept, other right sides are solved', () => {
    const { graph, values, A, right, of } = system(6, ringEdges(6), 2);
    const plain = of(eliminate(graph, A).solve(right));
    const kept: Node[] = [];
    const name = (k: number) => graph.variable(values.length + k);
    const { solve } = eliminate(graph, A, { keep: node => name(kept.push(node) - 1) });
    const numbers = of(kept);
    for (const entry of A.flat().filter(node => !graph.isConstant(node)))
      values[graph.datum(entry)] = Number.NaN;
    values.push(...numbers);
    expect(of(solve(right))).toEqual(plain);
  });

  it('keeps numbers without their minus signs', () => {
    const { graph, A, right } = system(2, [[0, 1]], 4);
    const negative = A.map((row, i) => row.map((node, j) => (i === j ? node : graph.neg(node))));
    const kept: Node[] = [];
    const keep = (node: Node) => graph.variable(100 + kept.push(node));
    const operations = reachable(graph, eliminate(graph, negative, { keep }).solve(right)).map(
      graph.op,
      graph,
    );
    expect(kept).toHaveLength(4);
    expect([...operations, ...kept.map(node => graph.op(node))]).not.toContain('neg');
  });

  it.each([
    ['two equations', 2],
    ['a chain', 7],
  ])('multiplies the right side of %s by a scale', (_, m) => {
    const { graph, A, right, of } = system(m, chainEdges(m), 6);
    const doubled = of(eliminate(graph, A, { scale: 2 }).solve(right));
    expect(doubled).toEqual(of(eliminate(graph, A).solve(right)).map(x => 2 * x));
  });
});

describe('the margins of an elimination', () => {
  const margins = (matrix: readonly (readonly number[])[], part: number) => {
    const { graph, node, of } = createValues();
    return of(
      eliminate(
        graph,
        matrix.map(row => row.map(node)),
      ).margins(part),
    );
  };
  const isPositive = (numbers: readonly number[]) => numbers.every(number => number > 0);
  /** Positive definite for c < 1/√2; eliminated from both ends, 1 − 2c² of the middle is left. */
  const tridiagonal = (c: number) => [
    [1, c, 0],
    [c, 1, c],
    [0, c, 1],
  ];

  it('are positive for a positive definite matrix, and not for others', () => {
    expect(isPositive(margins(tridiagonal(0.7), 0))).toBe(true);
    expect(isPositive(margins(tridiagonal(0.71), 0))).toBe(false);
    expect(isPositive(margins([[-1]], 0))).toBe(false);
    expect(
      isPositive(
        margins(
          [
            [0, 1],
            [1, 0],
          ],
          0,
        ),
      ),
    ).toBe(false);
  });

  it.each([1, 1e-20, 1e20])('tell what part of the diagonal is left, in any unit (%d)', unit => {
    const scaled = tridiagonal(0.7).map((row, i) =>
      row.map((entry, j) => entry * unit * (i === 0 ? 1e3 : 1) * (j === 0 ? 1e3 : 1)),
    );
    expect(isPositive(margins(scaled, 0.0199))).toBe(true);
    expect(isPositive(margins(scaled, 0.0201))).toBe(false);
  });

  it('are not positive when an entry is not a number', () => {
    expect(isPositive(margins([[Number.NaN]], 0))).toBe(false);
  });
});
