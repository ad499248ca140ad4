import { expect, it } from 'vitest';
import { combination, dot, sum, termOf } from '../../../src/formula/combination.ts';
import { Graph, type Node, reachable } from '../../../src/formula/graph.ts';
import { seeded } from '../linalg/seeded.ts';
import { evaluate } from './evaluate.ts';

const values = [0.7, -1.3, 2.1, 0.4];

function formulas() {
  const graph = new Graph();
  const [x, y, u, v] = [0, 1, 2, 3].map(i => graph.variable(i));
  const times = (factor: number, a: number, b: number) => graph.mul(graph.constant(factor), graph.mul(a, b));
  const operations = (node: number) => reachable(graph, [node]).filter(one => !graph.isLeaf(one)).length;
  return { graph, x, y, u, v, times, operations };
}

it('adds equal terms and leaves common factors to the end', () => {
  const { graph, x, y, u, times, operations } = formulas();
  const terms = [times(2, x, y), times(2, x, y), times(4, x, u)];
  const node = sum(graph, terms);
  expect(evaluate(graph, node, values)).toBeCloseTo(4 * 0.7 * -1.3 + 4 * 0.7 * 2.1, 14);
  expect(operations(node)).toBe(4);
});

it('keeps factors that differ', () => {
  const { graph, x, y, u, times } = formulas();
  const node = sum(graph, [times(2, x, y), times(-3, x, u), graph.neg(y)]);
  expect(evaluate(graph, node, values)).toBeCloseTo(2 * 0.7 * -1.3 - 3 * 0.7 * 2.1 + 1.3, 14);
});

it('is zero for nothing, and for terms that cancel', () => {
  const { graph, x, y, times } = formulas();
  expect(evaluate(graph, sum(graph, []), values)).toBe(0);
  expect(evaluate(graph, sum(graph, [times(2, x, y), times(-2, x, y)]), values)).toBe(0);
});

it('multiplies once what stands in several products', () => {
  const { graph, x, y, u, v, operations } = formulas();
  const [a, b] = [graph.mul(graph.constant(2), x), graph.mul(graph.constant(-2), x)];
  const node = dot(graph, [a, b, y], [u, v, v]);
  expect(evaluate(graph, node, values)).toBeCloseTo(2 * 0.7 * (2.1 - 0.4) - 1.3 * 0.4, 14);
  const alike = dot(graph, [a, b], [u, v]);
  // 2 x (u − v)
  expect(operations(alike)).toBe(3);
});

it('knows that a − b and b − a differ by a sign only', () => {
  const { graph, x, y } = formulas();
  const [a, b] = [graph.sub(x, y), graph.sub(y, x)];
  expect(termOf(graph, a).node).toBe(termOf(graph, b).node);
  expect(termOf(graph, a).factor).toBe(-termOf(graph, b).factor);
  expect(sum(graph, [a, b])).toBe(graph.constant(0));
});

it('adds in pairs', () => {
  const graph = new Graph();
  const depth = new Map<Node, number>();
  const of = (node: Node) => depth.get(node) ?? -1;
  const root = sum(
    graph,
    Array.from({ length: 16 }, (_, i) => graph.variable(i)),
  );
  for (const node of reachable(graph, [root]))
    depth.set(node, 1 + Math.max(of(graph.left(node)), of(graph.right(node))));
  expect(of(root)).toBe(4);
});

it('has the value of the plain sum', () => {
  const { graph, x, y, u, v, times } = formulas();
  const random = seeded(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(((random() + 1) / 2) * list.length)];
  const nodes = [x, graph.mul(x, y), graph.sub(u, v), graph.sub(v, u), graph.neg(v), times(3, u, v)];
  for (let trial = 0; trial < 50; trial++) {
    const terms = Array.from({ length: 9 }, () => ({
      factor: pick([2, -2, 0.5, 3, 1, -1]),
      node: pick(nodes),
    }));
    const plain = terms.reduce(
      (total, { factor, node }) => total + factor * evaluate(graph, node, values),
      0,
    );
    expect(evaluate(graph, combination(graph, terms), values)).toBeCloseTo(plain, 12);
  }
});
