// Sums of products with few operations. Constant factors are extracted from terms, equal terms are merged, and a factor that
// several terms share is multiplied last:
//   2xy + 2xy → 4xy,   4ab − 4cd + y → 4(ab − cd) + y,   2xu − 2xv + 2yw → 2(x(u − v) + yw).
// The rest is added pairwise, so that the depth of dependent additions is log₂ of the number of terms.

import type { Graph, Node } from './graph.ts';

/** factor · node */
export interface Term {
  readonly factor: number;
  readonly node: Node;
}

/** Σ nodes */
export function sum(graph: Graph, nodes: readonly Node[]): Node {
  return combination(graph, nodes.map(plain));
}

/** Σ factorᵢ · nodeᵢ */
export function combination(graph: Graph, terms: readonly Term[]): Node {
  const factors = new Map<Node, number>();
  for (const { factor, node } of terms) {
    const inner = termOf(graph, node);
    factors.set(inner.node, (factors.get(inner.node) ?? 0) + factor * inner.factor);
  }
  const having = (factor: number) => [...factors].filter(([, f]) => f === factor).map(([node]) => node);
  const sizes = new Set([...factors.values()].map(Math.abs).filter(size => size !== 0));
  const groups = [...sizes].map(size => {
    const difference = graph.sub(inPairs(graph, having(size)), inPairs(graph, having(-size)));
    return graph.mul(graph.constant(size), difference);
  });
  return inPairs(graph, groups);
}

/** Σ aᵢ bᵢ, with the bᵢ of equal aᵢ summed first. */
export function dot(graph: Graph, a: readonly Node[], b: readonly Node[]): Node {
  return dotOfTerms(
    graph,
    a.map(node => termOf(graph, node)),
    b.map(plain),
  );
}

export function dotOfTerms(graph: Graph, a: readonly Term[], b: readonly Term[]): Node {
  const partners = new Map<Node, Term[]>();
  a.forEach(({ factor, node }, i) => {
    const term = { factor: factor * b[i].factor, node: b[i].node };
    partners.set(node, [...(partners.get(node) ?? []), term]);
  });
  return sum(
    graph,
    [...partners].map(([node, terms]) => graph.mul(node, combination(graph, terms))),
  );
}

export const plain = (node: Node): Term => ({ factor: 1, node });

/** The number in front of an expression, and the rest; a − b and b − a have the same rest. */
export function termOf(graph: Graph, node: Node): Term {
  const [left, right] = [graph.left(node), graph.right(node)];
  if (graph.isConstant(node)) return { factor: graph.datum(node), node: graph.constant(1) };
  if (graph.op(node) === 'neg') {
    const inner = termOf(graph, left);
    return { factor: -inner.factor, node: inner.node };
  }
  if (graph.op(node) === 'mul' && graph.isConstant(left)) return { factor: graph.datum(left), node: right };
  if (graph.op(node) === 'sub' && left < right) return { factor: -1, node: graph.sub(right, left) };
  return plain(node);
}

function inPairs(graph: Graph, nodes: readonly Node[]): Node {
  if (nodes.length === 0) return graph.constant(0);
  if (nodes.length === 1) return nodes[0];
  const middle = Math.ceil(nodes.length / 2);
  return graph.add(inPairs(graph, nodes.slice(0, middle)), inPairs(graph, nodes.slice(middle)));
}
