// The constraints g(z) = 0, z = (q, p), with their derivatives, as the integrators see them.
// Every function fills the caller's array and allocates nothing.

import type { Pattern } from '../linalg/pattern.ts';
import type { State } from './state.ts';

/** The constraints g(z) = 0, z = (q, p), with their derivatives. Every function fills the caller's array. */
export interface Constraints {
  readonly m: number;
  readonly names: readonly string[];
  /** 'holonomic': g(q) only. 'quadratic': a polynomial of degree ≤ 2 in (q, p). 'general': anything else. */
  readonly kind: 'holonomic' | 'quadratic' | 'general';
  /** Degree of g as a polynomial in z: 1, 2, or Infinity. */
  readonly degree: number;
  /** out = g(z), length m. */
  value(z: State, out: Float64Array): void;
  /** Sparsity of ∂g/∂z, m × 2n; for holonomic g all columns are below n. */
  readonly jacobianPattern: Pattern;
  /** out = the entries of ∂g/∂z in the order of the pattern. */
  jacobian(z: State, out: Float64Array): void;
  /** outᵢ = ∇gᵢ(z)·v, length m. */
  jacobianTimes(z: State, v: Float64Array, out: Float64Array): void;
  /** out = Σ wᵢ ∇gᵢ(z), length 2n. */
  transposedTimes(z: State, w: Float64Array, out: Float64Array): void;
  /** out = Σ wᵢ gᵢ''(z) v, length 2n. */
  hessianTimes(z: State, w: Float64Array, v: Float64Array, out: Float64Array): void;
  /** outᵢ = uᵀ gᵢ''(z) v, length m. */
  second(z: State, u: Float64Array, v: Float64Array, out: Float64Array): void;
  /** Sparsity of Σ wᵢ gᵢ''(z), full symmetric, 2n × 2n. */
  readonly hessianPattern: Pattern;
  /** out = the entries of Σ wᵢ gᵢ''(z) in the order of the pattern. */
  hessian(z: State, w: Float64Array, out: Float64Array): void;
}
