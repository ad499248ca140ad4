// Particles as plain data: what they are, where they start, how they are joined. Forces are terms beside it
// (force-term.ts); the problem of the engine is made from both (problem/from-particles.ts).

import type { Box } from './box.ts';

/** |r_a − r_b| = length for all times: a rigid bond, or an angle given as a distance. */
export interface Rod {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

export interface ParticleSystem {
  readonly count: number;
  /** Name of each particle, for messages and files: O, H1, C7. */
  readonly names: readonly string[];
  readonly mass: Float64Array;
  readonly charge: Float64Array;
  /** Kind of each particle, an index into `kinds`; pair parameters belong to kinds. */
  readonly kind: Int32Array;
  readonly kinds: readonly string[];
  /** Which molecule each particle belongs to; a molecule is a run of neighbouring particles. */
  readonly molecule: Int32Array;
  /** What each molecule is called: SOL, C16. */
  readonly moleculeNames: readonly string[];
  /** null: open space. */
  readonly box: Box | null;
  /** x, y, z of each particle in turn, 3 · count entries. */
  readonly positions: Float64Array;
  readonly momenta: Float64Array;
  readonly rods: readonly Rod[];
  /** Particles that do not move. */
  readonly anchored: readonly number[];
  /** Pairs that feel no pair force, such as those of one rigid molecule: for each particle, its excluded partners. */
  readonly excluded: readonly Int32Array[];
}
