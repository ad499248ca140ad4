// A slow, plain evaluator of the graph, independent of the compiled one.

import { type Graph, type Node, reachable } from '../../../src/formula/graph.ts';
import type { Value } from '../../../src/formula/language/scope.ts';

const operations: Record<string, (x: number, y: number) => number> = {
  neg: x => -x,
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  pow: (x, y) => x ** y,
  atan2: (x, y) => Math.atan2(x, y),
  min: (x, y) => Math.min(x, y),
  max: (x, y) => Math.max(x, y),
  less: (x, y) => (x < y ? 1 : 0),
};
const math = Math as unknown as Record<string, (x: number) => number>;

export function evaluate(graph: Graph, root: Node, variables: readonly number[]): number {
  const values = new Map<Node, number>();
  const at = (node: Node) => values.get(node) ?? Number.NaN;
  for (const node of reachable(graph, [root])) {
    const op = graph.op(node);
    if (op === 'constant') values.set(node, graph.datum(node));
    else if (op === 'variable') values.set(node, variables[graph.datum(node)]);
    else values.set(node, (operations[op] ?? math[op])(at(graph.left(node)), at(graph.right(node))));
  }
  return at(root);
}

export type Evaluated = number | Evaluated[];

export function evaluateAll(graph: Graph, value: Value, variables: readonly number[]): Evaluated {
  return typeof value === 'number'
    ? evaluate(graph, value, variables)
    : value.map(entry => evaluateAll(graph, entry, variables));
}
