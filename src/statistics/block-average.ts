// Means of correlated series with their standard errors, by blocking: neighbours are averaged in pairs, repeatedly, until the
// blocks are independent. The error of blocks of length B is accepted when
//   B³ > 2N (error_B/error_1)⁴.
// (error_B/error_1)² = 1 + 2 Σ ρ_k is the statistical inefficiency: values of the series per independent value.
// Flyvbjerg, Petersen, J. Chem. Phys. 91 (1989) 461; the choice of B: Lee et al., Phys. Rev. E 83 (2011) 066706.

/** Minimum number of blocks for an error estimate. */

const fewestBlocks = 16;

/** The mean of a correlated series with its standard error. */
export interface BlockedMean {
  readonly mean: number;
  readonly standardError: number;
  readonly blockLength: number;
  /** Statistical inefficiency: values of the series per independent value; 1 without correlation. */
  readonly inefficiency: number;
  /** False when the series is too short for its correlations: the error is then too small. */
  readonly isSettled: boolean;
}

/**
 * The mean of a correlated series and its standard error by block averages: blocks are joined in pairs until the
 * error no longer grows. Flyvbjerg and Petersen, J. Chem. Phys. 91 (1989) 461.
 */
export function blockedMean(series: ArrayLike<number>): BlockedMean {
  let blocks = Float64Array.from(series);
  const N = blocks.length;
  if (N < 2) throw new RangeError('a standard error needs two or more values');
  const mean = meanOf(blocks);
  const naive = standardError(blocks);
  let [blockLength, error] = [1, naive];
  const isUnsettled = () => blockLength ** 3 <= 2 * N * (error / naive) ** 4;
  while (isUnsettled() && blocks.length >= 2 * fewestBlocks) {
    blocks = inPairs(blocks);
    blockLength *= 2;
    error = standardError(blocks);
  }
  const inefficiency = naive > 0 ? (error / naive) ** 2 : 1;
  return { mean, standardError: error, blockLength, inefficiency, isSettled: !isUnsettled() };
}

function inPairs(values: Float64Array): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: values.length >> 1 }, (_, i) => (values[2 * i] + values[2 * i + 1]) / 2);
}

export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/** Of the mean of independent values, of which there are two or more. */
export function standardError(values: ArrayLike<number>): number {
  const mean = meanOf(values);
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i] - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

/** Mean, error and warnings for a column of a run. */
export interface Average {
  readonly mean: number;
  /** Standard error of the mean. */
  readonly error: number;
  /** Integrated correlation time, ½ (1 + 2 Σ ρ_k) times the time between rows; half of that time without correlation. */
  readonly correlationTime: number;
  readonly samples: number;
  /** False when the run is too short for its correlations: the error is then too small. */
  readonly isSettled: boolean;
  /** False when the two halves differ by more than three of their errors: the run is not stationary. */
  readonly isSteady: boolean;
}

/** Minimum number of values for an error estimate. */
const fewestValues = 4;
/** Halves that differ by more standard errors than this are not stationary. */
const unlikely = 3;

/** Average over the whole series, with values `spacing` apart in time; null where there are too few of them. */
export function averageOf(series: ArrayLike<number>, spacing: number): Average | null {
  const values = Float64Array.from(series);
  if (values.length < fewestValues) return null;
  const { mean, standardError: error, inefficiency, isSettled } = blockedMean(values);
  const half = values.length >> 1;
  const [first, second] = [blockedMean(values.subarray(0, half)), blockedMean(values.subarray(half))];
  const scatter = Math.hypot(first.standardError, second.standardError);
  return {
    mean,
    error,
    correlationTime: 0.5 * inefficiency * spacing,
    samples: values.length,
    isSettled,
    isSteady: Math.abs(first.mean - second.mean) <= unlikely * scatter,
  };
}

// Sums over blocks of consecutive samples, for a run of unknown length: blocks start with one sample each, and neighbours are
// merged when there are 32, so that there are always 16 to 32 full blocks of equal length. Their scatter estimates the error of
// the mean once blocks are longer than the correlation time.

const mostBlocks = 32;
/** Minimum number of full blocks for an error estimate. */
const fewestFullBlocks = 8;

interface BlockAverage {
  /** The current sample: add its values here. */
  readonly present: Float64Array;
  /** Ends the current sample. */
  endSample(): void;
  readonly samples: number;
  /** Sums over all samples. */
  total(): Float64Array;
  /** Standard errors of the means of all entries; null while there are too few blocks. */
  errors(): Float64Array | null;
  statistics(): Float64Array[];
  resume(statistics: readonly Float64Array[]): void;
}

/** Refuses statistics of a checkpoint that do not match the accumulator to be resumed. */
export function requireFit(fits: boolean): void {
  if (!fits) throw new RangeError('the statistics of the checkpoint belong to another problem');
}

export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Packs several lists of arrays into one: their lengths, then all arrays. */
export const packedArrays = (lists: readonly (readonly Float64Array[])[]): Float64Array[] => [
  Float64Array.from(lists, list => list.length),
  ...lists.flat(),
];

/** Unpacks the `count` lists of `packedArrays`. */
export function unpackedArrays(packed: readonly Float64Array[], count: number): Float64Array[][] {
  const [lengths = new Float64Array(0), ...all] = packed;
  requireFit(lengths.length === count && lengths.every(isCount));
  requireFit(lengths.reduce((sum, length) => sum + length, 0) === all.length);
  let at = 0;
  return Array.from(lengths, length => {
    at += length;
    return all.slice(at - length, at);
  });
}

export function createBlockAverage(size: number): BlockAverage {
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
      if (full.length < fewestFullBlocks) return null;
      return Float64Array.from({ length: size }, (_, i) =>
        standardError(full.map(block => block[i] / length)),
      );
    },
    statistics: () => [
      Float64Array.of(length, inPresent, samples),
      present.slice(),
      ...full.map(block => block.slice()),
    ],
    resume([counts, last, ...blocks]) {
      requireFit(counts?.length === 3 && counts.every(isCount));
      requireFit([last, ...blocks].every(block => block?.length === size) && blocks.length < mostBlocks);
      [length, inPresent, samples] = counts;
      requireFit(samples === blocks.length * length + inPresent && inPresent < length);
      present.set(last);
      full = blocks.map(block => block.slice());
    },
  };
}
