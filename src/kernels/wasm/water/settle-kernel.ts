// Rigid waters among other particles: SETTLE and the projection of momenta in WebAssembly.

import type { ParticleKernels } from '../host/particle-kernels.ts';
import { inLanes, placesOf, type RodKernel, type SystemArrays } from '../host/system-arrays.ts';
import type { WaterModel } from './blocks.ts';
import { createRigidWaters } from './blocks.ts';

export interface SettleKernel {
  readonly model: Pick<WaterModel, 'massO' | 'massH' | 'OH' | 'HH'>;
  /** Numbers of O, H1 and H2 of each water. */
  readonly sites: readonly (readonly number[])[];
}

/** The projection assumes the rigid shape; its relative error is that of the shape, and its square after two projections. */
const onShape = 1e-8;

export function createSettleKernel(
  kernels: ParticleKernels,
  arrays: SystemArrays,
  { model, sites }: SettleKernel,
): RodKernel {
  const { memory, functions } = kernels;
  const { record, x, old, p } = createRigidWaters(kernels, model, sites.length);
  const places = memory.record(placesOf(inLanes(sites)), []);
  const count = 3 * ((sites.length + 1) >> 1);
  const take = (from: number, out: number) => functions.gatherBlock(from, places, count, out);
  const giveBack = (from: number, to: number) => functions.scatterBlock(from, places, count, to) !== 0;
  return {
    moveOntoRods: h => {
      take(arrays.old, old);
      take(arrays.x, x);
      take(arrays.p, p);
      // For h = 0 there are no impulses.
      return h !== 0 && functions.settle(record, h) < 0 && giveBack(x, arrays.x) && giveBack(p, arrays.p);
    },
    projectMomenta: () => {
      take(arrays.x, x);
      if (functions.areOnShape(record, onShape) === 0) return false;
      take(arrays.p, p);
      functions.projectMomenta(record);
      functions.projectMomenta(record);
      return giveBack(p, arrays.p);
    },
  };
}
