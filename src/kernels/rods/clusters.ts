// Clusters of rods: connected components of the graph of particles and rods, where an anchored particle does not connect
// its rods, since its inverse mass is 0. The shape of a cluster decides how it is solved.

import type { RodSystem } from '../../particles/system.ts';
import { rodGroups } from '../../particles/topology/rod-graph.ts';
import { rodTable } from './table.ts';

/**
 * rod: one rod. water: three particles, all joined, with two equal arms and equal masses at their ends.
 * small: few enough rods for dense matrices. large: chains, trees, rings and networks.
 */
export type ClusterShape = 'rod' | 'water' | 'small' | 'large';

export interface Cluster {
  readonly shape: ClusterShape;
  /** Numbers of its rods; along the chain or ring where it is one. */
  readonly rods: readonly number[];
  /** Its moving particles in the order in which the rods name them; of water the one between the equal arms first. */
  readonly particles: readonly number[];
  /** Key of the topology; equal for clusters that differ in masses, lengths and positions only. */
  readonly topology: string;
}

export const largestSmall = 8;

export function findClusters(system: RodSystem): Cluster[] {
  const touching = rodsByMovingParticle(system);
  return rodGroups(system).map(({ rods }) => describe(system, rods, touching));
}

/** For each moving particle the rods that end there; nothing for anchored ones. */
function rodsByMovingParticle(system: RodSystem): number[][] {
  const { a, b, wa, wb } = rodTable(
    system,
    system.rods.map((_, k) => k),
  );
  const touching: number[][] = Array.from({ length: system.count }, () => []);
  for (let k = 0; k < a.length; k++) {
    if (wa[k] > 0) touching[a[k] / 3].push(k);
    if (wb[k] > 0) touching[b[k] / 3].push(k);
  }
  return touching;
}

function neighbours({ rods }: RodSystem, rod: number, touching: readonly number[][]): number[] {
  const { a, b } = rods[rod];
  return [...new Set([...touching[a], ...touching[b]])].filter(other => other !== rod).sort((k, l) => k - l);
}

function describe(system: RodSystem, found: readonly number[], touching: readonly number[][]): Cluster {
  const rods = along(found, rod => neighbours(system, rod, touching));
  const particles = movingParticles(system, rods, touching);
  const ends = rods.flatMap(rod => [system.rods[rod].a, system.rods[rod].b]);
  const common = { rods, topology: topologyOf(ends, particles) };
  const water = waterOrder(system, rods, particles);
  if (rods.length === 1) return { ...common, particles, shape: 'rod' };
  if (water) return { ...common, particles: water, shape: 'water' };
  return { ...common, particles, shape: rods.length <= largestSmall ? 'small' : 'large' };
}

/** The order along a chain (from the end with the lower number) or a ring; ascending for anything else. */
function along(rods: readonly number[], next: (rod: number) => number[]): readonly number[] {
  if (rods.some(rod => next(rod).length > 2)) return rods;
  const order = [rods.find(rod => next(rod).length < 2) ?? rods[0]];
  const seen = new Set(order);
  for (;;) {
    const following = next(order[order.length - 1]).find(rod => !seen.has(rod));
    if (following === undefined) return order;
    order.push(following);
    seen.add(following);
  }
}

function movingParticles({ rods }: RodSystem, numbers: readonly number[], touching: readonly number[][]) {
  const ends = numbers.flatMap(number => [rods[number].a, rods[number].b]);
  return [...new Set(ends)].filter(i => touching[i].length > 0);
}

/** Ends as indices among the particles of the cluster; x for an anchored one. */
function topologyOf(ends: readonly number[], particles: readonly number[]): string {
  const place = new Map(particles.map((particle, k) => [particle, k]));
  return ends.map(i => place.get(i) ?? 'x').join(' ');
}

/** The particle between two equal arms, then those at their ends; null where there is no such triangle. */
function waterOrder(system: RodSystem, rods: readonly number[], particles: readonly number[]) {
  if (rods.length !== 3 || particles.length !== 3) return null;
  const length = (i: number, j: number) =>
    system.rods[
      rods.find(k => [i, j].every(end => system.rods[k].a === end || system.rods[k].b === end)) ?? -1
    ]?.length;
  for (const o of particles) {
    const [h1, h2] = particles.filter(i => i !== o);
    const arm = length(o, h1);
    const isWater = arm !== undefined && arm === length(o, h2) && length(h1, h2) !== undefined;
    if (isWater && system.mass[h1] === system.mass[h2]) return [o, h1, h2];
  }
  return null;
}
