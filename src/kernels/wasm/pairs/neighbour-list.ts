// The record of a neighbour list in the memory of the kernels: see assembly/pairs/neighbour-list.ts.

import type { Box } from '../../../particles/system.ts';
import type { ParticleKernels } from '../host/particle-kernels.ts';
import type { KernelMemory } from '../host/web-assembly.ts';
import { createPeriodicPoints, images } from './periodic-points.ts';

export interface ListedPoints {
  /** Address of the first one, `pointBytes` each, and their number. */
  readonly points: number;
  readonly count: number;
  /** For each point its excluded partners; default none. */
  readonly excluded?: readonly Int32Array[];
}

export interface NeighbourList {
  readonly record: number;
  /** Enlarges the capacity to this number of partners. The list must be rebuilt. */
  makeRoom(partners: number): void;
}

/** Pairs closer than the range, which is less than an edge. */
export function createNeighbourList(
  { memory, layout: { pointBytes, ...layout } }: ParticleKernels,
  { points, count, excluded = [] }: ListedPoints,
  { edges }: Box,
  range: number,
): NeighbourList {
  const placed = createPeriodicPoints(memory, { points, count, pointBytes }, edges, range);
  const grid = createCellGrid(memory, placed.record, count, placed.edges, range);
  const origin = memory.allocate(pointBytes * count);
  const numbers = () => memory.allocate(4 * count + 16);
  const exclusions = excluded.some(({ length }) => length > 0)
    ? [...earlierExclusions(memory, excluded), numbers()]
    : [0, 0, 0];
  const spans = memory.allocate(8 * count);
  const copies = memory.allocate(4 * 32);
  const work = [...exclusions, 0, copies, createLaneMasks(memory)];
  const record = memory.record(
    [placed.record, grid.record, 0, numbers(), 0, origin, 0, spans, ...work],
    [range],
    1,
  );
  const reserve = (capacity: number) => {
    const partners = memory.allocate(4 * capacity);
    // The search for two points may exceed the capacity before the check.
    const earlier = memory.allocate(4 * (capacity + 2 * grid.room + 16));
    memory.words[(record + layout.listPartners) / 4] = partners;
    memory.words[(record + layout.listCapacity) / 4] = capacity;
    memory.words[(record + layout.listEarlier) / 4] = earlier;
    memory.doubles.fill(Number.NaN, origin / 8, (origin + pointBytes * count) / 8);
  };
  reserve(expectedPartners(count, edges, range));
  return { record, makeRoom: partners => reserve(Math.ceil(1.2 * partners)) };
}

/** A third more than for points spread evenly. */
function expectedPartners(count: number, edges: Box['edges'], range: number): number {
  const density = count / (edges[0] * edges[1] * edges[2]);
  const around = (4 / 3) * Math.PI * range ** 3 * density;
  return Math.ceil(count * ((2 / 3) * around + 16));
}

/** Cells of at least half the range, limited in number. `room` is the capacity for the points around a column. */
function createCellGrid(
  memory: KernelMemory,
  placed: number,
  count: number,
  edges: readonly number[],
  range: number,
): { record: number; room: number } {
  const cells = cellCounts(edges, range, Math.max(64, 8 * count));
  const [nx, ny, nz] = cells;
  const visits = [Math.min(nx + 4, 3 * nx) / nx, Math.min(5, 3 * ny) / ny, Math.min(5, 3 * nz) / nz];
  const room = count * visits.reduce((product, n) => product * Math.ceil(n), 1) + 4;
  const strideOf = (length: number) => 64 * Math.ceil((4 * length + 16) / 64);
  const [sortedStride, aroundStride] = [strideOf(count), strideOf(room)];
  const words = [
    ...[placed, nx, ny, nz, memory.allocate(4 * count), memory.allocate(4 * nx * ny * nz + 8)],
    ...[memory.allocate(4 * sortedStride), sortedStride, memory.allocate(4 * aroundStride), aroundStride],
    ...[memory.allocate(4 * (nx + 5)), imageShifts(memory, edges)],
  ];
  return { record: memory.record(words, []), room };
}

function cellCounts(edges: readonly number[], range: number, most: number): number[] {
  for (let size = range / 2; ; size *= 1.25) {
    const counts = edges.map(edge => Math.max(1, Math.floor(edge / size)));
    if (counts[0] * counts[1] * counts[2] <= most) return counts;
  }
}

/** The shift of a point at each image, and the increment of its entry, which holds the opposite image, seen from its partner. */
function imageShifts(memory: KernelMemory, edges: readonly number[]): number {
  const table = memory.allocate(16 * images.length);
  const view = new DataView(memory.words.buffer);
  images.forEach((boxes, n) => {
    boxes.forEach((k, axis) => {
      view.setFloat32(table + 16 * n + 4 * axis, k * edges[axis], true);
    });
    view.setUint32(table + 16 * n + 12, images.length - 1 - n, true);
  });
  return table;
}

/** Addresses of the excluded points i < j of each j, and of their byte offsets. */
function earlierExclusions(memory: KernelMemory, excluded: readonly Int32Array[]): number[] {
  const earlier = excluded.map(() => [] as number[]);
  excluded.forEach((partners, i) => {
    for (const j of partners) if (i !== j) earlier[Math.max(i, j)].push(Math.min(i, j));
  });
  const begins = [0];
  for (const partners of earlier) begins.push(begins[begins.length - 1] + 4 * partners.length);
  return [memory.record([...earlier.flat(), 0], []), memory.record(begins, [])];
}

// Shuffle masks for the compaction of four u32: see ../assembly/pairs/compact-lanes.ts.

/** Bytes 4 k to 4 k + 3 in one word. */
const lane = (k: number) => 0x03020100 + 0x04040404 * k;

/** The address of 16 masks: bit k of a mask's number selects lane k. */
function createLaneMasks(memory: KernelMemory): number {
  const masks = Array.from({ length: 16 }, (_, bits) => {
    const selected = [0, 1, 2, 3].filter(k => bits & (1 << k));
    return [0, 1, 2, 3].map(n => lane(selected[n] ?? 0));
  });
  return memory.record(masks.flat(), []);
}
