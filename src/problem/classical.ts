// The classical case, which has sparse and explicit forms of almost everything: H = ½pᵀM⁻¹p + V(q) and g = g(q).

import { patternFromRows } from '../linalg/pattern.ts';
import type { Constraints } from './constraints.ts';
import type { Separable } from './hamiltonian.ts';
import type { Problem } from './problem.ts';

/** The parts of H when the problem is classical; null otherwise. */
export function classicalParts({ H, g }: Pick<Problem, 'H' | 'g'>): Separable | null {
  return g.kind === 'holonomic' ? H.separable : null;
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
