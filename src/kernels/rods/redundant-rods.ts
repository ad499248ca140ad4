// Rods that say nothing new: rows of G = ∂g/∂x that depend on others at the start.
//   everywhere: also at places nearby, such as the tenth distance of methane. The rod may be left out, if its length is
//               the one that the others leave it;
//   here only:  a flat or straight shape with more rods than it needs, such as a square with both diagonals. The rods act
//               to second order, and no method for regular constraints can keep them.
// Clusters that are trees have independent rods wherever they are, and so has a triangle that is one.

import { patternFromRows } from '../../linalg/pattern.ts';
import { rowRank } from '../../linalg/row-rank.ts';
import type { DependentRow } from '../../linalg/scaled-rows.ts';
import type { Cluster } from './clusters.ts';
import { inverseMasses, type RodSystem, type RodTable, rodTable } from './rod-table.ts';

export interface RedundantRod {
  /** Its number in the system. */
  readonly rod: number;
  /** The rods that it depends on. */
  readonly on: readonly number[];
  readonly kind: 'everywhere' | 'here only';
}

/** How far particles are moved to see whether a dependence holds nearby too, relative to a rod. */
const nudge = 1e-2;

/** For all clusters of a system. */
export function redundantRods(system: RodSystem, clusters: readonly Cluster[]): RedundantRod[] {
  const w = inverseMasses(system);
  const doubtful = clusters.filter(({ isTree, shape }) => !isTree && shape !== 'water');
  return doubtful.flatMap(cluster => redundantIn(system, cluster, w));
}

function redundantIn(system: RodSystem, cluster: Cluster, w: Float64Array): RedundantRod[] {
  const here = dependentRows(rodTable(system, cluster.rods, w), system.positions);
  if (here.length === 0) return [];
  const nearby = dependentRows(rodTable(system, cluster.rods, w), nudged(system, cluster));
  return here.map(({ row, on }) => ({
    rod: cluster.rods[row],
    on: on.map(other => cluster.rods[other]),
    // Rank can only rise nearby: as many dependent rods there means that all of them stay so.
    kind: nearby.length === here.length ? 'everywhere' : 'here only',
  }));
}

function dependentRows({ a, b, wa, wb }: RodTable, x: Float64Array): DependentRow[] {
  const columns = Array.from(a, (_, k) =>
    [...(wa[k] > 0 ? [a[k]] : []), ...(wb[k] > 0 ? [b[k]] : [])].sort((i, j) => i - j),
  );
  const pattern = patternFromRows(
    columns.map(starts => starts.flatMap(i => [i, i + 1, i + 2])),
    x.length,
  );
  const values = columns.flatMap((starts, k) =>
    starts.flatMap(i => {
      const sign = i === a[k] ? 1 : -1;
      return [0, 1, 2].map(c => sign * (x[a[k] + c] - x[b[k] + c]));
    }),
  );
  return rowRank(pattern, Float64Array.from(values)).dependent;
}

/** Moving particles a little aside, each in a direction of its own. */
function nudged({ positions, rods }: RodSystem, cluster: Cluster): Float64Array {
  const x = positions.slice();
  const size =
    nudge * cluster.rods.reduce((least, k) => Math.min(least, rods[k].length), Number.POSITIVE_INFINITY);
  cluster.particles.forEach((particle, k) => {
    for (let c = 0; c < 3; c++) x[3 * particle + c] += size * Math.sin(1 + 2.399963 * (3 * k + c) ** 1.37);
  });
  return x;
}
