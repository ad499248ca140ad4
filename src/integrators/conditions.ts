// The two conditions that steps are steered to: g = 0 and {g, H} = 0, with a sparse symmetric model of their
// derivatives in λ where g = g(q) and H = ½pᵀM⁻¹p + V(q):
//   ∂g(φ_h(slide))/∂λ ≈ −h G M⁻¹ Gᵀ,     ∂{g, H}(slide)/∂λ = −G M⁻¹ Gᵀ

import { createBrackets } from '../problem/brackets.ts';
import { classicalParts, constraintRank } from '../problem/classical.ts';
import type { Constraints } from '../problem/constraints.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createGramFactor } from './gram-factor.ts';
import type { Condition } from './multiplier-step.ts';

/** The two conditions of a problem as equations for multipliers: g = 0 and {g,H} = 0. */
export interface Conditions {
  readonly onConstraint: Condition;
  readonly onHidden: Condition;
}

/**
 * The conditions g = 0 and {g,H} = 0 of a problem with their derivatives, scales and, for g(q) with H = ½pᵀM⁻¹p +
 * V(q), the sparse model ∂g/∂λ ≈ −hGM⁻¹Gᵀ. Leimkuhler and Skeel, J. Comput. Phys. 112 (1994) 117.
 */
export function createConditions(problem: Problem): Conditions {
  const { g } = problem;
  const rank = constraintRank(problem);
  const brackets = createBrackets(problem);
  const onConstraint: Condition = {
    m: g.m,
    rank,
    value: (z, out) => g.value(z, out),
    along: (z, a, out) => g.jacobianTimes(z, a, out),
    scale: (z, h, out) => brackets.constraintScale(z, h, out),
  };
  const onHidden: Condition = {
    m: g.m,
    rank,
    value: (z, out) => brackets.hidden(z, out),
    along: (z, a, out) => brackets.hiddenAlong(z, a, out),
    scale: (z, _h, out) => brackets.hiddenScale(z, out),
  };
  return withGramModels(problem, onConstraint, onHidden);
}

/** Both conditions share one factorisation: the projection ends where the next step begins. */
function withGramModels(problem: Problem, onConstraint: Condition, onHidden: Condition): Conditions {
  const separable = classicalParts(problem);
  if (!separable) return { onConstraint, onHidden };
  const rank = constraintRank(problem);
  const gram = createGramFactor(problem.g, separable.inverseMass, rank);
  return {
    onConstraint: {
      ...onConstraint,
      // G₁M⁻¹G₀ᵀ is positive definite while no gradient turns by a right angle; ∂g/∂λ is −h times it.
      orientation: h => (rank % 2 === 1 ? -Math.sign(h) : 1),
      turnedOver: createTurnCheck(problem.g, separable.inverseMass),
      addKicks: (z, h, lambda, scale) => gram.addKicks(z, Math.abs(h), lambda, scale),
      model: (start, end, h) => ({
        factorAtStart: () => gram.at(start),
        factorHere: () => gram.between(start, end),
        solve: r => gram.solve(r, -1 / h()),
        shorten: gram.shorten,
      }),
    },
    onHidden: {
      ...onHidden,
      addKicks: (z, _h, mu, scale) => gram.addKicks(z, 1, mu, scale),
      model: start => ({
        factorAtStart: () => gram.at(start),
        factorHere: () => gram.at(start),
        solve: r => gram.solve(r, -1),
        shorten: gram.shorten,
      }),
    },
  };
}

/** The first i with Gᵢ(end) M⁻¹ Gᵢ(start)ᵀ < 0, or −1: on the branch of the solution no gradient turns that far. */
export function createTurnCheck(
  { m, jacobian, jacobianPattern }: Constraints,
  inverseMass: Float64Array,
): (start: State, end: State) => number {
  const { start: first, index } = jacobianPattern;
  const [G0, G1] = [0, 1].map(() => new Float64Array(index.length));
  return (start, end) => {
    jacobian(start, G0);
    jacobian(end, G1);
    for (let i = 0; i < m; i++) {
      let product = 0;
      for (let k = first[i]; k < first[i + 1]; k++) product += G0[k] * inverseMass[index[k]] * G1[k];
      if (product < 0) return i;
    }
    return -1;
  };
}
