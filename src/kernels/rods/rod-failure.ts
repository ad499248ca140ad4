// Why rods could not be kept: which rod, how far off, and what to try.

import { type Failure, failed } from '../../solvers/outcome.ts';
import type { RodTable } from './rod-table.ts';

/** Rod k of the table is still off after all iterations. */
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

/** No multiplier brings rod k back, or the one that does would turn it over. */
export function outOfReach(rods: RodTable, k: number, error: number, iterations: number): Failure {
  const equation = rods.number[k];
  if (!Number.isFinite(error)) return notFinite(rods, k, iterations);
  const detail = `${rods.nameOf(equation)} moved so far in one step that no force along it leads back; shorten the step`;
  return failed('did not converge', detail, { equation, residual: error, iterations });
}

/** The matrix of the multipliers has no inverse. */
export function dependentRods(rods: RodTable, k: number, iterations: number): Failure {
  const equation = rods.number[k];
  const detail = `at ${rods.nameOf(equation)} the rods of its cluster no longer act independently: three particles in line, or a flat cluster that should be solid`;
  return failed('degenerate point', detail, { equation, iterations });
}

/**
 * Why the matrix c_kl d_k·right_l of the rods from `first` on has no positive pivots: a rod turned too far, or they
 * depend on each other.
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

/** |r² − length²| / (2 length²) of rod k at x. */
export function rodError({ a, b, length2 }: RodTable, k: number, x: Float64Array): number {
  const i = a[k];
  const j = b[k];
  const [dx, dy, dz] = [x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]];
  return Math.abs(dx * dx + dy * dy + dz * dz - length2[k]) / (2 * length2[k]);
}
