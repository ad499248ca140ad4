// Forces made in the memory of the kernels. Asked for the same positions again, they have the answer at hand: the energy
// of a state that a step has just reached costs nothing.

export interface KernelForces {
  energy(x: Float64Array): number;
  /** out += ∇U(x); returns U(x). */
  addGradient(x: Float64Array, out: Float64Array): number;
  /** out[k] += −Σ r_k ∂U/∂r_k over the pairs, k = x, y, z; absent where the plain terms are to be asked. */
  addVirial?(x: Float64Array, out: Float64Array): void;
}

export interface SteppedForces extends KernelForces {
  /**
   * out = the state after so many steps of RATTLE, or of velocity Verlet where nothing is rigid; z is on its rods.
   * false: a step could not be made, and out is meaningless.
   */
  steps(z: Float64Array, h: number, count: number, out: Float64Array): boolean;
}
