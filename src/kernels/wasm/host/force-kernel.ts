// What a force kernel offers: energy and gradient, perhaps the virial, perhaps whole steps. Asked for the same positions
// again it returns what is in memory: the energy of a state that a step has just reached costs nothing.

import type { ForceTerm, ParticleSystem } from '../../../particles/system.ts';
import type { Problem } from '../../../problem/problem.ts';
import type { ParticleKernels } from './particle-kernels.ts';

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

/** Force terms with kernels in them. */
export interface ForceTerms {
  /** Their sum is that of the reference terms, to rounding. */
  readonly terms: readonly ForceTerm[];
  /** Whole steps, where one kernel makes all forces and has them. */
  readonly steps: WholeSteps | null;
}

/** A way to evaluate force terms in WebAssembly, for the systems that it accepts. The table of them is kernels/choose.ts. */
export interface ForceKernel {
  readonly name: string;
  /** The terms with their kernels, and what makes them apply; or why there are none. */
  accepts(
    kernels: ParticleKernels,
    system: ParticleSystem,
    terms: readonly ForceTerm[],
  ): (ForceTerms & { readonly because: string }) | { readonly refused: string };
}

/** A problem with its forces from kernels. All that is made for it shares one WebAssembly instance and one memory. */
export interface Acceleration extends ForceTerms {
  readonly problem: Problem;
  /** What evaluates the forces, or why no kernel does. */
  readonly because: string;
  /** null where there is no WebAssembly with SIMD. */
  readonly kernels: () => ParticleKernels | null;
}
