// What the laws of sampling are measured with: histograms, Pearson's χ² test and autocorrelations. Means of correlated
// series with an honest standard error are in observers/statistics.ts.

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
