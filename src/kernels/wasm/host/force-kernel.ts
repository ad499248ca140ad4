// What a force kernel offers: energy and gradient, perhaps the virial, perhaps whole steps. Asked for the same positions
// again it returns what is in memory: the energy of a state that a step has just reached costs nothing.

export interface KernelForces {
  energy(x: Float64Array): number;
  /** out += ∇U(x); returns U(x). */
  addGradient(x: Float64Array, out: Float64Array): number;
  /** out[k] += −Σ r_k ∂U/∂r_k over the pairs, k = x, y, z; absent where the reference terms have to do it. */
  addVirial?(x: Float64Array, out: Float64Array): void;
  /** Present where the kernel advances the whole system by itself. */
  readonly steps?: WholeSteps | undefined;
}

/**
 * out = the state after so many steps of RATTLE, or of velocity Verlet where nothing is rigid; z is on its rods.
 * false: a step could not be made, and out is meaningless.
 */
export type WholeSteps = (z: Float64Array, h: number, count: number, out: Float64Array) => boolean;

export interface SteppedForces extends KernelForces {
  readonly steps: WholeSteps;
}
