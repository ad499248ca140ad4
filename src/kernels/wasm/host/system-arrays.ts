// Positions at the start and at the end of a step, and momenta, of all particles of a system, in the memory of the kernels,
// in the same order as in a state. Whole arrays are copied, which costs little; kernels gather their particles, two
// clusters at a time, one per lane (assembly/cluster-blocks.ts).

import type { ParticleKernels } from './particle-kernels.ts';

export interface SystemArrays {
  readonly old: number;
  readonly x: number;
  readonly p: number;
}

/** Solver of the rods of some clusters, in these arrays. */
export interface RodKernel {
  /** false: a cluster could not be solved, and the arrays are undefined. */
  moveOntoRods(h: number): boolean;
  projectMomenta(): boolean;
}

export function createSystemArrays({ memory }: ParticleKernels, count: number): SystemArrays {
  const [old, x, p] = [0, 1, 2].map(() => memory.allocate(24 * count));
  return { old, x, p };
}

/** Byte offset of x of each of these particles. */
export const placesOf = (particles: readonly number[]) => particles.map(i => 24 * i);

/** Interleaves the entries of two clusters; those of a single last cluster twice. */
export function inLanes(clusters: readonly (readonly number[])[]): number[] {
  const out: number[] = [];
  for (let i = 0; i < clusters.length; i += 2) {
    const second = clusters[i + 1] ?? clusters[i];
    clusters[i].forEach((value, k) => {
      out.push(value, second[k]);
    });
  }
  return out;
}
