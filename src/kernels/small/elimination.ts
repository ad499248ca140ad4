// Gaussian elimination on expressions: A x = b with A known to be zero in places becomes straight-line formulas, first for
// what depends on A alone, then for x. Without pivoting, which is right for the nearly symmetric positive definite matrices
// G₁ M⁻¹ G₀ᵀ in any order of their rows. What a processor waits for are quotients that need one another, so few of them
// stand in a row: the row with the fewest neighbours goes first, and of those the one that waits for the fewest others
// (a chain is eliminated from both ends at once, without fill); and the last two rows go together, by Cramer's rule.

import { isZero } from '../../formula/derivative.ts';
import type { Graph, Node } from '../../formula/graph.ts';

type Matrix = readonly (readonly Node[])[];
type Keep = (node: Node) => Node;

export interface EliminationOptions {
  /** The right side is multiplied by it. */
  readonly scale?: number;
  /** Given every number that `solve` needs of A, unless it is minus another; may return another name of it. */
  readonly keep?: Keep;
}

export interface Elimination {
  /** x with A x = scale · b */
  solve(b: readonly Node[]): Node[];
  /** All positive where every pivot is more than this part of the diagonal entry that it is left of. */
  margins(part: number): Node[];
}

/** One or two rows that are eliminated, and what this does to the right side on the way there and back. */
interface Stage {
  /** The pivots, or the determinant, each beside what it would be if nothing had been subtracted. */
  readonly pivots: readonly (readonly [Node, Node])[];
  forward(x: Node[]): void;
  backward(x: Node[]): void;
}

export function eliminate(graph: Graph, A: Matrix, options: EliminationOptions = {}): Elimination {
  const { scale = 1, keep = node => node } = options;
  const keepSize = (node: Node) =>
    graph.op(node) === 'neg' ? graph.neg(keep(graph.left(node))) : keep(node);
  const work: Work = { graph, A, rest: A.map(row => [...row]), scale, keep: keepSize };
  const order = eliminationOrder(work);
  const stages: Stage[] = [];
  while (order.length > 0) {
    const [i, j] = order;
    const isPair = order.length === 2 && touch(work, i, j);
    order.splice(0, isPair ? 2 : 1);
    stages.push(isPair ? pairStage(work, i, j) : rowStage(work, i, order));
  }
  const margin = (part: number, [pivot, whole]: readonly [Node, Node]) =>
    pivot === whole ? pivot : graph.sub(pivot, graph.mul(graph.constant(part), whole));
  return {
    margins: part => stages.flatMap(({ pivots }) => pivots.map(pair => margin(part, pair))),
    solve(b) {
      const x = [...b];
      for (const stage of stages) stage.forward(x);
      for (const stage of [...stages].reverse()) stage.backward(x);
      return x;
    },
  };
}

interface Work {
  readonly graph: Graph;
  readonly A: Matrix;
  /** What is left of A. */
  readonly rest: Node[][];
  readonly scale: number;
  readonly keep: Keep;
}

const stands = ({ graph, rest }: Work, i: number, j: number) => !isZero(graph, rest[i][j]);
const touch = (work: Work, i: number, j: number) => stands(work, i, j) || stands(work, j, i);

/** Row k is taken out of the later ones. */
function rowStage(work: Work, k: number, later: readonly number[]): Stage {
  const { graph, A, rest, scale, keep } = work;
  const pivot = rest[k][k];
  const inverse = graph.div(graph.constant(1), pivot);
  const below = later.filter(i => stands(work, i, k));
  const beside = later.filter(j => stands(work, k, j));
  const isLone = below.length === 1 && beside.length === 1;
  // With one neighbour the product does not wait for the quotient.
  const taken = (i: number, j: number) =>
    isLone
      ? graph.mul(graph.mul(rest[i][k], rest[k][j]), inverse)
      : graph.mul(graph.mul(rest[i][k], inverse), rest[k][j]);
  for (const i of below) for (const j of beside) rest[i][j] = graph.sub(rest[i][j], taken(i, j));
  const share = keep(graph.mul(graph.constant(scale), inverse));
  const lower = below.map(i => keep(graph.mul(rest[i][k], inverse)));
  const upper = beside.map(j => keep(graph.mul(rest[k][j], inverse)));
  return {
    pivots: [[pivot, A[k][k]]],
    forward(x) {
      below.forEach((i, at) => {
        x[i] = graph.sub(x[i], graph.mul(lower[at], x[k]));
      });
    },
    backward(x) {
      const others = beside.map((j, at) => graph.mul(upper[at], x[j]));
      x[k] = others.reduce((sum, other) => graph.sub(sum, other), graph.mul(share, x[k]));
    },
  };
}

