// ∇V, and N where the solver asks for it, at the start and at the end of a step; ∇V between its stages, too. A step that starts where
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
  return {
    /** Before a step; false when N is singular. */
    depart(): boolean {
      if (!isNeeded) return true;
      run.compare();
      const isThere = isKnown && distance[0] === 0;
      isKnown = false;
      if (isThere) return true;
      end.set(start);
      measure();
      return !multipliers.needsStart || multipliers.arrive();
    },
    /** The end of a stage becomes the start of the next. */
    goOn(): void {
      start.set(end);
      measure();
    },
    /** μ at the end, where the iteration has arrived; false when N is singular. */
    arrive(): boolean {
      measure();
      isKnown = multipliers.project();
      return isKnown;
    },
  };
}
