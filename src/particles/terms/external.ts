// U = −Σ F_i·r_i with a constant force F_i = force + m_i acceleration + q_i field: a pull, gravity, an electric field.
// Positions are not wrapped, so in a periodic box U decreases without bound along F: a constant driving force. An external
// force is no part of the pressure: its virial is 0.

import { checkParticles, finiteNumber, nonNegativeNumber, particlesOfKinds } from '../parameter-checks.ts';
import type { ForceTerm, ParticleSystem } from '../system.ts';

type Vector = readonly [number, number, number];

interface ExternalField {
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
    kind: 'external-field',
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

// U = Σ ½ k |r_i − c_i|²: position restraints. Positions are not wrapped, so in a periodic box a particle is pulled
// back along the path it took. An external force is no part of the pressure: its virial is 0.

interface Restraint {
  readonly particle: number;
  /** c; default where the particle starts. */
  readonly point?: readonly [number, number, number];
  /** k, with the factor ½ in U. */
  readonly stiffness: number;
}

export function restraint(system: ParticleSystem, restraints: readonly Restraint[]): ForceTerm {
  restraints.forEach(({ particle, point, stiffness }, n) => {
    checkParticles(`restraint ${n}`, [particle], system.count);
    nonNegativeNumber(`the stiffness of restraint ${n}`, stiffness);
    point?.forEach(c => {
      finiteNumber(`the point of restraint ${n}`, c);
    });
  });
  const particles = Int32Array.from(restraints, ({ particle }) => particle);
  const stiffness = Float64Array.from(restraints, r => r.stiffness);
  const points = Float64Array.from(
    restraints.flatMap(({ particle, point }) => {
      const start = system.positions.subarray(3 * particle, 3 * particle + 3);
      return Array.from(point ?? start);
    }),
  );
  /** Energy, and the gradient where it is asked for: one loop for both. */
  const visit = (x: Float64Array, out: Float64Array | null) => {
    let total = 0;
    for (let n = 0; n < particles.length; n++)
      for (let axis = 0; axis < 3; axis++) {
        const at = 3 * particles[n] + axis;
        const d = x[at] - points[3 * n + axis];
        total += 0.5 * stiffness[n] * d * d;
        if (out !== null) out[at] += stiffness[n] * d;
      }
    return total;
  };
  return {
    kind: 'restraints',
    name: 'restraint',
    energy: x => visit(x, null),
    addGradient: (x, out) => visit(x, out),
    addHessianTimes(_x, v, out) {
      for (let n = 0; n < particles.length; n++)
        for (let axis = 0; axis < 3; axis++) {
          const at = 3 * particles[n] + axis;
          out[at] += stiffness[n] * v[at];
        }
    },
    addVirial: () => {},
  };
}
