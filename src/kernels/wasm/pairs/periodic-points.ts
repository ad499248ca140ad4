// The record of points of a periodic box on a grid: see assembly/pairs/periodic-points.ts.

import type { KernelMemory } from '../host/web-assembly.ts';

export interface PeriodicPoints {
  readonly record: number;
  /** Rounded to the grid. */
  readonly edges: readonly number[];
}

/** Coordinate of the dummy point, outside every cut-off. */
const farAway = 1e10;

/** The edges rounded to the grid, and its spacing: 1.5 edges have 52 bits. */
function onGrid(given: readonly number[]): { edges: readonly number[]; spacing: number } {
  const spacing = 2 ** (Math.ceil(Math.log2(1.6 * Math.max(...given))) - 52);
  return { edges: given.map(edge => spacing * Math.round(edge / spacing)), spacing };
}

/** x, y and z of the 27 images, in boxes. */
export const images: readonly (readonly number[])[] = Array.from({ length: 27 }, (_, n) => [
  Math.floor(n / 9) - 1,
  (Math.floor(n / 3) % 3) - 1,
  (n % 3) - 1,
]);

interface PointArray {
  /** Address of the first point, bytes of each, and their number. */
  readonly points: number;
  readonly pointBytes: number;
  readonly count: number;
}

/** Allocates for the largest number of copies of points that pairs within the range can need. */
export function createPeriodicPoints(
  memory: KernelMemory,
  { points, count, pointBytes }: PointArray,
  box: readonly number[],
  range: number,
): PeriodicPoints {
  const { edges, spacing } = onGrid(box);
  // In a large box a point is never near both faces across an edge.
  const most = box.reduce((product, edge) => product * (edge > 2.001 * range ? 2 : 3), 1);
  const places = memory.allocate(pointBytes * (most * count + 1));
  const last = places + pointBytes * count;
  memory.doubles.fill(farAway, last / 8, (last + pointBytes) / 8);
  const vectors = (values: readonly (readonly number[])[]) => memory.record([], values.flat());
  const words = [
    ...[points, count, places, 0, memory.allocate(pointBytes * count)],
    vectors([edges, [0]]),
    vectors([edges.map(edge => 1 / edge), [0]]),
    vectors(images.map(boxes => [...boxes.map((n, axis) => n * edges[axis]), 0])),
  ];
  return { record: memory.record(words, [1.5 * 2 ** 52 * spacing]), edges };
}
