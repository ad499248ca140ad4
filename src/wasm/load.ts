// The particle kernels, ready to be called: compiled anew, with a memory of their own. null where WebAssembly or its
// SIMD instructions are missing: the plain versions of the same forces and solvers then do the work.

import { bytesOfBase64 } from './base64.ts';
import { KernelMemory } from './kernel-memory.ts';
import { particlesBinary } from './particles-binary.ts';
import { webAssembly } from './web-assembly.ts';

/** What the files in assembly/ export; objects there are addresses of records here. */
export interface ParticleFunctions {
  /** Energy and forces are left in memory. */
  waterClusterForces(cluster: number): void;
  /** −1, or the block of waters that could not be settled. */
  clusterSteps(waters: number, cluster: number, h: number, steps: number): number;
  /** Finds the lengths that follow from those of the rods. */
  shapeWaters(waters: number): void;
  /** −1, or the block of waters that could not be settled. */
  settle(waters: number, h: number): number;
  projectMomenta(waters: number): void;
  /** 0, or how many partners a row of the list must be able to hold. */
  buildList(list: number): number;
  hasMoved(list: number, limit: number): number;
  lennardJonesForces(term: number): void;
  /** 0, or how many partners a row of the list must be able to hold; then the step is to be begun again. */
  atomSteps(atoms: number, h: number, steps: number): number;
  /** −1, or −2 − n when rows of the list must be able to hold n partners. */
  liquidForces(liquid: number): number;
  /** −1, or the block of waters that could not be settled, or −2 − n as above; then the step is to be begun again. */
  liquidSteps(liquid: number, h: number, steps: number): number;
}

export interface ParticleKernels {
  readonly functions: ParticleFunctions;
  readonly memory: KernelMemory;
}

export function loadParticleKernels(): ParticleKernels | null {
  const api = webAssembly();
  const bytes = bytesOfBase64(particlesBinary);
  if (!api?.validate(bytes)) return null;
  const memory = new api.Memory({ initial: 1 });
  const { exports } = new api.Instance(new api.Module(bytes), { env: { memory } });
  return { functions: exports as ParticleFunctions, memory: new KernelMemory(memory) };
}
