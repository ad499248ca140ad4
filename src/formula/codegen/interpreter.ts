// Evaluates expressions of a graph without generated code: a table of operations in the order of the graph, executed by a loop.
// Every operation is the one that emit.ts emits, powers included, so that both give the same bits.

import {
  type BinaryOp,
  evaluateBinary,
  evaluateUnary,
  type Graph,
  type Node,
  reachable,
  type UnaryOp,
} from '../graph.ts';
import { maxWholePower } from './emit.ts';

/** Computes the roots with the given values of variables; the result of root j is `values[roots[j]]`. */
export interface Interpreter {
  readonly values: Float64Array;
  readonly roots: Int32Array;
  run(load: (variable: number) => number): void;
}

type Step = (values: Float64Array, load: (variable: number) => number) => void;

export function createInterpreter(graph: Graph, roots: readonly Node[]): Interpreter {
  const nodes = reachable(graph, roots);
  const places = new Map(nodes.map((node, i) => [node, i]));
  const placeOf = (node: Node) => places.get(node) ?? -1;
  const values = new Float64Array(nodes.length);
  const steps: Step[] = [];
  for (const [at, node] of nodes.entries())
    if (graph.isConstant(node)) values[at] = graph.datum(node);
    else steps.push(operation(graph, node, at, placeOf));
  return {
    values,
    roots: Int32Array.from(roots, placeOf),
    run(load) {
      for (const step of steps) step(values, load);
    },
  };
}

function operation(graph: Graph, node: Node, at: number, placeOf: (node: Node) => number): Step {
  const op = graph.op(node);
  if (op === 'variable') {
    const variable = graph.datum(node);
    return (values, load) => {
      values[at] = load(variable);
    };
  }
  const a = placeOf(graph.left(node));
  if (graph.isUnary(node)) {
    const apply = evaluateUnary[op as UnaryOp];
    return values => {
      values[at] = apply(values[a]);
    };
  }
  const b = placeOf(graph.right(node));
  const apply = op === 'pow' ? power(graph, graph.right(node)) : evaluateBinary[op as BinaryOp];
  return values => {
    values[at] = apply(values[a], values[b]);
  };
}

/** aⁿ as products for whole n, a^(n/2) with one square root, Math.pow otherwise. */
function power(graph: Graph, b: Node): (x: number, y: number) => number {
  const exponent = graph.isConstant(b) ? graph.datum(b) : Number.NaN;
  const size = Math.abs(exponent);
  if (!(size <= maxWholePower && Number.isInteger(2 * size))) return Math.pow;
  const whole = Math.floor(size);
  const positive = Number.isInteger(size)
    ? (x: number) => wholePower(x, whole)
    : (x: number) => wholePower(x, whole) * Math.sqrt(x);
  return exponent < 0 ? x => 1 / positive(x) : positive;
}

/** Repeated squaring in the order of the generated code. */
function wholePower(x: number, n: number): number {
  if (n === 0) return 1;
  if (n === 1) return x;
  const half = wholePower(x, Math.floor(n / 2));
  return n % 2 === 0 ? half * half : half * half * x;
}
