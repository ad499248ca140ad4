// Clusters of rods of one topology, two to a block, as their owner lays them out in memory.

import { component } from '../blocks.ts';
import { placeBytes } from '../cluster-blocks.ts';

export class RodBatch {
  /** Addresses of x, y, z of all particles of the system: where the step began, where it ends, momenta. */
  old: usize;
  x: usize;
  p: usize;
  /** How many blocks there are, particles and rods in each cluster, and pairs of rods that share a particle. */
  blocks: usize;
  particles: usize;
  rods: usize;
  pairs: usize;
  /** How far apart rods are that share a particle. */
  band: usize;
  /** The topology, for rod-clusters.ts: see Rod and Pair there. */
  rod: usize;
  pair: usize;
  /** By block: places of its particles, their inverse masses, squared lengths of its rods. */
  places: usize;
  inverseMass: usize;
  length2: usize;
  /** Room for the particles and rods of a block, all zero at first. */
  work: usize;
  tolerance: f64;
}

/** Newton's method doubles the digits; who needs more has lost the way. */
export const maxIterations = 40;

export function placesOf(batch: RodBatch, block: usize): usize {
  return batch.places + block * batch.particles * placeBytes;
}

/** 1/mass of each particle of a block, pairs of doubles. */
export function inverseMasses(batch: RodBatch, block: usize): usize {
  return batch.inverseMass + block * batch.particles * component;
}
