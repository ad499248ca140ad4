// The equations that a start must satisfy, with their Jacobians:
//   on the constraint   g(z) = 0
//   hidden constraint   h(z) = {g, H}(z) = 0,   ∂hᵢ = gᵢ'' X_H + H'' Jᵀ ∇gᵢ     (rows of the matrix in brackets.ts)
// For holonomic g and separable H the second is G M⁻¹ p = 0, as sparse as G; otherwise its rows are kept densely.

import { setUnit } from '../linalg/dense.ts';
import { fullPattern, type Pattern } from '../linalg/pattern.ts';
import { applyJ, createBrackets } from '../problem/brackets.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { SparseEquations } from './nearest-zero.ts';

/** A dense Jacobian is not formed when its Gram matrix takes more products than this. */
const mostProducts = 4_000_000;

export function constraintEquations({ g }: Problem): SparseEquations {
  return { count: g.m, pattern: g.jacobianPattern, value: g.value, jacobian: g.jacobian };
}

/** h = 0; null when it is neither sparse nor small. */
export function hiddenEquations(problem: Problem): SparseEquations | null {
  const { n, g } = problem;
  const separable = classicalParts(problem);
  if (separable) return linearHidden(problem, separable.inverseMass);
  return g.m * g.m * 4 * n <= mostProducts ? denseHidden(problem) : null;
}

/** Only the columns of p: the coordinates are already where they must be. */
function linearHidden(problem: Problem, inverseMass: Float64Array): SparseEquations {
  const { n, g } = problem;
  const { start, index, rows } = g.jacobianPattern;
  const pattern: Pattern = { rows, cols: 2 * n, start, index: index.map(column => column + n) };
  return {
    count: g.m,
    pattern,
    value: createBrackets(problem).hidden,
    jacobian(z, out) {
      g.jacobian(z, out);
      for (let k = 0; k < index.length; k++) out[k] *= inverseMass[index[k]];
    },
  };
}

function denseHidden(problem: Problem): SparseEquations {
  const { n, g, H } = problem;
  const brackets = createBrackets(problem);
  const unit = new Float64Array(g.m);
  const [field, row, turned] = Array.from({ length: 3 }, () => new Float64Array(2 * n));
  return {
    count: g.m,
    pattern: fullPattern(g.m, 2 * n),
    value: brackets.hidden,
    jacobian(z, out) {
      brackets.hamiltonianField(z, field);
      for (let i = 0; i < g.m; i++) {
        setUnit(i, unit);
        g.transposedTimes(z, unit, row);
        applyJ(row);
        for (let j = 0; j < 2 * n; j++) row[j] = -row[j];
        H.hessianTimes(z, row, turned);
        g.hessianTimes(z, unit, field, row);
        for (let j = 0; j < 2 * n; j++) out[i * 2 * n + j] = turned[j] + row[j];
      }
    },
  };
}

/** Both sets of equations, one below the other. */
export function stacked(a: SparseEquations, b: SparseEquations): SparseEquations {
  const start = Int32Array.from([...a.pattern.start, ...b.pattern.start.slice(1)]);
  for (let i = a.count + 1; i < start.length; i++) start[i] += a.pattern.index.length;
  const index = Int32Array.from([...a.pattern.index, ...b.pattern.index]);
  const entries = a.pattern.index.length;
  return {
    count: a.count + b.count,
    pattern: { rows: a.count + b.count, cols: a.pattern.cols, start, index },
    value(y, out) {
      a.value(y, out.subarray(0, a.count));
      b.value(y, out.subarray(a.count));
    },
    jacobian(y, out) {
      a.jacobian(y, out.subarray(0, entries));
      b.jacobian(y, out.subarray(entries));
    },
  };
}
