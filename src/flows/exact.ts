// A flow that the caller knows in closed form: the exact solution of a solvable system, or any other map φ_h.

import type { State } from '../problem/state.ts';
import type { Outcome } from '../solvers/outcome.ts';
import type { Flow } from './flow.ts';
import { checkStep } from './identity.ts';

/** A map φ_h that the caller knows in closed form, with its derivative where that is known too. */
export interface ExactSolution {
  /** out = φ_h(z). May report failure; NaN and infinities are found without its help. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a map that cannot fail need return nothing
  step(z: State, h: number, out: State): Outcome | void;
  /** out = the derivative of the step made last, times v. */
  push?(v: Float64Array, out: Float64Array): void;
}

/**
 * A flow from a map φ_h in closed form: the exact solution of a solvable system, or any other one-step map. Adds the
 * check that start and end are finite.
 *
 * @example exactFlow({ step: (z, h, out) => { out[0] = z[0] + h * z[1]; out[1] = z[1]; } })
 */
export function exactFlow(solution: ExactSolution): Flow {
  const flow: Flow = {
    domain: 'phase space',
    memory: [],
    step(z, h, out) {
      const outcome = solution.step(z, h, out);
      return outcome && !outcome.ok ? outcome : checkStep(z, h, out);
    },
  };
  if (!solution.push) return flow;
  return { ...flow, push: (v, out) => solution.push?.(v, out) };
}
