// The multipliers λ of p' = −H_q − g_qᵀλ, q' = H_p + g_pᵀλ at a state: the forces of the constraints, readable.
// They are computed from the state, so they belong to the printed time and do not lag behind by a step.

import { createUnderlyingOde } from '../integrators/underlying-ode.ts';
import type { Problem } from '../problem/problem.ts';
import { ObservationError, type Observer } from './observer.ts';

export function multiplierObserver(problem: Problem): Observer {
  const { g } = problem;
  const ode = createUnderlyingOde(problem);
  const lambda = new Float64Array(g.m);
  return {
    columns: g.names.map(name => `lambda_${name}`),
    observe(z, row, at) {
      const outcome = ode.multipliers(z, lambda);
      if (!outcome.ok) throw new ObservationError(`the multipliers cannot be computed: ${outcome.detail}`);
      row.set(lambda, at);
    },
  };
}
