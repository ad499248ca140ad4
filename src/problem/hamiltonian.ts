// The Hamiltonian H(z), z = (q, p), with its derivatives, as the integrators see it.
// Every function fills the caller's array and allocates nothing.

import type { Pattern } from '../linalg/pattern.ts';
import type { State } from './state.ts';

/** Second and third derivatives of a function V(q). */
export interface Curvature {
  /** Sparsity of the full symmetric V'', n × n. */
  readonly hessianPattern: Pattern;
  /** out = the entries of V''(q) in the order of the pattern. */
  hessian(z: State, out: Float64Array): void;
  /** out = ∇(aᵀ V''(q) a) = a·V⁽³⁾(q)·a, length n. */
  third(z: State, a: Float64Array, out: Float64Array): void;
}

/** H = ½ pᵀM⁻¹p + V(q) with diagonal M. */
export interface Separable extends Curvature {
  /** 1/mass of each coordinate. */
  readonly inverseMass: Float64Array;
  /** V(q); only the first n entries of z are read. */
  potential(z: State): number;
  /** out = ∇V(q), length n. */
  gradient(z: State, out: Float64Array): void;
  /** The stiff part V₁ of V = V₀ + V₁, such as a penalty; null when no part is known as stiff. */
  readonly stiff: Curvature | null;
}

/** The Hamiltonian H(z), z = (q, p), with its derivatives. Every function fills the caller's array. */
export interface Hamiltonian {
  readonly n: number;
  /** Present when H splits into ½ pᵀM⁻¹p + V(q). */
  readonly separable: Separable | null;
  value(z: State): number;
  /** out = (H_q, H_p), length 2n. */
  gradient(z: State, out: Float64Array): void;
  /** out = H''(z) v, length 2n. */
  hessianTimes(z: State, v: Float64Array, out: Float64Array): void;
  /** Sparsity of the full symmetric H''(z), 2n × 2n. */
  readonly hessianPattern: Pattern;
  /** out = the entries of H''(z) in the order of the pattern. */
  hessian(z: State, out: Float64Array): void;
}
