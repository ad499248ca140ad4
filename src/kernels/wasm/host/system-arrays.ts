// Positions where a step began and where it ends, and momenta, of all particles of a system, in the memory of the kernels:
// x, y and z of each particle in turn, as outside. They are copied as wholes, which costs little; kernels take the
// particles that they want two clusters at a time, one per lane (assembly/cluster-blocks.ts).

import type { ParticleKernels } from './particle-kernels.ts';

export interface SystemArrays {
  readonly old: number;
  readonly x: number;
  readonly p: number;
}

/** What keeps the rods of some clusters, in these arrays. */
export interface RodKernel {
  /** false: a cluster could not be solved, and the arrays are spoilt. */
  moveOntoRods(h: number): boolean;
  projectMomenta(): boolean;
}

export function createSystemArrays({ memory }: ParticleKernels, count: number): SystemArrays {
  const [old, x, p] = [0, 1, 2].map(() => memory.allocate(24 * count));
  return { old, x, p };
}

/** Where x of each of these particles stands, in bytes. */
export const placesOf = (particles: readonly number[]) => particles.map(i => 24 * i);

/** Entry by entry of two clusters at a time; of the last one twice if it is alone. */
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
