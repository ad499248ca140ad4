// The point of the last evaluation: a cache of one entry. What was computed there is used again for bitwise the same point only,
// so that a run gives the same bytes with and without it, and a checkpoint need not keep it.

import { sameBits } from './dense.ts';

export interface LastPoint {
  /** Whether z begins with the numbers of the last point. */
  is(z: Float64Array): boolean;
  /** Takes the first numbers of z as the last point. */
  set(z: Float64Array): void;
  forget(): void;
}

/** A point of so many numbers, such as the q of a state; at first it is none. */
export function createLastPoint(length: number): LastPoint {
  // NaN, an empty memory, agrees with nothing.
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
