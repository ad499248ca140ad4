// A fast step with the general method as its judge: where the fast code gives up, the general method takes the step over
// or explains why it cannot be made; and it supplies the derivative of the step.

import type { Flow } from '../flows/flow.ts';
import { isFiniteState, type State } from '../problem/state.ts';
import { done } from '../solvers/outcome.ts';

/** Makes the step, or returns false and leaves `memory` as it was. */
export type FastStep = (z: State, h: number, out: State) => boolean;

/** `memory[0]` of both is λ/h of the last step: the two share their warm start. */
export function withJudge(fast: FastStep, general: Flow, memory: readonly Float64Array[], n: number): Flow {
  const last = new Float64Array(2 * n);
  const again = new Float64Array(2 * n);
  const before = new Float64Array(memory[0].length);
  let lastH = 0;
  return {
    domain: general.domain,
    memory,
    step(z, h, out) {
      last.set(z);
      lastH = h;
      before.set(memory[0]);
      if (fast(z, h, out) && isFiniteState(out)) return done;
      general.memory[0].set(before);
      const outcome = general.step(z, h, out);
      memory[0].set(general.memory[0]);
      return outcome;
    },
    push(v, out) {
      general.memory[0].set(before);
      general.step(last, lastH, again);
      general.push?.(v, out);
    },
  };
}
