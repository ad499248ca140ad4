// The canonical Poisson bracket {f, g} = Σᵢ ∂f/∂qᵢ ∂g/∂pᵢ − ∂f/∂pᵢ ∂g/∂qᵢ, as an expression.
// Variables 0 … n−1 are q, variables n … 2n−1 are p.

import { gradient } from '../../../src/formula/derivative.ts';
import type { Graph, Node } from '../../../src/formula/graph.ts';

export function poissonBracket(graph: Graph, f: Node, g: Node, n: number): Node {
  const df = gradient(graph, f);
  const dg = gradient(graph, g);
  let bracket = graph.constant(0);
  for (const [i, derivative] of df) {
    const conjugate = dg.get(i < n ? i + n : i - n);
    if (conjugate === undefined) continue;
    const term = graph.mul(derivative, conjugate);
    bracket = i < n ? graph.add(bracket, term) : graph.sub(bracket, term);
  }
  return bracket;
}
