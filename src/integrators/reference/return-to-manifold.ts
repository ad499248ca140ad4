// Brings a state that has drifted a little back to g = 0 and {g, H} = 0: first along the normals of g,
//   q ← q − M⁻¹Gᵀλ   for g(q), the least change in the metric of M;      z ← z − D ∇gᵀλ   for any g(q, p),
// with D = diag(Q², P²) from the sizes of the state; then along the fibre, which keeps g.
// Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §IV.4 and §VII.1.

import { chooseFibre } from '../../fibres/choose-fibre.ts';
import { patternTransposedTimes } from '../../linalg/pattern.ts';
import { classicalParts } from '../../problem/classical.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { newton, newtonSparse } from '../../solvers/newton.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import { createConditions } from '../conditions.ts';
import { type Condition, constrainedStep, type Move } from '../multiplier-step.ts';
import { project } from '../project.ts';
import { stateScale } from '../state-scale.ts';

export function createReturnToManifold(problem: Problem): (z: State, out: State) => Outcome {
  const { n, g } = problem;
  const { onConstraint, onHidden } = createConditions(problem);
  // Unlike a step, a correction is measured against the size of the state alone.
  const nearby: Condition = { ...onConstraint, scale: (z, _h, out) => onConstraint.scale(z, 0, out) };
  const solver = onConstraint.model ? newtonSparse : newton;
  const alongNormals = constrainedStep({
    move: createNormalMove(problem),
    condition: nearby,
    solver: solver(g.m),
    n,
    domain: 'g = 0',
  });
  const alongFibre = project(chooseFibre(problem), onHidden, solver(g.m), n);
  const corrected = new Float64Array(2 * n);

  return (z, out) => {
    // Corrections of rounding errors predict nothing: every return starts from λ = 0.
    alongNormals.memory[0].fill(0);
    alongFibre.memory[0].fill(0);
    const outcome = alongNormals.step(z, 1, corrected);
    return outcome.ok ? alongFibre.step(corrected, 1, out) : outcome;
  };
}

function createNormalMove(problem: Problem): Move {
  const { n, g } = problem;
  const weights = new Float64Array(2 * n);
  weights.set(classicalParts(problem)?.inverseMass ?? stateScale(problem).map(size => size * size));
  const G = new Float64Array(g.jacobianPattern.index.length);

  function byMultiplier(dlambda: Float64Array, out: Float64Array): void {
    patternTransposedTimes(g.jacobianPattern, G, dlambda, out);
    for (let i = 0; i < 2 * n; i++) out[i] *= -weights[i];
  }
  return {
    to(z, lambda, _h, out) {
      g.jacobian(z, G);
      byMultiplier(lambda, out);
      for (let i = 0; i < 2 * n; i++) out[i] += z[i];
      return done;
    },
    byState() {
      throw new Error('a return to the manifold is not differentiated');
    },
    byMultiplier,
  };
}
