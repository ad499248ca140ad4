// Measurements for the laws of sampling: histograms, Pearson's χ² test and autocorrelations. Means of correlated series with a
// standard error are in statistics/block-average.ts.

/** Result of Pearson's χ² test. */
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

/** Equal bins between two ends. */
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

// Q(a, x) = Γ(a, x)/Γ(a), the upper incomplete gamma function, of which the χ² test is made:
//   x < a + 1:  1 − x^a e^(−x)/Γ(a + 1) · Σ x^k / ((a + 1) … (a + k));    otherwise Legendre's continued fraction.
// Conditions: a > 0, x ≥ 0. Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 6.5.29 and 6.5.31;
// log Γ from Stirling's series, 6.1.41, after 6.1.15 has moved a above 16.

const manyTerms = 100_000;
const precision = 2 ** -53;

export function upperGamma(a: number, x: number): number {
  if (!(a > 0 && x >= 0)) throw new RangeError(`Q(a, x) needs a > 0 and x ≥ 0, not a = ${a}, x = ${x}`);
  if (x === 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - front * series(a, x) : front * fraction(a, x);
}

/** Σ x^k / (a (a + 1) … (a + k)) */
function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let k = 1; k < manyTerms && term > precision * sum; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}

/** 1/(x + 1 − a − 1(1 − a)/(x + 3 − a − 2(2 − a)/(x + 5 − a − …))), from the front by Lentz's method. */
function fraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = Number.POSITIVE_INFINITY;
  let d = 1 / b;
  let value = d;
  for (let k = 1; k < manyTerms; k++) {
    const numerator = -k * (k - a);
    b += 2;
    d = 1 / (b + numerator * d);
    c = b + numerator / c;
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) <= 2 * precision) break;
  }
  return value;
}

/** log Γ(a) for a > 0. */
export function logGamma(a: number): number {
  let [shifted, product] = [a, 1];
  for (; shifted < 16; shifted++) product *= shifted;
  const w = 1 / (shifted * shifted);
  const tail =
    (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - w * 1.9175269175269176e-3))))) /
    shifted;
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + tail - Math.log(product)
  );
}
