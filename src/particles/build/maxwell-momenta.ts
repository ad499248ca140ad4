// Momenta of the canonical distribution at k_B T on the rods: p = √(m k_B T) ξ with normal ξ, projected so that
// G M⁻¹ p = 0, then without total momentum. Both are orthogonal projections in aᵀM⁻¹b, so what is left is the Gaussian
// on the remaining f degrees of freedom, with mean kinetic energy ½ f k_B T,
//   f = 3 · (particles that move) − rank G − (3, unless a particle is anchored).
// Temperatures are energies, k_B T. Lelièvre, Rousset, Stoltz,
// Free Energy Computations (2010), section 3.3.

import { createNormalSource } from '../../random/philox.ts';
import type { ParticleSystem } from '../system.ts';
import { createRodGeometry } from '../topology/rod-geometry.ts';

/**
 * Random momenta of k_B T: normal with variance m k_B T, tangent to the rods, total momentum zero, scaled to the
 * temperature exactly. The same seed gives the same numbers.
 */
export function maxwellMomenta(system: ParticleSystem, temperature: number, seed: number): Float64Array {
  if (!(temperature >= 0 && Number.isFinite(temperature)))
    throw new RangeError(`a temperature must be 0 or more, not ${temperature}`);
  const p = new Float64Array(3 * system.count);
  createNormalSource(seed).fill(p);
  for (let i = 0; i < p.length; i++) p[i] *= Math.sqrt(system.mass[Math.floor(i / 3)] * temperature);
  for (const i of system.anchored) p.fill(0, 3 * i, 3 * i + 3);
  if (!createRodGeometry(system).projectMomenta(system.positions, p))
    throw new RangeError(
      'momenta cannot be projected onto the rods: their directions are dependent at the start',
    );
  if (system.anchored.length === 0) removeTotalMomentum(system, p);
  return p;
}

/** The same momenta scaled to the kinetic temperature 2K/f exactly. */
export function scaledToTemperature(
  system: ParticleSystem,
  momenta: Float64Array,
  temperature: number,
): Float64Array {
  const freedom = degreesOfFreedom(system);
  const present = freedom > 0 ? (2 * kineticEnergy(system, momenta)) / freedom : 0;
  if (temperature === 0) return new Float64Array(momenta.length);
  if (!(present > 0)) throw new RangeError('momenta that are all zero cannot be scaled to a temperature');
  const factor = Math.sqrt(temperature / present);
  return momenta.map(value => value * factor);
}

/** f, with the total momentum not counted unless a particle is anchored. */
export function degreesOfFreedom(system: ParticleSystem): number {
  const { count, anchored } = system;
  const free = 3 * (count - new Set(anchored).size) - createRodGeometry(system).rank;
  return anchored.length === 0 ? Math.max(0, free - 3) : free;
}

export function kineticEnergy({ mass }: Pick<ParticleSystem, 'mass'>, p: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += (p[i] * p[i]) / (2 * mass[Math.floor(i / 3)]);
  return sum;
}

function removeTotalMomentum({ mass }: ParticleSystem, p: Float64Array): void {
  const whole = mass.reduce((sum, m) => sum + m, 0);
  for (let k = 0; k < 3; k++) {
    let total = 0;
    for (let i = k; i < p.length; i += 3) total += p[i];
    for (let i = k; i < p.length; i += 3) p[i] -= (mass[(i - k) / 3] / whole) * total;
  }
}
