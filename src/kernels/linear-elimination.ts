// Gaussian elimination on expressions: A x = b with A known to be zero in places becomes straight-line formulas for x.
// Without pivoting, which is right for the nearly symmetric positive definite matrices G₁ M⁻¹ G₀ᵀ. Zeros cost nothing, so
// a chain of constraints gets a tridiagonal solve by itself.

import { isZero } from '../formula/derivative.ts';
import type { Graph, Node } from '../formula/graph.ts';

export interface Elimination {
  /** The solution x, entry by entry. */
  readonly solution: Node[];
  /** What was divided by: all positive for a positive definite A. */
  readonly pivots: Node[];
}

export function eliminate(graph: Graph, A: readonly (readonly Node[])[], b: readonly Node[]): Elimination {
  const matrix = A.map(row => [...row]);
  const right = [...b];
  const m = right.length;
  const inverse: Node[] = [];
  for (let k = 0; k < m; k++) {
    inverse[k] = graph.div(graph.constant(1), matrix[k][k]);
    for (let i = k + 1; i < m; i++) {
      if (isZero(graph, matrix[i][k])) continue;
      const factor = graph.mul(matrix[i][k], inverse[k]);
      for (let j = k + 1; j < m; j++) matrix[i][j] = graph.sub(matrix[i][j], graph.mul(factor, matrix[k][j]));
      right[i] = graph.sub(right[i], graph.mul(factor, right[k]));
    }
  }
  const x: Node[] = [];
  for (let i = m - 1; i >= 0; i--) {
    let sum = right[i];
    for (let j = i + 1; j < m; j++) sum = graph.sub(sum, graph.mul(matrix[i][j], x[j]));
    x[i] = graph.mul(sum, inverse[i]);
  }
  return { solution: x, pivots: matrix.map((row, k) => row[k]) };
}
