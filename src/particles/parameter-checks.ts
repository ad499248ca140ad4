// Checks of the parameters of force terms. A mistake is a RangeError that names the parameter, its value and a
// correction; a term that was created can be evaluated.

import { didYouMean } from '../formula/nearest-name.ts';
import type { ParticleSystem } from './system.ts';

/** The value, when it is a finite number; `where` is read as “the stiffness of bond 3”. */
export function finiteNumber(where: string, value: number, wayOut = 'give a number'): number {
  if (Number.isFinite(value)) return value;
  throw new RangeError(`${where} is ${value}, not a finite number; ${wayOut}`);
}

export function positiveNumber(where: string, value: number, wayOut = 'give a number above 0'): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new RangeError(`${where} is ${value} and must be positive; ${wayOut}`);
}

export function nonNegativeNumber(where: string, value: number, wayOut = 'give 0 or more'): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw new RangeError(`${where} is ${value} and must not be negative; ${wayOut}`);
}

/** Checks that the particles of a bond, an angle, … exist and differ. */
export function checkParticles(where: string, particles: readonly number[], count: number): void {
  for (const i of particles)
    if (!(Number.isInteger(i) && i >= 0 && i < count))
      throw new RangeError(
        `${where} names particle ${i}, but particles are numbered 0 to ${count - 1}; correct the number`,
      );
  if (new Set(particles).size !== particles.length)
    throw new RangeError(
      `${where} joins a particle with itself (${particles.join(', ')}); name ${particles.length} different particles`,
    );
}

/** The number of a kind, by its name. */
export function kindNumber(where: string, kind: string, system: ParticleSystem): number {
  const at = system.kinds.indexOf(kind);
  if (at >= 0) return at;
  const hint = didYouMean(kind, system.kinds) ?? `known kinds are ${system.kinds.join(', ')}`;
  throw new RangeError(`${where} names the kind “${kind}”, which no particle has; ${hint}`);
}

/** The particles of these kinds, ascending; all particles without a list. */
export function particlesOfKinds(
  where: string,
  kinds: readonly string[] | undefined,
  system: ParticleSystem,
): number[] {
  const wanted = kinds?.map(kind => kindNumber(where, kind, system));
  const all = Array.from(system.kind, (_, i) => i);
  return wanted === undefined ? all : all.filter(i => wanted.includes(system.kind[i]));
}
