// Rods that say nothing new: rows of G = ∂g/∂x that depend on others at the start.
//   everywhere: also at places nearby, such as the tenth distance of methane. The rod may be left out, if its length is
//               the one that the others leave it;
//   here only:  a flat or straight shape with more rods than it needs, such as a square with both diagonals. The rods act
//               to second order, and no method for regular constraints can keep them.

import { patternFromRows } from '../linalg/pattern.ts';
import { rowRank } from '../linalg/row-rank.ts';
import type { DependentRow } from '../linalg/scaled-rows.ts';
import type { ParticleSystem } from './particle-system.ts';

export interface RedundantRod {
  /** Its number in the system. */
  readonly rod: number;
  /** The rods that it depends on. */
  readonly on: readonly number[];
  readonly kind: 'everywhere' | 'here only';
}

export type RodsAtPlaces = Pick<ParticleSystem, 'positions' | 'rods' | 'anchored'>;

/** How far particles are moved to see whether a dependence holds nearby too, relative to a rod. */
const nudge = 1e-2;

/** Among rods that share particles, given by their numbers, group by group. */
export function redundantAmong(system: RodsAtPlaces, groups: Iterable<readonly number[]>): RedundantRod[] {
  const fixed = new Set(system.anchored);
  const found: RedundantRod[] = [];
  for (const group of groups) found.push(...redundantIn(system, group, fixed));
  return found;
}

function redundantIn(
  system: RodsAtPlaces,
  group: readonly number[],
  fixed: ReadonlySet<number>,
): RedundantRod[] {
  const here = dependentRows(system, group, fixed, system.positions);
  if (here.length === 0) return [];
  const nearby = dependentRows(system, group, fixed, nudged(system, group, fixed));
  return here.map(({ row, on }) => ({
    rod: group[row],
    on: on.map(other => group[other]),
    // Rank can only rise nearby: as many dependent rods there means that all of them stay so.
    kind: nearby.length === here.length ? 'everywhere' : 'here only',
  }));
}

function dependentRows(
  { rods }: RodsAtPlaces,
  group: readonly number[],
  fixed: ReadonlySet<number>,
  x: Float64Array,
): DependentRow[] {
  const ends = group.map(k => [rods[k].a, rods[k].b].filter(i => !fixed.has(i)).sort((i, j) => i - j));
  const pattern = patternFromRows(
    ends.map(moving => moving.flatMap(i => [3 * i, 3 * i + 1, 3 * i + 2])),
    x.length,
  );
  const values = ends.flatMap((moving, row) => {
    const { a, b } = rods[group[row]];
    return moving.flatMap(i => [0, 1, 2].map(c => (i === a ? 1 : -1) * (x[3 * a + c] - x[3 * b + c])));
  });
  return rowRank(pattern, Float64Array.from(values)).dependent;
}

/** Moving particles a little aside, each in a direction of its own. */
function nudged(
  { positions, rods }: RodsAtPlaces,
  group: readonly number[],
  fixed: ReadonlySet<number>,
): Float64Array {
  const x = positions.slice();
  const shortest = group.reduce((least, k) => Math.min(least, rods[k].length), Number.POSITIVE_INFINITY);
  const moving = new Set(group.flatMap(k => [rods[k].a, rods[k].b]).filter(i => !fixed.has(i)));
  let k = 0;
  for (const i of moving)
    for (let c = 0; c < 3; c++) x[3 * i + c] += nudge * shortest * Math.sin(1 + 2.399963 * (k++) ** 1.37);
  return x;
}
