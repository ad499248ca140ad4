// The constrained motion as a penalty must approach it: states, multipliers λ and curvature terms g''[v, v] at equal
// times, from the reference integrator, and the frequencies of a penalty along it. With G = ∂g/∂q and M the masses a
// penalty ½ω²gᵀg vibrates across g = 0 with the frequencies ω σ, σ the singular values of G M^(−½).
// Conditions: g = g(q), H = ½pᵀM⁻¹p + V(q), a consistent start.

import { referenceAt } from '../integrators/reference/reference.ts';
import { createUnderlyingOde } from '../integrators/reference/underlying-ode.ts';
import { compiledMotion } from '../kernels/reference-kernel.ts';
import { maxAbs, norm2 } from '../linalg/dense.ts';
import { singularValues } from '../linalg/svd.ts';
import { MethodError } from '../methods/method.ts';
import { classicalParts, constraintRank } from '../problem/classical.ts';
import type { Separable } from '../problem/hamiltonian.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';

/** The constrained motion at equal times, with its multipliers: what penalties are measured against. */
export interface ConstrainedMotion {
  /** Equal times from 0 to the end. */
  readonly times: Float64Array;
  readonly states: readonly State[];
  /** λ at each time. */
  readonly multipliers: readonly Float64Array[];
  /** g''[v, v] with v = M⁻¹p at each time. */
  readonly bends: readonly Float64Array[];
  /** Largest |λᵢ|. */
  readonly largestMultiplier: number;
  /** Smallest and largest σ along the motion. */
  readonly stiffness: { readonly least: number; readonly most: number };
}

/** Close enough to see the multipliers change; the frequencies change less and cost more. */
const [intervals, spectra] = [1000, 20];

export function constrainedMotion(problem: Problem, until: number): ConstrainedMotion {
  const { g } = problem;
  const separable = classicalParts(problem);
  if (g.m === 0) throw new MethodError('the problem has no constraints that a penalty could replace');
  if (!separable)
    throw new MethodError(
      'a penalty study needs constraints on positions and H = ½pᵀM⁻¹p + V(q); for other problems use rattle',
    );
  const times = Float64Array.from({ length: intervals + 1 }, (_, k) => (k * until) / intervals);
  const samples = referenceAt(problem, [...times], { motion: compiledMotion(problem) });
  if (!samples.ok)
    throw new MethodError(`the constrained motion failed (${samples.reason}): ${samples.detail}`);
  const { states } = samples;
  const multipliers = multipliersAt(problem, states);
  return {
    times,
    states,
    multipliers,
    bends: bendsAt(problem, separable, states),
    largestMultiplier: Math.max(...multipliers.map(maxAbs)),
    stiffness: stiffnessOf(
      problem,
      separable,
      states.filter((_, k) => k % (intervals / spectra) === 0),
    ),
  };
}

function multipliersAt(problem: Problem, states: readonly State[]): Float64Array[] {
  const ode = createUnderlyingOde(problem);
  return states.map(z => {
    const lambda = new Float64Array(problem.g.m);
    const outcome = ode.multipliers(z, lambda);
    if (!outcome.ok) throw new MethodError(`the multipliers cannot be computed: ${outcome.detail}`);
    return lambda;
  });
}

function bendsAt({ n, g }: Problem, { inverseMass }: Separable, states: readonly State[]): Float64Array[] {
  const velocity = new Float64Array(2 * n);
  return states.map(z => {
    const bend = new Float64Array(g.m);
    for (let i = 0; i < n; i++) velocity[i] = inverseMass[i] * z[n + i];
    g.second(z, velocity, velocity, bend);
    return bend;
  });
}

function stiffnessOf(problem: Problem, { inverseMass }: Separable, states: readonly State[]) {
  const { n, g } = problem;
  const rank = constraintRank(problem);
  const { start, index } = g.jacobianPattern;
  const G = new Float64Array(index.length);
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const z of states) {
    g.jacobian(z, G);
    const weighted = new Float64Array(g.m * n);
    for (let i = 0; i < g.m; i++)
      for (let k = start[i]; k < start[i + 1]; k++)
        weighted[i * n + index[k]] = G[k] * Math.sqrt(inverseMass[index[k]]);
    const sigma = singularValues(weighted, g.m, n);
    least = Math.min(least, sigma[rank - 1]);
    most = Math.max(most, sigma[0]);
  }
  return { least, most };
}

/** The largest ω²|gᵢ| of a penalised motion to be expected with hωσ = c for the largest σ; studies/penalty-advice.ts derives it. */
export function expectedPenaltyForce(
  { multipliers, bends, stiffness }: ConstrainedMotion,
  beta: number,
  c: number,
): number {
  const weight = beta * (c / stiffness.most) ** 2;
  const pulls = multipliers.map((lambda, k) => lambda.map((value, i) => value + weight * bends[k][i]));
  return Math.max(...pulls.map(maxAbs)) + norm2(pulls[0]);
}
