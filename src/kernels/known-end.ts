// ∇V, and N where the solver asks for it, at the start and at the end of a step and between its stages. A step that starts where
// the last one ended finds both there; only a comparison tells, so that nothing has to be remembered in a checkpoint.

import type { Problem } from '../problem/problem.ts';
import type { CompiledStep } from './compiled-step.ts';

export function createKnownEnd({ H }: Problem, { run, views, multipliers }: CompiledStep) {
  const { start, end, gradient, distance } = views;
  const isForced = gradient.some(Number.isNaN);
  const isNeeded = isForced || multipliers.needsStart;
  /** Whether what is known belongs to the Q in memory. */
  let isKnown = false;
  const measure = () => {
    if (isForced) H.separable?.gradient(end, gradient);
  };
  const know = () => {
    measure();
    return !multipliers.needsStart || multipliers.arrive();
  };
  return {
    /** Before a step; false when N is singular. */
    depart(): boolean {
      if (!isNeeded) return true;
      run.compare();
      const isThere = isKnown && distance[0] === 0;
      isKnown = false;
      if (isThere) return true;
      end.set(start);
      return know();
    },
    /** The end of a stage becomes the start of the next; false when N is singular. */
    goOn(): boolean {
      start.set(end);
      return know();
    },
    /** μ at the end, where the iteration has arrived; false when N is singular. */
    arrive(): boolean {
      measure();
      isKnown = multipliers.project();
      return isKnown;
    },
  };
}
