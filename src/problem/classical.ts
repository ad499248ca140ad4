// The classical case, which has sparse and explicit forms of almost everything: H = ½pᵀM⁻¹p + V(q) and g = g(q).

import type { Separable } from './hamiltonian.ts';
import type { Problem } from './problem.ts';

/** The parts of H when the problem is classical; null otherwise. */
export function classicalParts({ H, g }: Pick<Problem, 'H' | 'g'>): Separable | null {
  return g.kind === 'holonomic' ? H.separable : null;
}
