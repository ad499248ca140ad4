// One part U(x) of the potential energy of particles, with its derivatives. x holds x, y, z of each particle in turn.
// The forces of a system are a list of terms; each term is one file in terms/.

export interface ForceTerm {
  readonly name: string;
  energy(x: Float64Array): number;
  /** out += ∇U(x); returns U(x). */
  addGradient(x: Float64Array, out: Float64Array): number;
  /** out += U''(x) v. */
  addHessianTimes(x: Float64Array, v: Float64Array, out: Float64Array): void;
  /** out[k] += −Σ r_k ∂U/∂r_k over the pairs (bonds, …) of the term, k = x, y, z: its part of the virial. */
  addVirial(x: Float64Array, out: Float64Array): void;
}
