// U = Σ ½ k |r_i − c_i|²: particles held near fixed points. Positions are not wrapped, so in a periodic box a particle is
// pulled back along the way it went. The pull comes from outside and is no part of the pressure: its virial is 0.

import type { ForceTerm } from '../force-term.ts';
import { checkParticles, finiteNumber, nonNegativeNumber } from '../parameter-checks.ts';
import type { ParticleSystem } from '../particle-system.ts';

export interface Restraint {
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
