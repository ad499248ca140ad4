// Rods as columns of numbers, for loops: which particles they join, how long they are, how light their ends.

import { type Named, rodName } from '../../particles/particle-name.ts';
import type { ParticleSystem, Rod } from '../../particles/particle-system.ts';
import { ProblemError } from '../../problem/problem-error.ts';

/** What the rods of a system need to know of it. */
export type RodSystem = Named & Pick<ParticleSystem, 'count' | 'mass' | 'positions' | 'rods' | 'anchored'>;

export interface RodTable {
  readonly count: number;
  /** Where the coordinates of the ends begin: 3 · particle. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly length2: Float64Array;
  /** Inverse masses of the ends; 0 for an anchored particle. */
  readonly wa: Float64Array;
  readonly wb: Float64Array;
  /** Number of each rod in the system. */
  readonly number: Int32Array;
  /** What each rod is called in messages, by its number in the system. */
  readonly nameOf: (number: number) => string;
}

/** 1/mass of each particle; 0 for those that do not move. */
export function inverseMasses({ count, mass, anchored }: Pick<RodSystem, 'count' | 'mass' | 'anchored'>) {
  const w = Float64Array.from({ length: count }, (_, i) => 1 / mass[i]);
  for (const i of anchored) w[i] = 0;
  return w;
}

/** The rods with these numbers, in this order; who makes many tables of a system gives the inverse masses `w`. */
export function rodTable(
  system: RodSystem,
  numbers: ArrayLike<number>,
  w: Float64Array = inverseMasses(system),
): RodTable {
  const rods = Array.from(numbers, number => system.rods[number]);
  return {
    count: rods.length,
    a: Int32Array.from(rods, ({ a }) => 3 * a),
    b: Int32Array.from(rods, ({ b }) => 3 * b),
    length2: Float64Array.from(rods, ({ length }) => length * length),
    wa: Float64Array.from(rods, ({ a }) => w[a]),
    wb: Float64Array.from(rods, ({ b }) => w[b]),
    number: Int32Array.from(numbers),
    nameOf: number => rodName(system, number),
  };
}

/** Throws at the first rod that no solver can keep. */
export function checkRods(system: RodSystem): void {
  const w = inverseMasses(system);
  system.rods.forEach((rod, number) => {
    const fault = faultOf(rod, system.count, w);
    if (fault) throw new ProblemError(['rods', number], fault[0], { hint: fault[1] });
  });
}

/** What is wrong with a rod, and a way out. */
function faultOf({ a, b, length }: Rod, count: number, w: Float64Array): [string, string] | null {
  const known = (i: number) => Number.isInteger(i) && i >= 0 && i < count;
  if (!known(a) || !known(b))
    return [`it joins particles ${a} and ${b}, but there are ${count}`, `use numbers from 0 to ${count - 1}`];
  if (a === b) return [`it joins particle ${a} to itself`, 'name two particles'];
  if (!(length > 0 && length < Number.POSITIVE_INFINITY))
    return [`its length is ${length}`, 'give a positive number'];
  const heavy = [a, b].find(i => !(w[i] >= 0 && w[i] < Number.POSITIVE_INFINITY));
  if (heavy !== undefined)
    return [`particle ${heavy} at its end has no positive mass`, 'give it one, or anchor it'];
  if (w[a] === 0 && w[b] === 0)
    return ['both its ends are anchored, so it holds nothing', 'leave the rod out'];
  return null;
}
