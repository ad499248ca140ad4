// Newton's method in WebAssembly for clusters of one topology, as its kernels want to see them.

import { couplingWidth, createRodClusters, isAlongChain, type RodEnds } from '../../wasm/rod-clusters.ts';
import { type Cluster, largestSmall } from './clusters.ts';
import type { KernelMaker } from './kernel-rods.ts';
import type { RodSystem } from './rod-table.ts';

/** undefined: anchored particles, or a matrix that is sparse rather than a band. */
export function newtonKernel(
  system: RodSystem,
  clusters: readonly Cluster[],
  tolerance: number,
): KernelMaker | undefined {
  const { rods, mass } = system;
  const orders = clusters.map(cluster => alongChain(system, cluster));
  const ends = endsOf(system, clusters[0], orders[0]);
  if (!ends || couplingWidth(ends) >= largestSmall) return undefined;
  const lengths = clusters.map(cluster => cluster.rods.map(k => rods[k].length));
  return (kernels, arrays) =>
    createRodClusters(kernels, arrays, { particles: orders, lengths, ends, mass, tolerance });
}

/** The particles along the chain, if it is one: their order tells all but which of the first two comes first. */
function alongChain(system: RodSystem, cluster: Cluster): readonly number[] {
  const [first, second, ...others] = cluster.particles;
  const turned = [second, first, ...others];
  const ends = endsOf(system, cluster, turned);
  return ends && isAlongChain(ends) ? turned : cluster.particles;
}

/** The ends of its rods as places in this order of its particles; null where one is anchored. */
function endsOf({ rods }: RodSystem, cluster: Cluster, order: readonly number[]): RodEnds[] | null {
  const place = new Map(order.map((particle, at) => [particle, at]));
  const ends = cluster.rods.map(k => [place.get(rods[k].a) ?? -1, place.get(rods[k].b) ?? -1] as const);
  return ends.flat().includes(-1) ? null : ends;
}
