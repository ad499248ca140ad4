// Record of a batch of clusters of rods of one topology, two to a block; written by the host.

import { component } from '../blocks.ts';
import { placeBytes } from '../cluster-blocks.ts';

export class RodBatch {
  /** Addresses of x, y, z of all particles of the system: at the start of the step, at its end, momenta. */
  old: usize;
  x: usize;
  p: usize;
  /** Numbers of blocks, of particles and rods in each cluster, and of pairs of rods that share a particle. */
  blocks: usize;
  particles: usize;
  rods: usize;
  pairs: usize;
  /** Largest difference of the numbers of two rods that share a particle. */
  band: usize;
  /** The topology, for clusters.ts: see Rod and Pair there. */
  rod: usize;
  pair: usize;
  /** By block: offsets of its particles, their inverse masses, squared lengths of its rods. */
  places: usize;
  inverseMass: usize;
  length2: usize;
  /** Work space for the particles and rods of a block, initially zero. */
  work: usize;
  tolerance: f64;
}

/** Newton's method converges quadratically: a solve that needs more iterations diverges. */
export const maxIterations = 40;

export function placesOf(batch: RodBatch, block: usize): usize {
  return batch.places + block * batch.particles * placeBytes;
}

/** 1/mass of each particle of a block, pairs of doubles. */
export function inverseMasses(batch: RodBatch, block: usize): usize {
  return batch.inverseMass + block * batch.particles * component;
}
