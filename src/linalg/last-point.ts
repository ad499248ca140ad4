// The point of the last evaluation: key of a cache with one entry. Results are reused for a point with the same bits only, so
// that a run gives the same bytes with and without the cache, and checkpoints need not contain it.

import { sameBits } from './dense.ts';

export interface LastPoint {
  /** Whether z begins with the bits of the last point. */
  is(z: Float64Array): boolean;
  /** Makes the first numbers of z the last point. */
  set(z: Float64Array): void;
  forget(): void;
}

/** A cache key of `length` numbers, such as the q of a state; initially empty. */
export function createLastPoint(length: number): LastPoint {
  // NaN equals nothing: the empty cache.
  const known = new Float64Array(length).fill(Number.NaN);
  return {
    is: z => sameBits(z, known),
    set(z) {
      for (let i = 0; i < length; i++) known[i] = z[i];
    },
    forget() {
      known.fill(Number.NaN);
    },
  };
}
