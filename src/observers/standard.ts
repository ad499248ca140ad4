// The standard observers: energy, constraint residuals, multipliers, momenta and the trajectory, recorded by default.

import { createUnderlyingOde } from '../integrators/reference/underlying-ode.ts';
import { accelerated } from '../kernels/choose.ts';
import { maxAbs } from '../linalg/dense.ts';
import { createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import { stateNames } from '../problem/state.ts';
import { momentumObserver } from './momenta.ts';
import { ObservationError, type Observer } from './observer.ts';

/** The columns that `simulate` records by default: energy, residuals, multipliers, observables, momenta and the state. */
export function standardObservers(problem: Problem): Observer[] {
  const constrained = problem.g.m > 0 ? [residualObserver(problem), multiplierObserver(problem)] : [];
  return [
    energyObserver(problem),
    ...constrained,
    observableObserver(problem),
    momentumObserver(problem),
    trajectoryObserver(problem),
  ];
}

/** Of these, the columns whose number does not grow with the system: no multipliers, no state. */
export function scalarObservers(problem: Problem): Observer[] {
  const residuals = problem.g.m > 0 ? [residualObserver(problem)] : [];
  return [energyObserver(problem), ...residuals, observableObserver(problem), momentumObserver(problem)];
}

// The energy H(z) and its error relative to the start.

/** Columns `energy` and `energy_error`: H(z) and H(z) − H(z₀). */
export function energyObserver(problem: Problem): Observer {
  const { H, initial } = accelerated(problem);
  const start = H.value(initial);
  return {
    columns: ['energy', 'energy_error'],
    observe(z, row, at) {
      row[at] = H.value(z);
      row[at + 1] = row[at] - start;
    },
  };
}

// Constraint residuals: the largest |gᵢ| and the largest |{gᵢ, H}|.

/** Columns `g` and `hidden`: the largest |gᵢ| and the largest |{gᵢ,H}|. */
export function residualObserver(problem: Problem): Observer {
  const { g } = problem;
  const brackets = createBrackets(problem);
  const values = new Float64Array(g.m);
  return {
    columns: ['g', 'hidden'],
    observe(z, row, at) {
      g.value(z, values);
      row[at] = maxAbs(values);
      brackets.hidden(z, values);
      row[at + 1] = maxAbs(values);
    },
  };
}

// The multipliers λ of p' = −H_q − g_qᵀλ, q' = H_p + g_pᵀλ at a state: the constraint forces.
// They are computed from the state, so they belong to the printed time, without a delay of a step.

/**
 * Columns `lambda_NAME`: the multipliers of p′ = −H_q − g_qᵀλ, q′ = H_p + g_pᵀλ at the state, from the underlying
 * ODE.
 */
export function multiplierObserver(problem: Problem): Observer {
  const { g } = problem;
  const ode = createUnderlyingOde(accelerated(problem));
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

// The state itself: q, then p; and the user's observables.

/** The state itself: a column for each coordinate, then one for each momentum. */
export function trajectoryObserver(problem: Problem): Observer {
  return {
    columns: stateNames(problem),
    observe(z, row, at) {
      for (let i = 0; i < z.length; i++) row[at + i] = z[i];
    },
  };
}

/** The observables of the problem, one column each. */
export function observableObserver({ observables }: Problem): Observer {
  return {
    columns: observables.map(({ name }) => name),
    observe(z, row, at) {
      for (let i = 0; i < observables.length; i++) row[at + i] = observables[i].value(z);
    },
  };
}

// The force of the penalty ½ω²gᵀg in place of a multiplier: λᵢ ≈ ω² gᵢ. It oscillates about the multiplier of the
// constrained motion with an amplitude that does not vanish; only its average over a short time converges.
// Reference: Tao and Owhadi 2016, eq. 1.8, with the opposite sign of λ.

/** For the problem whose constraints the penalty replaced. */
export function penaltyObserver({ g }: Problem, omega: number): Observer {
  const values = new Float64Array(g.m);
  return {
    columns: g.names.map(name => `lambda_${name}`),
    observe(z, row, at) {
      g.value(z, values);
      for (let i = 0; i < g.m; i++) row[at + i] = omega * omega * values[i];
    },
  };
}
