// What decides which code serves a problem: whether it is classical, H = ½pᵀM⁻¹p + V(q) and g = g(q), which has sparse and explicit
// forms of almost everything, and whether its constraints are independent.

import { maxAbs } from '../linalg/dense.ts';
import { patternFromRows } from '../linalg/pattern.ts';
import { rowRank } from '../linalg/rank.ts';
import type { Constraints } from './constraints.ts';
import type { Separable } from './hamiltonian.ts';
import type { Problem } from './problem.ts';
import { memoizeByProblem } from './problem.ts';

/** The parts of H when the problem is classical; null otherwise. */
export function classicalParts({ H, g }: Pick<Problem, 'H' | 'g'>): Separable | null {
  return g.kind === 'holonomic' ? H.separable : null;
}

/** The parts of H, which every method on the cotangent bundle needs. */
export function classicalOnly(problem: Problem): Separable {
  const separable = classicalParts(problem);
  if (separable) return separable;
  throw new Error('this method needs H = ½pᵀM⁻¹p + V(q) and constraints on positions only');
}

// The constraints of a free system: none.

export function noConstraints(n: number): Constraints {
  const empty = patternFromRows([], 2 * n);
  const square = patternFromRows(
    Array.from({ length: 2 * n }, () => []),
    2 * n,
  );
  return {
    m: 0,
    names: [],
    kind: 'holonomic',
    degree: 0,
    jacobianPattern: empty,
    hessianPattern: square,
    value: () => {},
    jacobian: () => {},
    jacobianTimes: () => {},
    transposedTimes(_z, _w, out) {
      out.fill(0);
    },
    hessianTimes(_z, _w, _v, out) {
      out.fill(0);
    },
    second: () => {},
    hessian: () => {},
  };
}

// The rank of ∂g at the start of a problem, on which the methods rely: below m the constraints are redundant, and
// multipliers are solved for with factorisations of this rank. A row counts as dependent when its distance to the span of
// the others, with rows of length 1, is below √ε: then the pivot of N = G M⁻¹ Gᵀ, its square, is round-off.
// Condition: the start is on g = 0 up to round-off; the rank is that of the states nearby on g = 0 (analysis/row-rank-finding.ts).

/** √ε: the pivot of the Gram matrix is the square of the distance. */
const dependentBelow = 2 ** -26;

/** The rank of ∂g at the start; m where the constraints are independent, and for rods, which are made independent. */
export const constraintRank = memoizeByProblem(({ g, particles, initial }: Problem): number => {
  if (g.m < 2 || particles) return g.m;
  const G = new Float64Array(g.jacobianPattern.index.length);
  g.jacobian(initial, G);
  // What is not finite is reported by the check and by the first step.
  if (!Number.isFinite(maxAbs(G))) return g.m;
  return rowRank(g.jacobianPattern, G, dependentBelow).rank;
});

/** Whether the constraints of a problem are dependent, so that multipliers are not unique. */
export const hasRedundantConstraints = (problem: Problem): boolean => constraintRank(problem) < problem.g.m;
