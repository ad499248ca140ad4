// The projection of momenta to the cotangent space of g(q) = 0, the p with G M⁻¹ p = 0:
//   Π p = p − Gᵀ (G M⁻¹ Gᵀ)⁻¹ G M⁻¹ p,
// linear in p and orthogonal in the inner product aᵀM⁻¹b, the one of the kinetic energy. The same map as
// integrators/project.ts in the classical case, in place and with one linear solve. A chain costs O(n).
// Conditions: H = ½pᵀM⁻¹p + V(q), constraints g(q). Leimkuhler and Skeel 1994, eq. 27–28.

import type { Domain } from '../flows/flow.ts';
import { patternTimes, patternTransposedTimes } from '../linalg/pattern.ts';
import { classicalOnly, constraintRank } from '../problem/classical.ts';
import type { Separable } from '../problem/hamiltonian.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { done, failed, type Outcome } from '../solvers/outcome.ts';
import { createGramFactor } from './gram-factor.ts';

export interface CotangentProjection {
  /** Replaces the momenta of z by Πp. */
  apply(z: State): Outcome;
}

/** For momenta that are free, or that are projected elsewhere. */
export const noProjection: CotangentProjection = { apply: () => done };

/** For states that live in `domain`: in phase space there is nothing to project to. */
export function createCotangentProjection(problem: Problem, domain: Domain): CotangentProjection {
  if (domain === 'phase space' || problem.g.m === 0) return noProjection;
  return classicalProjection(problem, classicalOnly(problem));
}

function classicalProjection(problem: Problem, { inverseMass }: Separable): CotangentProjection {
  const { n, g } = problem;
  const pattern = g.jacobianPattern;
  const gram = createGramFactor(g, inverseMass, constraintRank(problem));
  const velocity = new Float64Array(n);
  const kick = new Float64Array(pattern.cols);
  const mu = new Float64Array(g.m);
  return {
    apply(z) {
      if (!gram.at(z)) return failed('singular matrix', dependent);
      for (let i = 0; i < n; i++) velocity[i] = inverseMass[i] * z[n + i];
      patternTimes(pattern, gram.jacobian, velocity, mu);
      gram.solve(mu, 1);
      patternTransposedTimes(pattern, gram.jacobian, mu, kick);
      for (let i = 0; i < n; i++) z[n + i] -= kick[i];
      return done;
    },
  };
}

const dependent =
  'momenta cannot be projected here, since the gradients of the constraints are more dependent than at the start: a degenerate point is reached';
