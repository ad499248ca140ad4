// Distances between particles of different molecules: the smallest of all, and the pairs that overlap,
//   |r_i − r_j| < d(kind of i, kind of j).
// Differences are those of nearest images. By cells, O(N).

import type { Kind } from '../models/molecule-model.ts';
import { createCellGrid, type GrowingGrid } from '../pairs/cell-grid.ts';
import { type Box, nearestImage } from '../system.ts';

export interface Pair {
  readonly i: number;
  readonly j: number;
  readonly distance: number;
}

/** The part of a ParticleSystem with positions and molecules. */
export interface ParticleCloud {
  readonly positions: Float64Array;
  readonly molecule: Int32Array;
  readonly kind: Int32Array;
  readonly box: Box | null;
}

/** Minimum distance for each pair of kinds, and the largest of them. */
export interface Clearance {
  between(a: number, b: number): number;
  readonly longest: number;
}

/** Minimum distance of hydrogens and other particles without a repulsive core, Å. */
export const bareDistance = 1;

/** A fraction of the Lorentz mean of both σ: at 0.8 the Lennard-Jones energy is 43 ε, which a few steps of minimisation remove. */
export function clearanceOf(kinds: readonly Kind[], part: number): Clearance {
  const between = (a: number, b: number) => {
    const hasCore = kinds[a].epsilon * kinds[b].epsilon > 0;
    return hasCore ? (part * (kinds[a].sigma + kinds[b].sigma)) / 2 : bareDistance;
  };
  const every = kinds.map((_, k) => k);
  return { between, longest: Math.max(0, ...every.flatMap(a => every.map(b => between(a, b)))) };
}

export function distanceBetween(x: Float64Array, i: number, j: number, box: Box | null): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = x[3 * i + k] - x[3 * j + k];
    const nearest = box ? nearestImage(d, box.edges[k]) : d;
    square += nearest * nearest;
  }
  return Math.sqrt(square);
}

/** A particle of another molecule that is too near to particle i; null when there is none in the grid. */
export function overlappingPair(
  cloud: ParticleCloud,
  i: number,
  grid: GrowingGrid,
  clearance: Clearance,
): Pair | null {
  const { positions: x, molecule, kind, box } = cloud;
  for (const j of grid.near(x[3 * i], x[3 * i + 1], x[3 * i + 2])) {
    if (molecule[j] === molecule[i]) continue;
    const distance = distanceBetween(x, i, j, box);
    if (distance < clearance.between(kind[i], kind[j])) return { i, j, distance };
  }
  return null;
}

/** The nearest two particles of different molecules; null when there is one molecule only. */
export function closestPair(cloud: ParticleCloud): Pair | null {
  const count = cloud.molecule.length;
  if (count < 2 || cloud.molecule[0] === cloud.molecule[count - 1]) return null;
  // Widen the cells until a pair is found; every pair closer than the cell width has been compared.
  for (let width = 2; ; width *= 2) {
    const pair = closestWithin(cloud, width);
    if (pair.distance < width) return pair;
    // NaN in a position, or particles too far apart to matter.
    if (width > 1e9) return null;
  }
}

function closestWithin(cloud: ParticleCloud, width: number): Pair {
  const { positions: x, molecule, box } = cloud;
  const grid = createCellGrid(molecule.length, box, width);
  const near = new Int32Array(molecule.length);
  grid.fill(x);
  let closest: Pair = { i: -1, j: -1, distance: Number.POSITIVE_INFINITY };
  for (let i = 0; i < molecule.length; i++) {
    const count = grid.earlierWithin(i, near);
    for (const j of near.subarray(0, count)) {
      if (molecule[j] === molecule[i]) continue;
      const distance = distanceBetween(x, i, j, box);
      if (distance < closest.distance) closest = { i: j, j: i, distance };
    }
  }
  return closest;
}
