// The multipliers that a penalty stands for at a state, in two readings:
//   ω² g(q)                            what the potential says
//   ω² (g(q) + βh² G a)                what a step with an implicit part uses: the penalty at q + βh²a, to first order,
//                                      with (M + βh²V'') a = −∇V, or M a = −∇V(q + βh²a) for the pushforward of Newmark
// They differ by β(hω)² G a, where G a = −g''[v, v] on average: by nothing for slow motion or hω ≪ 1, and by the part
// β(hωσ)² of the centrifugal force in λ, σ as in constrained-motion.ts. So when hωσ is near 1 or above, only the second one
// converges to λ. Signs as everywhere here: p' = −∇V − Gᵀλ; Tao and Owhadi 2016, eq. 1.8, have −λ.

import { createImplicitAcceleration, type ImplicitAcceleration } from '../flows/implicit-acceleration.ts';
import { createLinearisedAcceleration } from '../flows/linearised-acceleration.ts';
import { separableOf } from '../flows/shifted-mass.ts';
import { ObservationError } from '../observers/observer.ts';
import type { Separable } from '../problem/hamiltonian.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';

export interface PenaltyMultipliers {
  /** out = ω² g. */
  ofPotential(z: State, out: Float64Array): void;
  /** out = ω² (g + βh² G a); the same as ω² g for a method without an implicit part. */
  ofStep(z: State, h: number, out: Float64Array): void;
}

/** Whether the two readings differ for a method. */
export const hasImplicitPart = (method: string): boolean => method in accelerations;

export interface PenaltyMethod {
  readonly method: string;
  readonly omega: number;
  readonly beta: number;
}

/** `problem` has the constraints, `soft` has the penalty. */
export function createPenaltyMultipliers(
  { n, g }: Problem,
  soft: Problem,
  { method, omega, beta }: PenaltyMethod,
): PenaltyMultipliers {
  const acceleration = accelerations[method]?.(separableOf(soft.H)) ?? null;
  const a = new Float64Array(2 * n);
  const along = new Float64Array(g.m);
  const stiffness = omega * omega;

  function ofPotential(z: State, out: Float64Array): void {
    g.value(z, out);
    for (let i = 0; i < g.m; i++) out[i] *= stiffness;
  }
  return {
    ofPotential,
    ofStep(z, h, out) {
      ofPotential(z, out);
      if (!acceleration) return;
      const s = beta * h * h;
      const outcome = acceleration.solve(z, s);
      if (!outcome.ok) throw new ObservationError(outcome.detail, outcome.reason);
      a.set(acceleration.a);
      g.jacobianTimes(z, a, along);
      for (let i = 0; i < g.m; i++) out[i] += stiffness * s * along[i];
    },
  };
}

/** Newmark itself evaluates the penalty at its positions, so that ω²g is what it uses. */
const accelerations: Readonly<Record<string, (V: Separable) => ImplicitAcceleration>> = {
  'zhang-skeel': V => createLinearisedAcceleration(V, V),
  'zhang-skeel-simplified': V => createLinearisedAcceleration(V, V),
  'zhang-skeel-euler': V => createLinearisedAcceleration(V, V),
  'zhang-skeel-stiff': V => createLinearisedAcceleration(V, V.stiff ?? V),
  'newmark-pushforward': createImplicitAcceleration,
};
