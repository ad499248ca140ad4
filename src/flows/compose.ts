// Flows in a row: φ_s ∘ … ∘ φ₂ ∘ φ₁, each over its part w_k h of the step. Parts of one symmetric φ of order 2, with weights
// from composition-coefficients.ts, raise the order to 4, 6, 8; different flows make a splitting. Constrained flows compose
// just the same. Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §V.3 and §II.5.

import { done } from '../solvers/outcome.ts';
import type { Flow } from './flow.ts';

/** A flow, and the part of the step that it makes. */
export interface Stage {
  readonly flow: Flow;
  readonly weight: number;
}

/** φ_{w_s h} ∘ … ∘ φ_{w₂ h} ∘ φ_{w₁ h} */
export function compose(flow: Flow, weights: readonly number[]): Flow {
  const { parts } = flow;
  return { ...inTurn(weights.map(weight => ({ flow, weight }))), ...(parts ? { parts } : {}) };
}

/** One stage after the other, all with the domain of the first. It has a derivative when all of them have one. */
export function inTurn(stages: readonly Stage[]): Flow {
  const memory = [...new Set(stages.flatMap(({ flow }) => flow.memory))];
  /** What stage k began with: the state, and its flow's memory. The first step tells how long a state is. */
  let starts: Float64Array[] = [];
  const memories = stages.map(({ flow }) => flow.memory.map(array => new Float64Array(array.length)));
  let scratch = new Float64Array(0);
  let tangent = new Float64Array(0);
  let stepSize = 0;

  const prepare = (length: number) => {
    starts = stages.map(() => new Float64Array(length));
    scratch = new Float64Array(length);
    tangent = new Float64Array(length);
  };
  const composed: Flow = {
    domain: stages[0].flow.domain,
    memory,
    step(z, h, out) {
      if (scratch.length !== z.length) prepare(z.length);
      stepSize = h;
      out.set(z);
      for (let k = 0; k < stages.length; k++) {
        const { flow, weight } = stages[k];
        starts[k].set(out);
        copyAll(flow.memory, memories[k]);
        const outcome = flow.step(starts[k], weight * h, out);
        if (!outcome.ok) return outcome;
      }
      return done;
    },
  };
  if (!stages.every(({ flow }) => flow.push)) return composed;

  /** Makes stage k once more, bitwise, so that the flow's own push belongs to it. */
  const repeat = (k: number) => {
    const { flow, weight } = stages[k];
    copyAll(memories[k], flow.memory);
    return flow.step(starts[k], weight * stepSize, scratch);
  };
  return {
    ...composed,
    push(v, out) {
      out.set(v);
      for (let k = 0; k < stages.length; k++) {
        tangent.set(out);
        if (repeat(k).ok) stages[k].flow.push?.(tangent, out);
        else out.fill(Number.NaN);
      }
    },
  };
}

function copyAll(from: readonly Float64Array[], out: readonly Float64Array[]): void {
  for (let i = 0; i < from.length; i++) out[i].set(from[i]);
}
