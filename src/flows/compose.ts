// Flows in a row: φ_s ∘ … ∘ φ₂ ∘ φ₁, each over its part w_k h of the step. Parts of one symmetric φ of order 2, with weights
// from composition-coefficients.ts, raise the order to 4, 6, 8; different flows make a splitting. Constrained flows compose
// just the same. Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §V.3 and §II.5.

import type { State } from '../problem/state.ts';
import { done, type Outcome } from '../solvers/outcome.ts';
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
  const last = stages.length - 1;
  /** What the step made last began with: all that is needed to make it once more, bitwise. */
  const memoryBefore = memory.map(array => new Float64Array(array.length));
  let stepSize = 0;
  /** The first step tells how long a state is. */
  let [start, even, odd, end, tangent] = [0, 1, 2, 3, 4].map(() => new Float64Array(0));

  const prepare = (length: number) => {
    [start, even, odd, end, tangent] = [0, 1, 2, 3, 4].map(() => new Float64Array(length));
  };
  /** Between stages the state goes to and fro between two arrays. */
  const makeStage = (k: number, z: State, out: State): Outcome => {
    const { flow, weight } = stages[k];
    const from = k === 0 ? z : k % 2 === 0 ? even : odd;
    return flow.step(from, weight * stepSize, k === last ? out : k % 2 === 0 ? odd : even);
  };
  const composed: Flow = {
    domain: stages[0].flow.domain,
    memory,
    step(z, h, out) {
      if (start.length !== z.length) prepare(z.length);
      stepSize = h;
      copy(z, start);
      copyAll(memory, memoryBefore);
      for (let k = 0; k <= last; k++) {
        const outcome = makeStage(k, z, out);
        if (!outcome.ok) return outcome;
      }
      return done;
    },
  };
  if (!stages.every(({ flow }) => flow.push)) return composed;

  return {
    ...composed,
    /** Makes the stages once more, so that each flow's own push belongs to its stage. */
    push(v, out) {
      copy(v, out);
      copyAll(memoryBefore, memory);
      for (let k = 0; k <= last; k++) {
        copy(out, tangent);
        if (makeStage(k, start, end).ok) stages[k].flow.push?.(tangent, out);
        else out.fill(Number.NaN);
      }
    },
  };
}

/** A plain loop: for a handful of numbers TypedArray.set costs as much as a stage. */
function copy(from: Float64Array, to: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] = from[i];
}

function copyAll(from: readonly Float64Array[], out: readonly Float64Array[]): void {
  for (let i = 0; i < from.length; i++) copy(from[i], out[i]);
}
