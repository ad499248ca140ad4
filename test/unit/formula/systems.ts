// Systems of formulas for the compiler: random sums of elements, and chains.

import { type CompiledFunctions, compileFunctions } from '../../../src/formula/codegen/functions.ts';
import { gradient } from '../../../src/formula/derivative.ts';
import { Graph, type Node } from '../../../src/formula/graph.ts';
import { seeded } from '../linalg/seeded.ts';
import { evaluate } from './evaluate.ts';

type Shape = (G: Graph, a: Node, b: Node, c: Node) => Node;
const two = (G: Graph) => G.constant(2);

/** Constants stand beside exponents that equal them, in exponents, and alone. */
const shapes: Shape[] = [
  (G, a, b, c) => G.mul(c, G.pow(G.sub(a, b), two(G))),
  (G, a, b, c) => G.mul(G.mul(c, G.unary('sin', a)), b),
  (G, a, _, c) => G.unary('exp', G.mul(G.mul(G.constant(-0.1), c), G.pow(a, two(G)))),
  (G, a, b, c) => G.unary('sqrt', G.add(G.add(G.mul(a, a), G.mul(b, b)), c)),
  (G, a, _, c) => G.pow(G.add(a, c), two(G)),
  (G, a, b, c) => G.binary('min', a, G.mul(c, b)),
  (G, a, _, c) => G.pow(c, a),
  (G, a, b, c) => G.binary('atan2', G.add(a, c), b),
  (G, a, _, c) => G.pow(G.add(G.mul(a, a), c), G.constant(-1.5)),
  (G, a, b, c) => G.div(c, G.add(G.constant(3), G.mul(a, b))),
  (_, a) => a,
  (_G, _a, _b, c) => c,
];

export interface System {
  readonly graph: Graph;
  readonly outputs: readonly Node[];
  readonly dimension: number;
}

/** `outputs` sums of `terms` random elements each; some constants are shared, some are 2, like the exponents. */
export function randomSystem(seed: number, dimension: number, outputs: number, terms: number): System {
  const random = seeded(seed);
  const graph = new Graph();
  const whole = (count: number) => Math.min(count - 1, Math.floor(((random() + 1) / 2) * count));
  const constant = () => graph.constant([1, 2, 2, 0.5, 1.3, 1.7 + 0.5 * random()][whole(6)]);
  const variable = () => graph.variable(whole(dimension));
  const element = () => shapes[whole(shapes.length)](graph, variable(), variable(), constant());
  const sum = () =>
    Array.from({ length: terms }, element).reduce((f, e) =>
      random() < -0.4 ? graph.sub(f, e) : graph.add(f, e),
    );
  return { graph, outputs: Array.from({ length: outputs }, sum), dimension };
}

/** n links (x − x')² + (y − y')² − L² with lengths of their own, in 2n + 2 variables. */
export function chain(n: number): System {
  const graph = new Graph();
  const square = (i: number, j: number) =>
    graph.pow(graph.sub(graph.variable(i), graph.variable(j)), graph.constant(2));
  const link = (i: number) =>
    graph.sub(
      graph.add(square(2 * i + 2, 2 * i), square(2 * i + 3, 2 * i + 1)),
      graph.constant(1 + 0.01 * i),
    );
  return { graph, outputs: Array.from({ length: n }, (_, i) => link(i)), dimension: 2 * n + 2 };
}

/** All of it as one sum: a potential. */
export function summed({ graph, outputs, dimension }: System): System {
  return { graph, dimension, outputs: [outputs.reduce((a, b) => graph.add(a, b))] };
}

export const compiled = ({ graph, outputs, dimension }: System): CompiledFunctions =>
  compileFunctions(graph, outputs, dimension);

/** Dense derivatives from the graph and the slow evaluator. */
export function reference({ graph, outputs, dimension }: System, x: readonly number[]) {
  const row = (f: Node) => {
    const d = gradient(graph, f);
    return Array.from({ length: dimension }, (_, j) => evaluate(graph, d.get(j) ?? graph.constant(0), x));
  };
  return {
    value: () => outputs.map(f => evaluate(graph, f, x)),
    jacobian: () => outputs.map(row),
    hessian: (i: number) => {
      const d = gradient(graph, outputs[i]);
      return Array.from({ length: dimension }, (_, j) => row(d.get(j) ?? graph.constant(0)));
    },
  };
}
