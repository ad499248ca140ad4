// Sums over blocks of samples that lie together in time, for a run whose length is not known: blocks begin with one sample
// each, and when there are enough of them neighbours are joined, so that there are always 16 to 32 full ones of equal length.
// Their scatter tells the error of the mean, once blocks are longer than correlations last.

import { standardError } from './statistics.ts';

const mostBlocks = 32;
/** From fewer full blocks no error is told. */
const fewestBlocks = 8;

export interface GrowingBlocks {
  /** Where the sums of the present sample are added. */
  readonly present: Float64Array;
  /** Ends the present sample. */
  endSample(): void;
  readonly samples: number;
  /** Sums over all samples. */
  total(): Float64Array;
  /** Standard errors of the means of all entries; null while there are too few blocks. */
  errors(): Float64Array | null;
}

export function createGrowingBlocks(size: number): GrowingBlocks {
  const present = new Float64Array(size);
  let full: Float64Array[] = [];
  let length = 1;
  let inPresent = 0;
  let samples = 0;

  function join(): void {
    full = full.flatMap((block, k) => (k % 2 === 0 ? [block.map((value, i) => value + full[k + 1][i])] : []));
    length *= 2;
  }
  return {
    present,
    get samples() {
      return samples;
    },
    endSample() {
      samples++;
      if (++inPresent < length) return;
      full.push(present.slice());
      present.fill(0);
      inPresent = 0;
      if (full.length === mostBlocks) join();
    },
    total() {
      return full.reduce((sum, block) => sum.map((value, i) => value + block[i]), present.slice());
    },
    errors() {
      if (full.length < fewestBlocks) return null;
      return Float64Array.from({ length: size }, (_, i) =>
        standardError(full.map(block => block[i] / length)),
      );
    },
  };
}
