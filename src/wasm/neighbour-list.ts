// The record of a neighbour list in the memory of the kernels: see assembly/neighbour-list.ts.

import type { Box } from '../particles/box.ts';
import type { KernelMemory } from './kernel-memory.ts';

export interface ListedPoints {
  /** Address of the first point, bytes from one to the next, how many there are. */
  readonly points: number;
  readonly stride: number;
  readonly count: number;
}

export interface NeighbourList {
  readonly record: number;
  /** Room for so many partners of a point. The list must be made again. */
  makeRoom(partners: number): void;
  /** Forgets where the points were, so that the list is made before it is used next. */
  forget(): void;
}

export function createNeighbourList(
  memory: KernelMemory,
  { points, stride, count }: ListedPoints,
  { edges }: Box,
  range: number,
): NeighbourList {
  const cells = Math.max(64, 8 * count);
  const capacity = expectedPartners(count, edges, range);
  const origin = memory.allocate(32 * count);
  const words = [
    points,
    stride,
    count,
    memory.allocate(4 * count * capacity),
    memory.allocate(4 * count),
    capacity,
  ];
  const work = [memory.allocate(32 * count), memory.allocate(32 * count), memory.allocate(4 * count)];
  const record = memory.record(
    [...words, origin, ...work, memory.allocate(4 * cells + 4), cells],
    [...edges, ...edges.map(edge => 1 / edge), range],
    5,
  );
  const forget = () => memory.doubles.fill(Number.NaN, origin / 8, origin / 8 + 4 * count);
  forget();
  return {
    record,
    makeRoom: partners => {
      const room = 2 * Math.ceil(0.6 * partners);
      const rows = memory.allocate(4 * count * room);
      memory.words[record / 4 + 3] = rows;
      memory.words[record / 4 + 5] = room;
      forget();
    },
    forget,
  };
}

/** Twice as many as there would be if the points were spread evenly, and an even number. */
function expectedPartners(count: number, edges: Box['edges'], range: number): number {
  const density = count / (edges[0] * edges[1] * edges[2]);
  const around = Math.min(count, (4 / 3) * Math.PI * range ** 3 * density);
  return 2 * Math.ceil(around / 2) + 16;
}
