// The forces in the rods of particles at a state. A rod g = |r_a − r_b|² − length² with multiplier λ (of
// p' = −∇U − Gᵀλ, multiplierObserver in standard.ts) pulls its ends together with the tension
//   T = 2 λ |r_a − r_b|,   and adds  −T d_k²/|d|,  d = r_a − r_b,  to the virial along axis k.
// Under a penalty ½ω²g², λ is replaced by ω² g. Conditions: independent rods, momenta tangent to them.
// Reference: Ciccotti and Ryckaert, Comput. Phys. Rep. 4 (1986) 345.

import { createUnderlyingOde } from '../integrators/reference/underlying-ode.ts';
import { accelerated } from '../kernels/choose.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { ObservationError, type Observer } from './observer.ts';
import { createPositions } from './positions.ts';
import type { RunFacts } from './temperature.ts';

/**
 * The forces in the rods of particles: tension T = 2λ|r_a − r_b| of |r_a − r_b|² = length². Ciccotti and Ryckaert,
 * Comput. Phys. Rep. 4 (1986) 345.
 */
export interface RodForces {
  /** Number of rods. */
  readonly count: number;
  /** out[k] = T of rod k, energy per length; negative for compression. Throws an ObservationError where it is undefined. */
  tensions(z: State, out: Float64Array): void;
  /** out[k] += the virial of all rods, k = x, y, z. */
  addVirial(z: State, out: Float64Array): void;
}

/** For a problem made from particles; null for any other. */
export function createRodForces(problem: Problem, { omega }: RunFacts = {}): RodForces | null {
  const { particles } = problem;
  if (!particles) return null;
  const { rods } = particles.system;
  const fillMultipliers = omega === undefined ? ofConstraints(problem) : ofPenalty(problem, omega);
  const placesOf = createPositions(particles.system);
  const lambda = new Float64Array(rods.length);
  const from = Int32Array.from(rods, ({ a }) => 3 * a);
  const to = Int32Array.from(rods, ({ b }) => 3 * b);
  return {
    count: rods.length,
    tensions(z, out) {
      fillMultipliers(z, lambda);
      const x = placesOf(z);
      for (let k = 0; k < lambda.length; k++) {
        const [i, j] = [from[k], to[k]];
        out[k] = 2 * lambda[k] * Math.hypot(x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]);
      }
    },
    addVirial(z, out) {
      fillMultipliers(z, lambda);
      const x = placesOf(z);
      for (let k = 0; k < lambda.length; k++)
        for (let axis = 0; axis < 3; axis++)
          out[axis] -= 2 * lambda[k] * (x[from[k] + axis] - x[to[k] + axis]) ** 2;
    },
  };
}

type FillMultipliers = (z: State, out: Float64Array) => void;

function ofConstraints(problem: Problem): FillMultipliers {
  if (problem.g.m === 0) return () => {};
  const ode = createUnderlyingOde(accelerated(problem));
  return (z, out) => {
    const outcome = ode.multipliers(z, out);
    if (!outcome.ok)
      throw new ObservationError(`the forces in the rods cannot be computed: ${outcome.detail}`);
  };
}

function ofPenalty({ g }: Problem, omega: number): FillMultipliers {
  return (z, out) => {
    g.value(z, out);
    for (let k = 0; k < out.length; k++) out[k] *= omega * omega;
  };
}

/** The largest tension or compression, with its sign, and the number of its rod. */
export function rodForceObserver(problem: Problem, run: RunFacts = {}): Observer {
  const forces = createRodForces(problem, run);
  if (!forces || forces.count === 0) return { columns: [], observe: () => {} };
  const tension = new Float64Array(forces.count);
  return {
    columns: ['rod_force', 'rod_of_force'],
    observe(z, row, at) {
      forces.tensions(z, tension);
      let largest = 0;
      for (let k = 1; k < tension.length; k++)
        if (Math.abs(tension[k]) > Math.abs(tension[largest])) largest = k;
      row[at] = tension[largest];
      row[at + 1] = largest;
    },
  };
}
