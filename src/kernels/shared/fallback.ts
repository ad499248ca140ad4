// A fast step with the general method as its fallback: a step that the fast code declines is made by the general method, which
// either succeeds or says why the step cannot be made. The general method also supplies the derivative of the step. It is built
// when it is needed first; most runs never do.

import type { Domain, Flow } from '../../flows/flow.ts';
import type { State } from '../../problem/state.ts';
import { done } from '../../solvers/outcome.ts';

export interface FastStep {
  /** Makes the step and returns true, all numbers finite; or returns false and leaves its memory as it was. */
  step(z: State, h: number, out: State): boolean;
  /** λ/h of the last step, the warm start that both methods share. */
  rate(): Float64Array;
  /** Takes over λ/h of a step h that the general method made. */
  adoptWarmStart(h: number, rate: Float64Array): void;
  readonly memory: readonly Float64Array[];
  /** z and h of the last step, where the fast code records them itself. */
  readonly start?: Float64Array;
}

export interface Fallback {
  readonly fast: FastStep;
  /** The same method in its general form; its memory begins with λ/h. */
  reference(): Flow;
  /** Name of the kernel, for people. */
  readonly label: string;
  readonly domain: Domain;
  /** Degrees of freedom. */
  readonly n: number;
  /** Lengths of the arrays that the memory of the reference has behind λ/h. */
  readonly referenceMemory: readonly number[];
}

/** The counter of steps that the fast code declined. */
export const referenceSteps = 'steps by the reference method';

/** Up to this length a plain loop copies faster than TypedArray.set. */
const plainLoopLimit = 64;

export function withFallback({ fast, label, domain, n, ...general }: Fallback): Flow {
  const start = fast.start ?? new Float64Array(2 * n + 1);
  const isRecorded = fast.start !== undefined;
  const last = start.subarray(0, 2 * n);
  const repeated = new Float64Array(2 * n);
  // What the reference remembers besides λ/h decides the bits of a step that it makes: a checkpoint keeps it, built or not.
  const carried = general.referenceMemory.map(length => new Float64Array(length));
  let reference: Flow | null = null;
  let declined = 0;

  /** A step of the reference, from the memory of this flow and back into it. */
  function referenceStep(z: State, h: number, out: State) {
    reference ??= createReference(general);
    const [rate, ...rest] = reference.memory;
    rate.set(fast.rate());
    for (let k = 0; k < rest.length; k++) rest[k].set(carried[k]);
    const outcome = reference.step(z, h, out);
    for (let k = 0; k < rest.length; k++) carried[k].set(rest[k]);
    return { outcome, rate, push: reference.push };
  }
  return {
    domain,
    // Fast code declines where a pivot of the Newton matrix is not positive.
    refusesTurns: true,
    memory: [...fast.memory, ...carried],
    parts: [label],
    counters: () => ({ [referenceSteps]: declined }),
    step(z, h, out) {
      if (!isRecorded) {
        copy(z, last);
        start[2 * n] = h;
      }
      if (fast.step(z, h, out)) return done;
      declined++;
      const { outcome, rate } = referenceStep(z, h, out);
      if (outcome.ok) fast.adoptWarmStart(h, rate);
      return outcome;
    },
    push(v, out) {
      referenceStep(last, start[2 * n], repeated).push?.(v, out);
    },
  };
}

function createReference({ reference, referenceMemory }: Pick<Fallback, 'reference' | 'referenceMemory'>) {
  const flow = reference();
  const lengths = flow.memory.slice(1).map(({ length }) => length);
  if (lengths.join() !== referenceMemory.join())
    throw new Error(`the reference method remembers ${lengths}, not ${referenceMemory} numbers besides λ/h`);
  return flow;
}

function copy(from: Float64Array, to: Float64Array): void {
  if (to.length > plainLoopLimit) to.set(from);
  else for (let i = 0; i < to.length; i++) to[i] = from[i];
}
