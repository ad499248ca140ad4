// Interface of a force kernel: energy and gradient, optionally the virial and whole steps. Results for the positions of the
// last call are cached: the energy of a state that a step has just reached costs nothing.

import type { ForceTerm, ParticleSystem } from '../../../particles/system.ts';
import type { Problem } from '../../../problem/problem.ts';
import type { ParticleKernels } from './particle-kernels.ts';

export interface KernelForces {
  energy(x: Float64Array): number;
  /** out += ∇U(x); returns U(x). */
  addGradient(x: Float64Array, out: Float64Array): number;
  /** out[k] += −Σ r_k ∂U/∂r_k over the pairs, k = x, y, z; absent where the reference terms are used instead. */
  addVirial?(x: Float64Array, out: Float64Array): void;
  /** Present where the kernel can advance the whole system. */
  readonly steps?: WholeSteps | undefined;
}

/**
 * out = the state after `count` steps of RATTLE, or of velocity Verlet without rods; z satisfies the rods.
 * false: a step failed, and out is undefined.
 */
export type WholeSteps = (z: Float64Array, h: number, count: number, out: Float64Array) => boolean;

export interface SteppedForces extends KernelForces {
  readonly steps: WholeSteps;
}

/** Force terms with kernels in them. */
export interface ForceTerms {
  /** Their sum is that of the reference terms, to rounding. */
  readonly terms: readonly ForceTerm[];
  /** Whole steps, where one kernel computes all forces and provides them. */
  readonly steps: WholeSteps | null;
}

/** A way to evaluate force terms in WebAssembly, for the systems that it accepts. The table of them is kernels/choose.ts. */
export interface ForceKernel {
  readonly name: string;
  /** The terms with their kernels, and why they apply; or why there are none. */
  accepts(
    kernels: ParticleKernels,
    system: ParticleSystem,
    terms: readonly ForceTerm[],
  ): (ForceTerms & { readonly because: string }) | { readonly refused: string };
}

/** A problem with its forces from kernels, all in one WebAssembly instance with one memory. */
export interface Acceleration extends ForceTerms {
  readonly problem: Problem;
  /** Which kernel evaluates the forces, or why none does. */
  readonly because: string;
  /** null where there is no WebAssembly with SIMD. */
  readonly kernels: () => ParticleKernels | null;
}
