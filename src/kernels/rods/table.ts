// Rods as arrays for inner loops: indices of their ends, lengths, inverse masses.

import { rodName } from '../../particles/names.ts';
import type { RodSystem } from '../../particles/system.ts';
import { type Failure, failed } from '../../solvers/outcome.ts';

export interface RodTable {
  readonly count: number;
  /** Index of the first coordinate of each end: 3 · particle. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly length2: Float64Array;
  /** Inverse masses of the ends; 0 for an anchored particle. */
  readonly wa: Float64Array;
  readonly wb: Float64Array;
  /** Number of each rod in the system. */
  readonly number: Int32Array;
  /** Name of each rod in messages, by its number in the system. */
  readonly nameOf: (number: number) => string;
}

/** 1/mass of each particle; 0 for those that do not move. */
export function inverseMasses({ count, mass, anchored }: Pick<RodSystem, 'count' | 'mass' | 'anchored'>) {
  const w = Float64Array.from({ length: count }, (_, i) => 1 / mass[i]);
  for (const i of anchored) w[i] = 0;
  return w;
}

/** The rods with these numbers, in this order; `w`: inverse masses, passed where many tables of one system are made. */
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

// Failures of rod solvers: which rod, its error, and what to try.

/** Rod k of the table is not within the tolerance after all iterations. */
export function notConverged(
  rods: RodTable,
  k: number,
  error: number,
  iterations: number,
  advice = 'shorten the step',
): Failure {
  const equation = rods.number[k];
  if (!Number.isFinite(error)) return notFinite(rods, k, iterations);
  const detail = `${rods.nameOf(equation)} is off by ${error.toPrecision(3)} of its length after ${iterations} iterations; ${advice}`;
  return failed('did not converge', detail, { equation, residual: error, iterations });
}

export function notFinite(rods: RodTable, k: number, iterations: number): Failure {
  const equation = rods.number[k];
  const detail = `an end of ${rods.nameOf(equation)} is not at a finite place; the run was lost before, or the step is too long`;
  return failed('not finite', detail, { equation, iterations });
}

/** No multiplier restores rod k, or the one that does would reverse it. */
export function outOfReach(rods: RodTable, k: number, error: number, iterations: number): Failure {
  const equation = rods.number[k];
  if (!Number.isFinite(error)) return notFinite(rods, k, iterations);
  const detail = `${rods.nameOf(equation)} moved so far in one step that no force along it leads back; shorten the step`;
  return failed('did not converge', detail, { equation, residual: error, iterations });
}

/** The matrix of the multipliers has no inverse. */
function dependentRods(rods: RodTable, k: number, iterations: number): Failure {
  const equation = rods.number[k];
  const detail = `at ${rods.nameOf(equation)} the rods of its cluster no longer act independently: three particles in line, or a flat cluster that should be solid`;
  return failed('degenerate point', detail, { equation, iterations });
}

/**
 * The reason why the matrix c_kl d_k·right_l of the rods from `first` on has no positive pivots: a rod turned too far, or the
 * rods are dependent.
 */
export function noMultipliers(
  rods: RodTable,
  first: number,
  d: Float64Array,
  right: Float64Array,
  iterations: number,
): Failure {
  for (let k = first, at = 0; at < d.length; k++, at += 3) {
    const along = d[at] * right[at] + d[at + 1] * right[at + 1] + d[at + 2] * right[at + 2];
    if (along > 0) continue;
    const length2 = d[at] * d[at] + d[at + 1] * d[at + 1] + d[at + 2] * d[at + 2];
    return outOfReach(rods, k, Math.abs(length2 / rods.length2[k] - 1) / 2, iterations);
  }
  return dependentRods(rods, first, iterations);
}
