// Where molecules start: points of a lattice, simple cubic or face-centred cubic, stretched to fit a box; and the points
// of a face-centred lattice nearest to the origin, for clusters. Of the two lattices, the one with fewer empty points.

import type { Box } from '../box.ts';

export type Point = readonly [number, number, number];

const simpleCubic: readonly Point[] = [[0, 0, 0]];
const faceCentred: readonly Point[] = [
  [0, 0, 0],
  [0.5, 0.5, 0],
  [0.5, 0, 0.5],
  [0, 0.5, 0.5],
];

/** `count` points spread evenly over the lattice that suits this number best. */
export function boxSites({ edges }: Box, count: number): Point[] {
  const [simple, centred] = [simpleCubic, faceCentred].map(basis => latticePoints(edges, basis, count));
  const points = centred.length < simple.length ? centred : simple;
  return Array.from({ length: count }, (_, k) => points[Math.floor((k * points.length) / count)]);
}

function latticePoints(edges: Point, basis: readonly Point[], count: number): Point[] {
  const cells = cellNumbers(edges, count / basis.length);
  const points: Point[] = [];
  for (let a = 0; a < cells[0]; a++)
    for (let b = 0; b < cells[1]; b++)
      for (let c = 0; c < cells[2]; c++)
        for (const [u, v, w] of basis)
          points.push([
            ((a + u) / cells[0]) * edges[0],
            ((b + v) / cells[1]) * edges[1],
            ((c + w) / cells[2]) * edges[2],
          ]);
  return points;
}

/** Cells along each axis, about as long as wide, `least` or a few more in all. */
function cellNumbers(edges: Point, least: number): [number, number, number] {
  const width = Math.cbrt((edges[0] * edges[1] * edges[2]) / Math.max(least, 1));
  const n = edges.map(edge => Math.max(1, Math.round(edge / width)));
  while (n[0] * n[1] * n[2] < least) {
    const longest = [0, 1, 2].reduce((a, b) => (edges[b] / n[b] > edges[a] / n[a] ? b : a));
    n[longest]++;
  }
  return [n[0], n[1], n[2]];
}

/** The `count` points of a face-centred lattice with this nearest distance that are nearest to the origin. */
export function clusterSites(count: number, spacing: number): Point[] {
  const edge = spacing * Math.SQRT2;
  // A ball of this many cells has 4 · (4/3)π r³ points, more than enough.
  const r = Math.ceil(Math.cbrt(count / 4)) + 1;
  const points: Point[] = [];
  for (let a = -r; a <= r; a++)
    for (let b = -r; b <= r; b++)
      for (let c = -r; c <= r; c++)
        for (const [u, v, w] of faceCentred) points.push([(a + u) * edge, (b + v) * edge, (c + w) * edge]);
  const fromOrigin = (p: Point) => p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
  return points.sort((p, q) => fromOrigin(p) - fromOrigin(q)).slice(0, count);
}
