// Exact motions, from the adaptive reference method near round-off. The catalogue has 40-digit values for most systems;
// test/unit/bench compares both.

import { referenceAt } from '../../src/integrators/reference/reference.ts';
import type { Problem } from '../../src/problem/problem.ts';

/** Positions at a time. */
export function exactPositions(problem: Problem, time: number, tolerance?: number): Float64Array {
  const samples = referenceAt(problem, [time], tolerance === undefined ? {} : { tolerance });
  if (!samples.ok)
    throw new Error(`${problem.name}: the reference method failed (${samples.reason}): ${samples.detail}`);
  return samples.states[0].slice(0, problem.n);
}

/** Largest difference of a coordinate; infinite for NaN and for different sizes. */
export function distance(q: ArrayLike<number>, exact: ArrayLike<number>): number {
  if (q.length !== exact.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < exact.length; i++) largest = Math.max(largest, Math.abs(q[i] - exact[i]));
  return Number.isNaN(largest) ? Number.POSITIVE_INFINITY : largest;
}
