// H''(z) and Σ λᵢ gᵢ''(z), one after the other, for the Newton matrix of a BDF step.

import { once } from '../formula/once.ts';
import type { Pattern } from '../linalg/pattern.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';

/** Takes the entries of a Hessian, in the order of its pattern. */
export type AddHessian = (pattern: Pattern, entries: Float64Array) => void;

/** Patterns of second derivatives are costly for large problems: they are made when a step first needs them. */
export function createHessians({ H, g }: Problem) {
  const ofH = once(() => new Float64Array(H.hessianPattern.index.length));
  const ofG = once(() => new Float64Array(g.hessianPattern.index.length));
  return (z: State, lambda: Float64Array, add: AddHessian): void => {
    H.hessian(z, ofH());
    add(H.hessianPattern, ofH());
    g.hessian(z, lambda, ofG());
    add(g.hessianPattern, ofG());
  };
}
