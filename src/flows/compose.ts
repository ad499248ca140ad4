// Composition: φ_{w_s h} ∘ … ∘ φ_{w₂ h} ∘ φ_{w₁ h}. With a symmetric φ of order 2 and weights from
// composition-coefficients.ts the order rises to 4, 6, 8. Constrained flows compose just the same.
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §V.3.

import { done } from '../solvers/outcome.ts';
import type { Flow } from './flow.ts';

export function compose(flow: Flow, weights: readonly number[]): Flow {
  const { memory } = flow;
  /** What stage k began with: the state, and the flow's memory. The first step tells how long a state is. */
  let starts: Float64Array[] = [];
  const memories = weights.map(() => memory.map(array => new Float64Array(array.length)));
  let scratch = new Float64Array(0);
  let tangent = new Float64Array(0);
  let stepSize = 0;

  const prepare = (length: number) => {
    starts = weights.map(() => new Float64Array(length));
    scratch = new Float64Array(length);
    tangent = new Float64Array(length);
  };
  const composed: Flow = {
    domain: flow.domain,
    memory,
    step(z, h, out) {
      if (scratch.length !== z.length) prepare(z.length);
      stepSize = h;
      out.set(z);
      for (let k = 0; k < weights.length; k++) {
        starts[k].set(out);
        copyAll(memory, memories[k]);
        const outcome = flow.step(starts[k], weights[k] * h, out);
        if (!outcome.ok) return outcome;
      }
      return done;
    },
  };
  if (!flow.push) return composed;

  /** Makes stage k once more, bitwise, so that the flow's own push belongs to it. */
  const repeat = (k: number) => {
    copyAll(memories[k], memory);
    return flow.step(starts[k], weights[k] * stepSize, scratch);
  };
  return {
    ...composed,
    push(v, out) {
      out.set(v);
      for (let k = 0; k < weights.length; k++) {
        tangent.set(out);
        if (repeat(k).ok) flow.push?.(tangent, out);
        else out.fill(Number.NaN);
      }
    },
  };
}

function copyAll(from: readonly Float64Array[], out: readonly Float64Array[]): void {
  for (let i = 0; i < from.length; i++) out[i].set(from[i]);
}
