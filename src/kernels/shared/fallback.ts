// A fast step with the general method as its judge: where the fast code gives up, the general method takes the step over
// or explains why it cannot be made; and it supplies the derivative of the step.

import type { Flow } from '../../flows/flow.ts';
import type { State } from '../../problem/state.ts';
import { done } from '../../solvers/outcome.ts';

const handful = 64;

export interface FastStep {
  /** Makes the step and returns true, all numbers finite; or returns false and leaves its memory as it was. */
  step(z: State, h: number, out: State): boolean;
  /** λ/h of the last step, the warm start that both methods share. */
  rate(): Float64Array;
  /** Takes note of λ/h of a step that the general method made. */
  noteRate(h: number, rate: Float64Array): void;
  readonly memory: readonly Float64Array[];
  /** z and h of the last step, where the fast code takes note of them itself. */
  readonly start?: Float64Array;
}

/** `general` is the same method in its general form; its memory begins with λ/h. */
export function withFallback(fast: FastStep, general: Flow, n: number): Flow {
  const start = fast.start ?? new Float64Array(2 * n + 1);
  const isNoted = fast.start !== undefined;
  const last = start.subarray(0, 2 * n);
  const again = new Float64Array(2 * n);
  return {
    domain: general.domain,
    // What the general method remembers besides decides the bits of a step that it takes over.
    memory: [...fast.memory, ...general.memory.slice(1)],
    step(z, h, out) {
      if (!isNoted) {
        copy(z, last);
        start[2 * n] = h;
      }
      if (fast.step(z, h, out)) return done;
      general.memory[0].set(fast.rate());
      const outcome = general.step(z, h, out);
      if (outcome.ok) fast.noteRate(h, general.memory[0]);
      return outcome;
    },
    push(v, out) {
      general.memory[0].set(fast.rate());
      general.step(last, start[2 * n], again);
      general.push?.(v, out);
    },
  };
}

/** A plain loop for a handful of numbers, where TypedArray.set costs more than the step; for many it costs half. */
function copy(from: Float64Array, to: Float64Array): void {
  if (to.length > handful) to.set(from);
  else for (let i = 0; i < to.length; i++) to[i] = from[i];
}
