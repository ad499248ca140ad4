// The record of the inner list of a dual pair list, in the memory of the kernels: see assembly/pairs/short-list.ts.

import type { Box } from '../../../particles/system.ts';
import type { ParticleKernels } from '../host/particle-kernels.ts';
import { createNeighbourList, type ListedPoints, type NeighbourList } from './neighbour-list.ts';

export interface Reach {
  readonly cutoff: number;
  /** Radius of the outer list beyond the cut-off. */
  readonly skin: number;
}

/** Fraction of the skin that the inner rows have. */
const share = 0.16;
/** Fraction of a skin that the displacements of two points may use; the rest covers round-off. */
const usable = 1 - 1e-9;

export function createShortList(
  kernels: ParticleKernels,
  points: ListedPoints,
  box: Box,
  { cutoff, skin }: Reach,
): NeighbourList {
  const { memory, layout } = kernels;
  const list = createNeighbourList(kernels, points, box, cutoff + skin);
  const { count } = points;
  const inner = share * skin;
  const origin = memory.allocate(layout.pointBytes * count);
  const record = memory.record(
    [list.record, 0, memory.allocate(4 * count + 4), origin],
    [(cutoff + inner) ** 2, usable * inner, usable * skin],
    1,
  );
  const reserve = () => {
    // Four more: compaction writes four at a time.
    const partners = memory.allocate(4 * (memory.words[(list.record + layout.listCapacity) / 4] + 4));
    memory.words[(record + layout.shortListPartners) / 4] = partners;
    memory.doubles.fill(Number.NaN, origin / 8, (origin + layout.pointBytes * count) / 8);
  };
  reserve();
  return {
    record,
    makeRoom: partners => {
      list.makeRoom(partners);
      reserve();
    },
  };
}
