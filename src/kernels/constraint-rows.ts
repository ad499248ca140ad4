// The Jacobian G of constraints g(q) as rows of terms, and the products that RATTLE makes of it, as expressions. Every row is
// divided by the largest number in front of its terms, its unit: for a rod |a − b|² = L² the 2 of the gradient, which would
// otherwise be multiplied again and again. Multipliers then carry their units: G = U Ĝ, so Gᵀλ = Ĝᵀ λ̂ with λ̂ = U λ.

import { gradient } from '../formula/derivative.ts';
import type { Graph, Node } from '../formula/graph.ts';
import { combination, dotOfTerms, plain, type Term, termOf } from './linear-combination.ts';

/** Place j ↦ ∂gᵢ/∂qⱼ in units of the row. */
export type Row = ReadonlyMap<number, Term>;

export interface ConstraintRows {
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
