// The exact motions that end points are compared with: the adaptive reference near round-off. The catalogue holds
// 40-digit values for most systems, and test/unit/bench compares both.

import { referenceAt } from '../../../src/integrators/reference/reference.ts';
import { caseOf, type Task } from '../../contestants/task.ts';
import { loadCase } from '../../measure/stepper.ts';

/** Positions at the end of a task. */
export function exactEnd({ system, links, until }: Pick<Task, 'system' | 'links' | 'until'>): Float64Array {
  const problem = loadCase({ file: caseOf[system], set: links > 0 ? { N: links } : {} });
  const samples = referenceAt(problem, [until]);
  if (!samples.ok) throw new Error(`${problem.name}: ${samples.detail}`);
  return samples.states[0].slice(0, problem.n);
}

export function distance(q: ArrayLike<number>, exact: ArrayLike<number>): number {
  if (q.length !== exact.length) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < exact.length; i++) most = Math.max(most, Math.abs(q[i] - exact[i]));
  return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
}
