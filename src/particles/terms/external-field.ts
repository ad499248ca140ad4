// U = −Σ F_i·r_i with a constant force F_i = force + m_i acceleration + q_i field: a pull, gravity, an electric field.
// Positions are not wrapped, so U falls without end along F in a periodic box: a steady drive. The force comes from outside
// and is no part of the pressure: its virial is 0.

import type { ForceTerm } from '../force-term.ts';
import { finiteNumber, particlesOfKinds } from '../parameter-checks.ts';
import type { ParticleSystem } from '../particle-system.ts';

type Vector = readonly [number, number, number];

export interface ExternalField {
  /** The same force on each particle. */
  readonly force?: Vector;
  /** Gravity: force per mass. */
  readonly acceleration?: Vector;
  /** Electric field: force per charge. */
  readonly field?: Vector;
  /** Kinds that feel it; default all. */
  readonly kinds?: readonly string[];
}

const none: Vector = [0, 0, 0];

export function externalField(system: ParticleSystem, parameters: ExternalField): ForceTerm {
  const { force = none, acceleration = none, field = none, kinds } = parameters;
  for (const [name, vector] of Object.entries({ force, acceleration, field }))
    for (const entry of vector) finiteNumber(`the ${name} of the external field`, entry);
  const F = new Float64Array(3 * system.count);
  for (const i of particlesOfKinds('the external field', kinds, system))
    for (let axis = 0; axis < 3; axis++)
      F[3 * i + axis] = force[axis] + system.mass[i] * acceleration[axis] + system.charge[i] * field[axis];
  const energy = (x: Float64Array) => {
    let total = 0;
    for (let k = 0; k < F.length; k++) total -= F[k] * x[k];
    return total;
  };
  return {
    name: 'external field',
    energy,
    addGradient(x, out) {
      for (let k = 0; k < F.length; k++) out[k] -= F[k];
      return energy(x);
    },
    addHessianTimes: () => {},
    addVirial: () => {},
  };
}
