// The slide of holonomic constraints g(q): q unchanged, p ↦ p − g_qᵀλ. Explicit and exact.
// McLachlan, Modin, Verdier, Wilkins 2014, §5.1.1.

import type { Constraints } from '../problem/constraints.ts';
import type { State } from '../problem/state.ts';
import { done, type Outcome } from '../solvers/outcome.ts';
import type { Fibre } from './fibre.ts';

export function shear(g: Constraints, n: number): Fibre {
  const kick = new Float64Array(2 * n);
  const at = new Float64Array(2 * n);
  const multipliers = new Float64Array(g.m);

  function subtractKick(z: Float64Array, out: Float64Array): void {
    for (let i = 0; i < n; i++) {
      out[i] = z[i];
      out[i + n] = z[i + n] - kick[i];
    }
  }
  function slide(z: State, lambda: Float64Array, out: State): Outcome {
    at.set(z);
    multipliers.set(lambda);
    g.transposedTimes(z, lambda, kick);
    subtractKick(z, out);
    return done;
  }
  function push(v: Float64Array, out: Float64Array): void {
    g.hessianTimes(at, multipliers, v, kick);
    subtractKick(v, out);
  }
  function pushLambda(dlambda: Float64Array, out: Float64Array): void {
    g.transposedTimes(at, dlambda, kick);
    for (let i = 0; i < n; i++) {
      out[i] = 0;
      out[i + n] = -kick[i];
    }
  }
  return { slide, push, pushLambda };
}
