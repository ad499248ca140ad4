// The fibre through z is the set of states that the constraints alone can reach: exp(Σ λᵢ X_{gᵢ})(z).
// X_g = (g_p, −g_q).  McLachlan, Modin, Verdier, Wilkins 2014, Corollary 3.7.

import type { State } from '../problem/state.ts';
import type { Outcome } from '../solvers/outcome.ts';

/**
 * The slide along the fibre of the constraints through z, exp(Σ λᵢ X_{gᵢ})(z) with X_g = (g_p, −g_q), and its
 * derivatives. McLachlan, Modin, Verdier, Wilkins (2014), Corollary 3.7.
 */
export interface Fibre {
  /** out = exp(Σ λᵢ X_{gᵢ})(z). `out` must not be `z`. */
  slide(z: State, lambda: Float64Array, out: State): Outcome;
  /** out = the derivative of the slide made last with respect to z, times v. */
  push(v: Float64Array, out: Float64Array): void;
  /** out = the derivative of the slide made last with respect to λ, times dlambda. */
  pushLambda(dlambda: Float64Array, out: Float64Array): void;
}
