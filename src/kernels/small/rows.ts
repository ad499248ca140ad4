// The Jacobian G of constraints g(q) as rows of terms, and the products that RATTLE makes of it, as expressions. Every row is
// divided by the largest number in front of its terms, its unit: for a rod |a − b|² = L² the 2 of the gradient, which would
// otherwise be multiplied again and again. Multipliers then carry their units: G = U Ĝ, so Gᵀλ = Ĝᵀ λ̂ with λ̂ = U λ.

import { Emitter } from '../../formula/codegen/emit.ts';
import { combination, dotOfTerms, plain, type Term, termOf } from '../../formula/combination.ts';
import { gradient } from '../../formula/derivative.ts';
import { type Graph, type Node, substitute } from '../../formula/graph.ts';

/** Place j ↦ ∂gᵢ/∂qⱼ in units of the row. */
export type Row = ReadonlyMap<number, Term>;

interface ConstraintRows {
  readonly units: readonly number[];
  readonly rows: readonly Row[];
}

export function constraintRows(graph: Graph, constraints: readonly Node[]): ConstraintRows {
  const gradients = constraints.map(g =>
    [...gradient(graph, g)].map(([j, derivative]) => [j, termOf(graph, derivative)] as const),
  );
  const units = gradients.map(entries => largest(entries.map(([, { factor }]) => Math.abs(factor))));
  const rows = gradients.map(
    (entries, i) =>
      new Map(entries.map(([j, { factor, node }]) => [j, { factor: factor / units[i], node }] as const)),
  );
  return { units, rows };
}

/** 1 where there is none, or none that can be divided by. */
const largest = (factors: readonly number[]) => {
  const size = Math.max(0, ...factors);
  return Number.isFinite(1 / size) ? size : 1;
};

const product = (graph: Graph, a: Term, b: Term): Term => ({
  factor: a.factor * b.factor,
  node: graph.mul(a.node, b.node),
});

/** G v */
export function times(graph: Graph, G: readonly Row[], v: readonly Term[]): Node[] {
  return G.map(row =>
    dotOfTerms(
      graph,
      [...row.values()],
      [...row.keys()].map(j => v[j]),
    ),
  );
}

/** Gᵀw, n numbers. */
export function transposedTimes(graph: Graph, G: readonly Row[], w: readonly Node[], n: number): Node[] {
  const terms: Term[][] = Array.from({ length: n }, () => []);
  G.forEach((row, i) => {
    for (const [j, entry] of row) terms[j].push(product(graph, entry, plain(w[i])));
  });
  return terms.map(sum => combination(graph, sum));
}

/** G₁ W G₀ᵀ with a diagonal W */
export function weightedProduct(
  graph: Graph,
  G1: readonly Row[],
  W: ArrayLike<number>,
  G0: readonly Row[],
): Node[][] {
  const weighted = (j: number, { factor, node }: Term) => ({ factor: W[j] * factor, node });
  const shared = (x: Row, y: Row) =>
    [...x].flatMap(([j, entry]) => {
      const other = y.get(j);
      return other ? [product(graph, weighted(j, entry), other)] : [];
    });
  return G1.map(x => G0.map(y => combination(graph, shared(x, y))));
}

// The local variables of a generated function, and the lines that compute them from expressions.

export interface LocalVariables {
  /** The variable of this name, as an expression. */
  named(name: string): Node;
  /** name0 … name(count−1) */
  vector(name: string, count: number): Node[];
  /** The expression of the variables 0, 1, … with name0, name1, … in their places. */
  at(name: string, expression: Node): Node;
  /** Lines that compute the expressions and pass the code of each to `use`. */
  compute(expressions: readonly Node[], use: (code: string, i: number) => string): string;
  /** name0 = …; name1 = …; */
  assign(name: string, expressions: readonly Node[]): string;
  /** const name0 = …; const name1 = …; */
  define(name: string, expressions: readonly Node[]): string;
}

/** Above the variables of any formula. */
const first = 2 ** 21;

export function createLocalVariables(graph: Graph): LocalVariables {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  let pieces = 0;
  function named(name: string): Node {
    const number = numbers.get(name) ?? first + names.push(name) - 1;
    numbers.set(name, number);
    return graph.variable(number);
  }
  function compute(expressions: readonly Node[], use: (code: string, i: number) => string): string {
    const emitter = new Emitter(graph, variable => names[variable - first], `e${pieces++}_`);
    const codes = emitter.expressions(expressions);
    return [emitter.statements(), ...codes.map(use)].filter(Boolean).join('\n');
  }
  return {
    named,
    compute,
    vector: (name, count) => Array.from({ length: count }, (_, i) => named(`${name}${i}`)),
    at: (name, expression) =>
      substitute(graph, expression, leaf =>
        graph.op(leaf) === 'variable' ? named(`${name}${graph.datum(leaf)}`) : leaf,
      ),
    assign: (name, expressions) => compute(expressions, (code, i) => `${name}${i} = ${code};`),
    define: (name, expressions) => compute(expressions, (code, i) => `const ${name}${i} = ${code};`),
  };
}
