// Flows in a row: φ_s ∘ … ∘ φ₂ ∘ φ₁, each over its part w_k h of the step. Parts of one symmetric φ of order 2, with weights
// from the table below, raise the order to 4, 6, 8; different flows make a splitting. Constrained flows compose
// just the same. Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §V.3 and §II.5.

import type { State } from '../problem/state.ts';
import { done, type Outcome } from '../solvers/outcome.ts';
import { type Flow, reportsOf } from './flow.ts';

/** A flow, and the part of the step that it makes. */
export interface Stage {
  readonly flow: Flow;
  readonly weight: number;
}

/** φ_{w_s h} ∘ … ∘ φ_{w₂ h} ∘ φ_{w₁ h} */
export function compose(flow: Flow, weights: readonly number[]): Flow {
  return composeFlows(weights.map(weight => ({ flow, weight })));
}

/** One stage after the other, all with the domain of the first. It has a derivative when all of them have one. */
export function composeFlows(stages: readonly Stage[]): Flow {
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
    ...reportsOf(stages.map(({ flow }) => flow)),
    ...(stages.every(({ flow }) => flow.refusesTurns) ? { refusesTurns: true } : {}),
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

// Weights w₁ … w_s of symmetric compositions of a symmetric method of order 2; each list is a palindrome of sum 1.
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), (II.4.4), (II.4.5), (V.3.11)–(V.3.14).

/**
 * Weights w₁ … w_s of a symmetric composition of a symmetric method of order 2. Hairer, Lubich, Wanner, Geometric
 * Numerical Integration (2006), §V.3.
 */
export interface CompositionScheme {
  /** Short name, the same for all orders of a family. */
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly reference: string;
  readonly weights: readonly number[];
}

/** The whole palindrome from its first half and its centre. */
function palindrome(half: readonly number[]): number[] {
  return [...half, ...half.slice(0, -1).reverse()];
}

/** Each step of the outer list is made as the inner list says. */
function nested(outer: readonly number[], inner: readonly number[]): number[] {
  return outer.flatMap(w => inner.map(v => w * v));
}

/** Order 4, 6, 8, … with 3, 9, 27, … stages: γ, 1 − 2γ, γ with γ = 1/(2 − 2^(1/(p+1))) raises order p to p + 2. */
export function tripleJump(order: number): CompositionScheme {
  const raise = (p: number) => {
    const gamma = 1 / (2 - 2 ** (1 / (p + 1)));
    return [gamma, 1 - 2 * gamma, gamma];
  };
  const reference = 'Yoshida, Phys. Lett. A 150 (1990) 262';
  return { id: 'triple-jump', name: `triple jump, order ${order}`, reference, ...recursive(order, raise) };
}

/** Order 4, 6, 8, … with 5, 25, 125, … stages: γ, γ, 1 − 4γ, γ, γ with γ = 1/(4 − 4^(1/(p+1))). */
export function suzukiFractal(order: number): CompositionScheme {
  const raise = (p: number) => {
    const gamma = 1 / (4 - 4 ** (1 / (p + 1)));
    return [gamma, gamma, 1 - 4 * gamma, gamma, gamma];
  };
  const reference = 'Suzuki, Phys. Lett. A 146 (1990) 319';
  return { id: 'suzuki', name: `Suzuki's fractal, order ${order}`, reference, ...recursive(order, raise) };
}

function recursive(order: number, raise: (p: number) => number[]): { order: number; weights: number[] } {
  let weights = [1];
  for (let p = 2; p < order; p += 2) weights = nested(raise(p), weights);
  return { order, weights };
}

/** Solution A of Yoshida. */
const yoshida6: CompositionScheme = {
  id: 'yoshida',
  name: 'Yoshida, order 6, 7 stages',
  order: 6,
  reference: 'Yoshida, Phys. Lett. A 150 (1990) 262, solution A',
  weights: palindrome([0.7845136104775573, 0.23557321335935813, -1.177679984178871, 1.3151863206839112]),
};

/** s9odr6a. */
const kahanLi6: CompositionScheme = {
  id: 'kahan-li',
  name: 'Kahan–Li, order 6, 9 stages',
  order: 6,
  reference: 'Kahan, Li, Math. Comp. 66 (1997) 1089, s9odr6a',
  weights: palindrome([
    0.3921614440073141, 0.33259913678935943, -0.7062461725576393, 0.0822135962935508, 0.79854399093483,
  ]),
};

const suzukiUmeno8: CompositionScheme = {
  id: 'suzuki-umeno',
  name: 'Suzuki–Umeno–McLachlan, order 8, 15 stages',
  order: 8,
  reference: 'Suzuki, Umeno 1993; McLachlan, SIAM J. Sci. Comput. 16 (1995) 151',
  weights: palindrome([
    0.741670364350613, -0.4091008258000316, 0.1907547102962384, -0.5738624711160822, 0.2990641813036559,
    0.33462491824529816, 0.3152930923967666, -0.7968879393529164,
  ]),
};

/** s17odr8a. */
export const kahanLi8: CompositionScheme = {
  id: 'kahan-li',
  name: 'Kahan–Li, order 8, 17 stages',
  order: 8,
  reference: 'Kahan, Li, Math. Comp. 66 (1997) 1089, s17odr8a',
  weights: palindrome([
    0.13020248308889007, 0.5611629817751084, -0.38947496264484727, 0.1588419065551556, -0.39590389413323757,
    0.1845396409783157, 0.25837438768632204, 0.2950117236093103, -0.6055085338300346,
  ]),
};

/** For each order, the one to prefer first. */
export const compositionSchemes: readonly CompositionScheme[] = [
  suzukiFractal(4),
  tripleJump(4),
  kahanLi6,
  yoshida6,
  tripleJump(6),
  kahanLi8,
  suzukiUmeno8,
  tripleJump(8),
];
