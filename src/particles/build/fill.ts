// Places molecules at their sites one by one, each in a random orientation without overlap with those already placed.
// Deterministic: the same models, sites and seed give the same numbers.

import { createNormalSource, type NormalSource } from '../../random/philox.ts';
import { siteName } from '../names.ts';
import { createGrowingGrid, type GrowingGrid } from '../pairs/cell-grid.ts';
import type { Box } from '../system.ts';
import { type Assembly, assemble, type Component, firstParticles, moleculesOf } from './assemble.ts';
import {
  type Clearance,
  clearanceOf,
  overlappingPair,
  type Pair,
  type ParticleCloud,
} from './closest-pair.ts';
import { place, type Rotation } from './orientation.ts';

interface Filling {
  readonly components: readonly Component[];
  /** One for each molecule. */
  readonly sites: readonly Point[];
  readonly box: Box | null;
  readonly seed: number;
  /** Draws a random orientation. */
  readonly turn: (random: NormalSource) => Rotation;
}

/** Minimum distance of molecules as a fraction of σ. */
export const clearancePart = 0.8;
/** Orientations tried before a site is reported as too narrow. */
const mostTurns = 500;

export function fillSites({ components, sites, box, seed, turn }: Filling): Assembly {
  const models = moleculesOf(components);
  const first = firstParticles(models);
  const assembly = assemble(components, new Float64Array(3 * first[models.length]), box);
  const { system, kinds } = assembly;
  const clearance = clearanceOf(kinds, clearancePart);
  const grid = createGrowingGrid(system.positions, box, clearance.longest || 1);
  const random = createNormalSource(seed);
  const order = components.length > 1 ? shuffled(sites, random) : sites;
  for (let m = 0; m < models.length; m++) {
    const own = system.positions.subarray(3 * first[m], 3 * first[m + 1]);
    let meeting: Pair | null = null;
    for (let k = 0; k < mostTurns; k++) {
      place(models[m].shape, turn(random), order[m], own);
      meeting = firstMeeting(system, first[m], first[m + 1], { grid, clearance });
      if (!meeting) break;
    }
    if (meeting) throw new RangeError(tooNarrow(assembly, meeting));
    for (let i = first[m]; i < first[m + 1]; i++) grid.add(i);
  }
  return assembly;
}

function firstMeeting(
  cloud: ParticleCloud,
  from: number,
  to: number,
  { grid, clearance }: { grid: GrowingGrid; clearance: Clearance },
): Pair | null {
  for (let i = from; i < to; i++) {
    const meeting = overlappingPair(cloud, i, grid, clearance);
    if (meeting) return meeting;
  }
  return null;
}

function tooNarrow({ system }: Assembly, { i, j, distance }: Pair): string {
  return `no room: ${siteName(system, i)} comes within ${distance.toFixed(2)} Å of ${siteName(system, j)} however it is turned; choose a lower density or a larger box`;
}

/** Fisher and Yates. */
function shuffled<T>(list: readonly T[], random: NormalSource): T[] {
  const copy = [...list];
  for (let k = copy.length - 1; k > 0; k--) {
    const at = Math.floor(random.uniform() * (k + 1));
    [copy[k], copy[at]] = [copy[at], copy[k]];
  }
  return copy;
}

// Where molecules start: points of a lattice, simple cubic or face-centred cubic, stretched to fit a box; and the points
// of a face-centred lattice nearest to the origin, for clusters. Of the two lattices, the one with fewer unused points.

export type Point = readonly [number, number, number];

const simpleCubic: readonly Point[] = [[0, 0, 0]];
const faceCentred: readonly Point[] = [
  [0, 0, 0],
  [0.5, 0.5, 0],
  [0.5, 0, 0.5],
  [0, 0.5, 0.5],
];

/** `count` points spread evenly over the lattice with fewer unused points. */
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
