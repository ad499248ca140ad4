// Who stands too near to whom: the smallest ratio of distance and size of a pair, over all pairs that feel each other.
// Sizes are σ of Lennard-Jones; charges without a core have `bareSize`, for nothing keeps them apart.
// Differences are those of nearest images. By cells, O(N).

import { createCellGrid } from '../pairs/cell-grid.ts';
import type { ForceTerm, ParticleSystem } from '../system.ts';
import { isKind } from '../terms/kinds.ts';
import { distanceBetween } from './closest-pair.ts';

export interface Nearness {
  readonly i: number;
  readonly j: number;
  readonly distance: number;
  readonly size: number;
}

/** Å. */
const bareSize = 1;
/** Two places this near are one place to a potential that somebody wrote as a formula. */
const samePlace = 1e-3;

/** The worst pair of two molecules, and of one, nearer than this part of their size. */
export interface WorstPairs {
  readonly between: Nearness | null;
  readonly within: Nearness | null;
}

export function worstPairs(system: ParticleSystem, terms: readonly ForceTerm[], part: number): WorstPairs {
  const { positions: x, molecule, box, excluded } = system;
  const sizes = createSizes(system, terms);
  const reach = part * sizes.longest;
  const worst: { between: Nearness | null; within: Nearness | null } = { between: null, within: null };
  if (!(reach > 0)) return worst;
  const grid = createCellGrid(molecule.length, box, reach);
  const near = new Int32Array(molecule.length);
  grid.fill(x);
  for (let i = 0; i < molecule.length; i++) {
    const count = grid.earlierWithin(i, near);
    for (const j of near.subarray(0, count)) {
      const where = molecule[i] === molecule[j] ? 'within' : 'between';
      const known = worst[where];
      const size = sizes.of(i, j);
      const distance = distanceBetween(x, i, j, box);
      const limit = known ? known.distance / known.size : part;
      if (distance < limit * size && !excluded[i].includes(j)) worst[where] = { i: j, j: i, distance, size };
    }
  }
  return worst;
}

/** σ of the pairs of kinds, and what is left to charges and formulas. */
function createSizes({ kind, charge }: ParticleSystem, terms: readonly ForceTerm[]) {
  const table = terms.find(isKind('lennard-jones'))?.table;
  const sigma = Array.from(table?.c12 ?? [], (c12, k) =>
    c12 > 0 ? (c12 / (table?.c6[k] ?? 1)) ** (1 / 6) : 0,
  );
  const hasCharges = charge.some(q => q !== 0);
  const hasFormulas = terms.some(isKind('pair-formula'));
  const least = hasFormulas ? samePlace : 0;
  return {
    longest: Math.max(...sigma, hasCharges ? bareSize : 0, least),
    of(i: number, j: number): number {
      const core = table ? sigma[kind[i] * table.kinds + kind[j]] : 0;
      if (core > 0) return core;
      return charge[i] !== 0 && charge[j] !== 0 ? bareSize : least;
    },
  };
}
