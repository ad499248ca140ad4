// Rigid waters in the memory of the kernels, two to a block: see assembly/blocks.ts for the order of numbers. A state
// z = (q, p) with O, H1 and H2 of each water is copied as a whole, which costs little, and reordered by
// assembly/water/resident-waters.ts.

import type { ParticleKernels } from '../host/particle-kernels.ts';
import { createResidentState, type ResidentState } from '../host/resident-state.ts';

/**
 * A rigid water with three sites: masses, lengths of the rods, and the parameters of
 *   U = Σ_{a,b} k_ab / r  +  c12 / r¹² − c6 / r⁶  (between oxygens),   k_ab = K q_a q_b.
 */
export interface WaterModel {
  readonly massO: number;
  readonly massH: number;
  readonly OH: number;
  readonly HH: number;
  readonly kOO: number;
  readonly kOH: number;
  readonly kHH: number;
  readonly c6: number;
  readonly c12: number;
}

export interface RigidWaters extends ResidentState {
  readonly count: number;
  /** Address of the record. */
  readonly record: number;
  /** Addresses of arrays of blocks. */
  readonly x: number;
  readonly old: number;
  readonly p: number;
  readonly force: number;
  /** Whether these positions are in memory, with their forces. */
  isResident(x: Float64Array): boolean;
  /** out −= the forces in memory. */
  addGradient(out: Float64Array): void;
}

export function createRigidWaters(
  kernels: ParticleKernels,
  model: Pick<WaterModel, 'massO' | 'massH' | 'OH' | 'HH'>,
  count: number,
): RigidWaters {
  const { memory, functions, layout } = kernels;
  const blocks = (count + 1) >> 1;
  const length = 18 * count;
  // One spare block: see assembly/water/open-forces.ts.
  const array = () => memory.allocate((blocks + 1) * layout.waterBlockBytes);
  const [x, old, p, force] = [array(), array(), array(), array()];
  const [work, uploaded, resident] = [layout.settleWorkBytes, 8 * length, 8 * length].map(bytes =>
    memory.allocate(bytes),
  );
  const { massO, massH, OH, HH } = model;
  const words = [x, old, p, force, work, blocks, count, uploaded, resident, 0];
  const record = memory.record(words, [massO, massH, OH, HH], 4);
  functions.shapeWaters(record);
  const state = createResidentState(kernels, {
    ...{ record, uploaded, resident, length, isResident: layout.rigidWatersIsResident },
    upload: functions.uploadPositions,
    uploadMomenta: functions.uploadMomenta,
    download: functions.downloadState,
  });
  return {
    ...state,
    ...{ count, record, x, old, p, force },
    isResident: positions => {
      state.copyIn(positions);
      return functions.areResident(record) !== 0;
    },
    addGradient: out => {
      const { doubles } = memory;
      for (let i = 0, to = 0; i < count; i++)
        for (let k = 0, from = inBlocks(force, i); k < 9; k++, from += 2) out[to++] -= doubles[from];
    },
  };
}

/** Index of water i in an array of blocks at this address; its nine numbers have a stride of two. */
function inBlocks(address: number, i: number): number {
  return address / 8 + 18 * (i >> 1) + (i & 1);
}
