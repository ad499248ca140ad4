// Sums of products with as few operations as their terms allow: constant factors are taken out of terms, equal terms are
// counted, and a factor that all have in common is left to the end:  2xy + 2xy → 4xy,  2xu − 2xv + 2yw → 2(x(u − v) + yw).

import type { Graph, Node } from '../formula/graph.ts';

/** node = factor · core with a constant factor. */
function split(graph: Graph, node: Node): { factor: number; core: Node } {
  if (graph.op(node) === 'neg') return { factor: -1, core: graph.left(node) };
  const scaled = graph.op(node) === 'mul' && graph.isConstant(graph.left(node));
  return scaled
    ? { factor: graph.datum(graph.left(node)), core: graph.right(node) }
    : { factor: 1, core: node };
}

/** Σ terms */
export function sum(graph: Graph, terms: readonly Node[]): Node {
  const factors = new Map<Node, number>();
  for (const term of terms) {
    const { factor, core } = split(graph, term);
    factors.set(core, (factors.get(core) ?? 0) + factor);
  }
  const counted = [...factors].filter(([, factor]) => factor !== 0);
  if (counted.length === 0) return graph.constant(0);
  const common = Math.abs(counted[0][1]);
  const isCommon = counted.every(([, factor]) => Math.abs(factor) === common);
  const unit = isCommon ? common : 1;
  const total = counted
    .map(([core, factor]) => graph.mul(graph.constant(factor / unit), core))
    .reduce((a, b) => graph.add(a, b));
  return graph.mul(graph.constant(unit), total);
}

/** Σ aᵢ bᵢ, with the bᵢ of equal aᵢ summed first. */
export function dot(graph: Graph, a: readonly Node[], b: readonly Node[]): Node {
  const partners = new Map<Node, Node[]>();
  a.forEach((node, i) => {
    const { factor, core } = split(graph, node);
    const term = graph.mul(graph.constant(factor), b[i]);
    partners.set(core, [...(partners.get(core) ?? []), term]);
  });
  return sum(
    graph,
    [...partners].map(([core, terms]) => graph.mul(core, sum(graph, terms))),
  );
}
