// Clusters of rods in the memory of the kernels, two to a block: see assembly/rods/clusters.ts and assembly/rods/chains.ts.

import type { Layout, ParticleKernels } from '../host/particle-kernels.ts';
import { inLanes, placesOf, type RodKernel, type SystemArrays } from '../host/system-arrays.ts';

/** Clusters of one topology; masses and lengths may differ. */
export interface RodClusters {
  /** Numbers of the particles of each cluster, all of which move. */
  readonly particles: readonly (readonly number[])[];
  /** Lengths of the rods of each cluster. */
  readonly lengths: readonly (readonly number[])[];
  /** The two ends of each rod, as indices among the particles of its cluster. */
  readonly ends: readonly RodEnds[];
  readonly mass: Float64Array;
  /** Largest |r² − length²| / (2 length²) that counts as solved. */
  readonly tolerance: number;
}

export type RodEnds = readonly [number, number];

export function createRodClusters(
  { memory, functions, layout }: ParticleKernels,
  { old, x, p }: SystemArrays,
  { particles, lengths, ends, mass, tolerance }: RodClusters,
): RodKernel {
  const [m, n, blocks] = [ends.length, particles[0].length, (particles.length + 1) >> 1];
  const isChain = isAlongChain(ends);
  const [pairs, band] = [pairsOf(ends), couplingWidth(ends)];
  const words = (values: readonly number[]) => memory.record(values, []);
  const doubles = (values: readonly number[]) => memory.record([], values);
  const tables = [
    words(ends.flat()),
    words(pairs.flatMap(({ k, l, particle, sign }) => [k, l, particle, sign])),
    words(placesOf(inLanes(particles))),
    doubles(inLanes(particles).map(i => 1 / mass[i])),
    doubles(inLanes(lengths).map(length => length * length)),
    memory.allocate(isChain ? chainBytes(layout, n) : clusterBytes(layout, n, m, band)),
  ];
  const record = memory.record([old, x, p, blocks, n, m, pairs.length, band, ...tables], [tolerance]);
  const [move, project] = isChain
    ? [functions.moveChains, functions.projectChains]
    : [functions.moveClusters, functions.projectClusters];
  return {
    moveOntoRods: h => move(record, h) < 0,
    projectMomenta: () => project(record) < 0,
  };
}

/** Work space of a block of n particles and m rods. */
const chainBytes = (layout: Layout, n: number) => layout.chainParticleBytes * n;
const clusterBytes = (layout: Layout, n: number, m: number, band: number) =>
  layout.clusterParticleBytes * n + (layout.clusterRodBytes + layout.clusterBandBytes * band) * m;

/** Whether rod k joins particles k and k + 1. */
export function isAlongChain(ends: readonly RodEnds[]): boolean {
  return ends.every(([a, b], k) => Math.min(a, b) === k && Math.max(a, b) === k + 1);
}

/** Largest difference of the numbers of two rods that share a particle: the half bandwidth of the matrix of the multipliers. */
export function couplingWidth(ends: readonly RodEnds[]): number {
  return pairsOf(ends).reduce((width, { k, l }) => Math.max(width, k - l), 0);
}

/** Rods k > l that share a particle, and 1 if it is the same end of both, −1 if not. */
interface RodPair {
  readonly k: number;
  readonly l: number;
  readonly particle: number;
  readonly sign: 1 | -1;
}

function pairsOf(ends: readonly RodEnds[]): RodPair[] {
  const touching = new Map<number, { rod: number; end: number }[]>();
  return ends.flatMap((own, k) =>
    own.flatMap((particle, end): RodPair[] => {
      const others = touching.get(particle) ?? [];
      const pairs = others.map(other => {
        const sign = other.end === end ? 1 : -1;
        return { k, l: other.rod, particle, sign } as const;
      });
      touching.set(particle, [...others, { rod: k, end }]);
      return pairs;
    }),
  );
}
