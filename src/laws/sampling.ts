// What the laws of sampling are measured with: histograms, Pearson's χ² test, and means of correlated series with an
// honest standard error.

import { upperGamma } from './incomplete-gamma.ts';

export interface ChiSquare {
  readonly statistic: number;
  /** Degrees of freedom: bins that can be filled, less one. */
  readonly degrees: number;
  /** Probability of a statistic at least as large, were the samples independent and the probabilities right. */
  readonly p: number;
}

/**
 * Pearson's test: Σ (count − expected)²/expected. `weights` are proportional to the probabilities of the bins. Samples
 * in a bin of weight 0 refute them outright. Condition: samples are independent, and expect about 10 or more in each bin.
 */
export function chiSquare(counts: ArrayLike<number>, weights: ArrayLike<number>): ChiSquare {
  if (counts.length !== weights.length)
    throw new RangeError(`${counts.length} counts cannot be compared with ${weights.length} weights`);
  const samples = total(counts);
  const scale = samples / total(weights);
  let [statistic, bins] = [0, 0];
  for (let i = 0; i < counts.length; i++) {
    const expected = weights[i] * scale;
    if (expected > 0) bins++;
    if (expected > 0 || counts[i] > 0) statistic += (counts[i] - expected) ** 2 / expected;
  }
  if (!(samples > 0 && bins > 1) || Number.isNaN(statistic))
    throw new RangeError('a χ² test needs samples, and two or more bins with positive weights');
  return { statistic, degrees: bins - 1, p: upperGamma((bins - 1) / 2, statistic / 2) };
}

function total(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

export interface Bins {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How many values lie in each of equal bins from `from` to `to`; both ends belong to a bin, nothing may lie outside. */
export function histogram(values: ArrayLike<number>, { from, to, count }: Bins): Float64Array {
  const counts = new Float64Array(count);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!(value >= from && value <= to))
      throw new RangeError(`the value ${value} lies outside of the histogram from ${from} to ${to}`);
    counts[Math.min(count - 1, Math.floor((count * (value - from)) / (to - from)))]++;
  }
  return counts;
}

/** From fewer blocks no error can be told. */
const fewestBlocks = 16;

export interface BlockedMean {
  readonly mean: number;
  readonly standardError: number;
  readonly blockLength: number;
  /** False when the series is too short for its correlations: the error is then too small. */
  readonly isSettled: boolean;
}

/**
 * Mean and standard error of a series whose neighbours are correlated: neighbours are averaged in pairs, again and
 * again, until the blocks are independent. The error of blocks of length B is believed when B³ > 2N (error_B/error_1)⁴.
 * Flyvbjerg, Petersen, J. Chem. Phys. 91 (1989) 461; the choice of B: Lee et al., Phys. Rev. E 83 (2011) 066706.
 */
export function blockedMean(series: ArrayLike<number>): BlockedMean {
  let blocks = Float64Array.from(series);
  const N = blocks.length;
  if (N < 2) throw new RangeError('a standard error needs two or more values');
  const mean = total(blocks) / N;
  const naive = standardError(blocks);
  let [blockLength, error] = [1, naive];
  const isUnsettled = () => blockLength ** 3 <= 2 * N * (error / naive) ** 4;
  while (isUnsettled() && blocks.length >= 2 * fewestBlocks) {
    blocks = inPairs(blocks);
    blockLength *= 2;
    error = standardError(blocks);
  }
  return { mean, standardError: error, blockLength, isSettled: !isUnsettled() };
}

function inPairs(values: Float64Array): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: values.length >> 1 }, (_, i) => (values[2 * i] + values[2 * i + 1]) / 2);
}

/** Of the mean of independent values. */
function standardError(values: Float64Array): number {
  const mean = total(values) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

/** Correlation of values that are `lag` apart, between −1 and 1; about 1/√N where there is none. */
export function autocorrelation(series: ArrayLike<number>, lag: number): number {
  const values = Float64Array.from(series);
  const mean = total(values) / values.length;
  let [product, square] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const deviation = values[i] - mean;
    square += deviation ** 2;
    if (i >= lag) product += deviation * (values[i - lag] - mean);
  }
  return product / square;
}
