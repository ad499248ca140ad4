// Drift of an energy that should be constant: the slope of the straight line nearest to the means m_k of B = 25 blocks of samples,
//   y = a + b x,   b = Σ (x − x̄)(y − ȳ) / Σ (x − x̄)²,   error of b = √(Σ (y − a − b x)² / (N − 2) / Σ (x − x̄)²).
// The energy of a symplectic method oscillates; blocks are longer than an oscillation, so that their means are independent.
// Where forces have a kink, as at a cut-off, the energy also makes a random walk: variance D t after a time t. Then
//   ⟨(m_{k+l} − m_k)²⟩ = 2σ² + D l Δ,   and   error² = 12 σ² / (B (B² − 1) Δ²) + (6/5) D/T,   T = BΔ,
// for blocks of length Δ and noise σ²; the last term is the variance of the slope fitted to a Wiener process, which the
// residuals of a fit do not show. Reference: Press et al., Numerical Recipes (2007), section 15.2.

import { meanOf } from '../../src/statistics/block-average.ts';

/** A slope with its standard error. */
export type StraightLine = Readonly<Record<'slope' | 'error', number>>;

/** Least squares through points of equal weight whose deviations are independent. */
export function straightLine(x: ArrayLike<number>, y: ArrayLike<number>): StraightLine {
  const N = x.length;
  if (N < 3 || y.length !== N) throw new RangeError('a line with an error needs three or more points');
  const [x0, y0] = [meanOf(x), meanOf(y)];
  let [xx, xy] = [0, 0];
  for (let i = 0; i < N; i++) {
    xx += (x[i] - x0) ** 2;
    xy += (x[i] - x0) * (y[i] - y0);
  }
  const slope = xy / xx;
  let squares = 0;
  for (let i = 0; i < N; i++) squares += (y[i] - y0 - slope * (x[i] - x0)) ** 2;
  return { slope, error: Math.sqrt(squares / (N - 2) / xx) };
}

/** Largest |H − H₀|. */
export function worstEnergy(energies: ArrayLike<number>): number {
  let largest = 0;
  for (let k = 1; k < energies.length; k++) largest = Math.max(largest, Math.abs(energies[k] - energies[0]));
  return largest;
}

const blockCount = 25;

/** Change of energy per unit of time: a line through block means. The first sample is at t = 0, the last at t = `until`. */
export function lineDrift(energies: readonly number[], until: number): StraightLine {
  const count = energies.length;
  const blocks = Math.min(blockCount, count);
  const begin = (block: number) => Math.round((block * count) / blocks);
  const changes = energies.map(value => value - energies[0]);
  const ends = Array.from({ length: blocks }, (_, k) => [begin(k), begin(k + 1)] as const);
  return straightLine(
    ends.map(([first, end]) => (0.5 * (first + end - 1) * until) / (count - 1)),
    ends.map(([first, end]) => meanOf(changes.slice(first, end))),
  );
}

/** A slope below three standard errors is none. */
export const isDrift = ({ slope, error }: StraightLine) => Math.abs(slope) > 3 * error;

type Drift = ReturnType<typeof driftOf>;

const longLag = 5;
/** Ratio of the mean squares at the long lag and at lag 1 that shows a walk: noise alone makes 1, a walk alone 5. */
const walkRatio = 1.5;

/** The drift with a random walk in its error. Samples are equidistant; the last few that fill no block are left out. */
export function driftOf(energies: ArrayLike<number>, spacing: number) {
  const length = Math.floor(energies.length / blockCount);
  if (length < 1) throw new RangeError(`${energies.length} samples do not fill ${blockCount} blocks`);
  const values = Float64Array.from(energies);
  const means = Float64Array.from({ length: blockCount }, (_, k) =>
    meanOf(values.subarray(k * length, (k + 1) * length)),
  );
  const width = length * spacing;
  const { slope } = straightLine(
    means.map((_, k) => (k + 0.5) * width),
    means,
  );
  const level = means.map((value, k) => value - slope * k * width);
  const [near, far] = [displacement(level, 1), displacement(level, longLag)];
  const D = far > walkRatio * near ? (far - near) / ((longLag - 1) * width) : 0;
  const noise = Math.max(0, 0.5 * (near - D * width));
  const ofNoise = (12 * noise) / (blockCount * (blockCount * blockCount - 1) * width * width);
  const mean = meanOf(values);
  return {
    slope,
    error: Math.sqrt(ofNoise + (1.2 * D) / (blockCount * width)),
    /** Deviation by the random walk in a unit of time; 0 where none is detected. */
    walk: Math.sqrt(D),
    /** Root mean square deviation of single samples from their mean. */
    swing: Math.sqrt(meanOf(values.map(value => (value - mean) ** 2))),
  };
}

/** ⟨(m_{k+lag} − m_k)²⟩. */
function displacement(means: Float64Array, lag: number): number {
  return meanOf(means.subarray(lag).map((value, k) => (value - means[k]) ** 2));
}

/** Of independent runs of the same length; the error is that of each, or their scatter if that is larger. */
export function meanDrift(drifts: readonly Drift[]): Drift {
  const N = drifts.length;
  const rms = (values: readonly number[]) => Math.sqrt(meanOf(values.map(value => value ** 2)));
  const slope = meanOf(drifts.map(one => one.slope));
  const scatter = N > 1 ? rms(drifts.map(one => one.slope - slope)) * Math.sqrt(N / (N - 1)) : 0;
  return {
    slope,
    error: Math.max(rms(drifts.map(one => one.error)), scatter) / Math.sqrt(N),
    walk: rms(drifts.map(one => one.walk)),
    swing: rms(drifts.map(one => one.swing)),
  };
}

// Growth of a time with size as a power, time = c · sizeᵉ, between the smallest and the largest size.

/** Shortest chain for an exponent: in shorter ones the constant part of a step dominates. */
export const minimumLinks = 100;

interface TimeAtSize {
  readonly size: number;
  readonly time: number | null | undefined;
}

/** e of those points, sorted by size, that have a time; null with fewer than two sizes. */
export function growthExponent(points: readonly TimeAtSize[]): number | null {
  const timed = points.flatMap(({ size, time }) => (time ? { size, time } : []));
  const [first, last] = [timed[0], timed[timed.length - 1]];
  if (!first || first.size === last.size) return null;
  return Math.log(last.time / first.time) / Math.log(last.size / first.size);
}
