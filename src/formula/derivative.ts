// Exact derivatives on the expression graph.
//   gradient:     reverse sweep, all ∂f/∂xⱼ at a small multiple of the cost of f
//   directional:  forward sweep, Σⱼ vⱼ ∂f/∂xⱼ with vⱼ any expressions
// Derivatives are expressions again, so higher orders follow by repetition.

import type { BinaryOp, Graph, Node, UnaryOp } from './graph.ts';
import { reachable } from './graph.ts';

type LocalDerivatives = (graph: Graph, a: Node, b: Node, self: Node) => readonly [Node, Node?];

const one = (G: Graph) => G.constant(1);
const square = (G: Graph, a: Node) => G.pow(a, G.constant(2));

/** ∂self/∂a and, for binary operations, ∂self/∂b. */
const rules: Record<UnaryOp | BinaryOp, LocalDerivatives> = {
  neg: G => [G.constant(-1)],
  sin: (G, a) => [G.unary('cos', a)],
  cos: (G, a) => [G.neg(G.unary('sin', a))],
  tan: (G, _a, _b, self) => [G.add(one(G), square(G, self))],
  asin: (G, a) => [G.div(one(G), G.unary('sqrt', G.sub(one(G), square(G, a))))],
  acos: (G, a) => [G.div(G.constant(-1), G.unary('sqrt', G.sub(one(G), square(G, a))))],
  atan: (G, a) => [G.div(one(G), G.add(one(G), square(G, a)))],
  sinh: (G, a) => [G.unary('cosh', a)],
  cosh: (G, a) => [G.unary('sinh', a)],
  tanh: (G, _a, _b, self) => [G.sub(one(G), square(G, self))],
  exp: (_G, _a, _b, self) => [self],
  log: (G, a) => [G.div(one(G), a)],
  sqrt: (G, _a, _b, self) => [G.div(G.constant(0.5), self)],
  abs: (G, a) => [G.unary('sign', a)],
  sign: G => [G.constant(0)],
  add: G => [one(G), one(G)],
  sub: G => [one(G), G.constant(-1)],
  mul: (_G, a, b) => [b, a],
  div: (G, _a, b, self) => [G.div(one(G), b), G.neg(G.div(self, b))],
  pow: powerRule,
  atan2: (G, a, b) => {
    const r2 = G.add(square(G, a), square(G, b));
    return [G.div(b, r2), G.neg(G.div(a, r2))];
  },
  min: (G, a, b) => [G.binary('less', a, b), G.sub(one(G), G.binary('less', a, b))],
  max: (G, a, b) => [G.binary('less', b, a), G.sub(one(G), G.binary('less', b, a))],
  less: G => [G.constant(0), G.constant(0)],
};

function powerRule(G: Graph, a: Node, b: Node, self: Node): readonly [Node, Node?] {
  if (G.isConstant(b)) return [G.mul(b, G.pow(a, G.sub(b, one(G)))), G.constant(0)];
  const byExponent = G.mul(self, G.unary('log', a));
  if (G.isConstant(a)) return [G.constant(0), byExponent];
  return [G.mul(b, G.pow(a, G.sub(b, one(G)))), byExponent];
}

function localDerivatives(graph: Graph, node: Node): readonly [Node, Node?] {
  return rules[graph.op(node) as UnaryOp | BinaryOp](graph, graph.left(node), graph.right(node), node);
}

/** ∂root/∂(variable i) for every variable i that occurs; variables that are absent have derivative 0. */
export function gradient(graph: Graph, root: Node): Map<number, Node> {
  const nodes = reachable(graph, [root]);
  const adjoint = new Map<Node, Node>([[root, graph.constant(1)]]);
  const accumulate = (node: Node, term: Node) => {
    if (graph.isConstant(node)) return;
    const before = adjoint.get(node);
    adjoint.set(node, before === undefined ? term : graph.add(before, term));
  };
  const result = new Map<number, Node>();
  for (let k = nodes.length - 1; k >= 0; k--) {
    const node = nodes[k];
    const weight = adjoint.get(node);
    if (weight === undefined) continue;
    if (graph.op(node) === 'variable') result.set(graph.datum(node), weight);
    if (graph.isLeaf(node)) continue;
    const [byLeft, byRight] = localDerivatives(graph, node);
    accumulate(graph.left(node), graph.mul(weight, byLeft));
    if (byRight !== undefined) accumulate(graph.right(node), graph.mul(weight, byRight));
  }
  return new Map([...result].filter(([, d]) => !isZero(graph, d)).sort(([i], [j]) => i - j));
}

/** Σⱼ v(j) ∂root/∂xⱼ; `v` gives the direction as expressions, undefined for 0. */
export function directional(graph: Graph, root: Node, v: (variable: number) => Node | undefined): Node {
  const tangent = new Map<Node, Node>();
  const zero = graph.constant(0);
  for (const node of reachable(graph, [root])) {
    if (graph.op(node) === 'variable') tangent.set(node, v(graph.datum(node)) ?? zero);
    if (graph.isLeaf(node)) continue;
    const left = tangent.get(graph.left(node)) ?? zero;
    const right = tangent.get(graph.right(node)) ?? zero;
    if (isZero(graph, left) && isZero(graph, right)) continue;
    const [byLeft, byRight] = localDerivatives(graph, node);
    const fromRight = byRight === undefined ? zero : graph.mul(byRight, right);
    tangent.set(node, graph.add(graph.mul(byLeft, left), fromRight));
  }
  return tangent.get(root) ?? zero;
}

export function isZero(graph: Graph, node: Node): boolean {
  return graph.isConstant(node) && graph.datum(node) === 0;
}