/** The last two rows: x = (d y − b z, a z − c y) / (a d − b c) */
function pairStage({ graph, A, rest, scale, keep }: Work, i: number, j: number): Stage {
  const [a, b, c, d] = [rest[i][i], rest[i][j], rest[j][i], rest[j][j]];
  const determinant = graph.sub(graph.mul(a, d), graph.mul(b, c));
  const inverse = graph.div(graph.constant(scale), determinant);
  const [A1, B1, C1, D1] = [a, b, c, d].map(entry => keep(graph.mul(entry, inverse)));
  return {
    pivots: [
      [a, A[i][i]],
      [determinant, graph.mul(a, A[j][j])],
    ],
    forward() {},
    backward(x) {
      const [y, z] = [x[i], x[j]];
      x[i] = graph.sub(graph.mul(D1, y), graph.mul(B1, z));
      x[j] = graph.sub(graph.mul(A1, z), graph.mul(C1, y));
    },
  };
}

/** Fewest neighbours first; among those the one that waits for the shortest row of others. */
function eliminationOrder(work: Work): number[] {
  const rows = work.A.map((_, i) => i);
  const neighbours = rows.map(i => new Set(rows.filter(j => j !== i && touch(work, i, j))));
  const waits = rows.map(() => 0);
  const left = new Set(rows);
  const order: number[] = [];
  const isBefore = (i: number, j: number) =>
    neighbours[i].size - neighbours[j].size || waits[i] - waits[j] || i - j;
  while (left.size > 0) {
    const k = [...left].reduce((first, i) => (isBefore(i, first) < 0 ? i : first));
    order.push(k);
    left.delete(k);
    for (const i of neighbours[k]) {
      waits[i] = Math.max(waits[i], waits[k] + 1);
      for (const j of neighbours[k]) if (j !== i) neighbours[i].add(j);
      neighbours[i].delete(k);
    }
  }
  return order;
}

// A = L U in the given order of rows: formulas for the factors on one side, and on the other formulas for A⁻¹ b in terms of
// variables that hold the factors, so that loops with several right sides can share them. Compositions and the reference use
// this order; the one above would change the last bits of their results.

export interface SymbolicFactor {
  /** What is divided by: all positive for a positive definite A. */
  readonly pivots: readonly Node[];
  /** Everything that solving needs: inverse pivots, and what is not zero of L below and of U above the diagonal. */
  readonly entries: readonly Node[];
  /** x = A⁻¹ b, given variables for the entries. */
  solve(entries: readonly Node[], b: readonly Node[]): Node[];
}

export function factorise(graph: Graph, A: readonly (readonly Node[])[]): SymbolicFactor {
  const m = A.length;
  const matrix = A.map(row => [...row]);
  const inverse: Node[] = [];
  for (let k = 0; k < m; k++) {
    inverse[k] = graph.div(graph.constant(1), matrix[k][k]);
    for (let i = k + 1; i < m; i++) {
      if (isZero(graph, matrix[i][k])) continue;
      matrix[i][k] = graph.mul(matrix[i][k], inverse[k]);
      for (let j = k + 1; j < m; j++)
        matrix[i][j] = graph.sub(matrix[i][j], graph.mul(matrix[i][k], matrix[k][j]));
    }
  }
  const nonzero = matrix.flatMap((row, i) =>
    row.flatMap((entry, j) => (i === j || isZero(graph, entry) ? [] : [{ i, j, entry }])),
  );
  return {
    pivots: matrix.map((row, k) => row[k]),
    entries: [...inverse, ...nonzero.map(({ entry }) => entry)],
    solve(entries, b) {
      const x = [...b];
      const subtract = (i: number, j: number, entry: Node) => {
        x[i] = graph.sub(x[i], graph.mul(entry, x[j]));
      };
      nonzero.forEach(({ i, j }, at) => {
        if (j < i) subtract(i, j, entries[m + at]);
      });
      for (let i = m - 1; i >= 0; i--) {
        nonzero.forEach(({ i: row, j }, at) => {
          if (row === i && j > i) subtract(i, j, entries[m + at]);
        });
        x[i] = graph.mul(x[i], entries[i]);
      }
      return x;
    },
  };
}
