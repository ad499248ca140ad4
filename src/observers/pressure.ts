// The pressure of particles in a periodic box, from forces between atoms:
//   P = (2K + W + W_rods) / 3V,    W = −Σ r·∂U/∂r over the pairs, bonds, … of the force terms,
// with the virial W_rods of the forces in the rods (rod-forces.ts). It is the pressure of the potential as defined, cut
// and shifted: no correction is added for pairs beyond the cut-off, nor for the impulse of a jump there. External forces
// (fields, restraints) have no virial. It differs from the pressure of the molecules' centres by
// d/dt Σ (r_i − R)·p_i / 3V, whose mean is zero, and which is 0 for rigid molecules.
// Reference: Allen and Tildesley, Computer Simulation of Liquids (2017), section 2.4; rods: Ciccotti and Ryckaert,
// Comput. Phys. Rep. 4 (1986) 345.

import { fastestTerms } from '../kernels/choose.ts';
import { volume } from '../particles/system.ts';
import { bar } from '../particles/units.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Observer } from './observer.ts';
import { createPositions } from './positions.ts';
import { createRodForces } from './rod-forces.ts';
import type { RunFacts } from './temperature.ts';

/** Along x, y and z, in energy per volume: the three contributions to P, whose sum is the diagonal of the pressure tensor. */
export interface PressureParts {
  readonly kinetic: Float64Array;
  readonly forces: Float64Array;
  readonly rods: Float64Array;
}

/** The pressure of particles in a periodic box, P = (2K + W + W_rods)/3V. */
export interface Pressure {
  /** Filled by `at`. */
  readonly parts: PressureParts;
  /** P at z, energy per volume. */
  at(z: State): number;
}

/** null without particles or box: open space has no pressure. */
export function createPressure(problem: Problem, run: RunFacts = {}): Pressure | null {
  const { n, particles, H } = problem;
  const rodForces = createRodForces(problem, run);
  const box = particles?.system.box;
  const inverseMass = H.separable?.inverseMass;
  if (!particles || !rodForces || !box || !inverseMass) return null;
  const { system } = particles;
  const terms = fastestTerms(problem);
  const V = volume(box);
  const placesOf = createPositions(system);
  const [kinetic, forces, rods] = [0, 1, 2].map(() => new Float64Array(3));

  const fill = (z: State) => {
    for (const part of [kinetic, forces, rods]) part.fill(0);
    for (let i = 0; i < n; i++) kinetic[i % 3] += inverseMass[i] * z[n + i] * z[n + i];
    const x = placesOf(z);
    for (const term of terms) term.addVirial(x, forces);
    rodForces.addVirial(z, rods);
  };
  return {
    parts: { kinetic, forces, rods },
    at(z) {
      fill(z);
      let sum = 0;
      for (const part of [kinetic, forces, rods])
        for (let axis = 0; axis < 3; axis++) {
          part[axis] /= V;
          sum += part[axis];
        }
      return sum / 3;
    },
  };
}

/** P in bar. */
export function pressureObserver(problem: Problem, run: RunFacts = {}): Observer {
  const pressure = createPressure(problem, run);
  if (!pressure) return { columns: [], observe: () => {} };
  return {
    columns: ['pressure_bar'],
    observe(z, row, at) {
      row[at] = pressure.at(z) / bar;
    },
  };
}
