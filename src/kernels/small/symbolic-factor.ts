// A = L U on expressions, without pivoting, which is right for the nearly symmetric positive definite matrices G₁ M⁻¹ G₀ᵀ:
// formulas for the factors on one side, and on the other formulas for A⁻¹ b in terms of variables that hold the factors, so
// that several right sides can share them. Zeros cost nothing: a chain of constraints gets a tridiagonal solve by itself.

import { isZero } from '../../formula/derivative.ts';
import type { Graph, Node } from '../../formula/graph.ts';

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
  const kept = matrix.flatMap((row, i) =>
    row.flatMap((entry, j) => (i === j || isZero(graph, entry) ? [] : [{ i, j, entry }])),
  );
  return {
    pivots: matrix.map((row, k) => row[k]),
    entries: [...inverse, ...kept.map(({ entry }) => entry)],
    solve(entries, b) {
      const x = [...b];
      const subtract = (i: number, j: number, entry: Node) => {
        x[i] = graph.sub(x[i], graph.mul(entry, x[j]));
      };
      kept.forEach(({ i, j }, at) => {
        if (j < i) subtract(i, j, entries[m + at]);
      });
      for (let i = m - 1; i >= 0; i--) {
        kept.forEach(({ i: row, j }, at) => {
          if (row === i && j > i) subtract(i, j, entries[m + at]);
        });
        x[i] = graph.mul(x[i], entries[i]);
      }
      return x;
    },
  };
}
