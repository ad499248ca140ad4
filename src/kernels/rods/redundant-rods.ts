// Redundant rods (particles/redundant-rods.ts) among the clusters of a system. Clusters that are trees have independent
// rods wherever they are, and so has a triangle that is one.

import { type RedundantRod, redundantAmong } from '../../particles/redundant-rods.ts';
import type { Cluster } from './clusters.ts';
import type { RodSystem } from './rod-table.ts';

/** For all clusters of a system. */
export function redundantRods(system: RodSystem, clusters: readonly Cluster[]): RedundantRod[] {
  const doubtful = clusters.filter(({ isTree, shape }) => !isTree && shape !== 'water');
  return redundantAmong(
    system,
    doubtful.map(({ rods }) => rods),
  );
}
