// The drift of an energy that should be constant: the slope of a straight line through the means m_k of B blocks of length Δ,
// with its standard error. The energy of a symplectic method swings about its mean; blocks are longer than that, and leave
// noise σ² that blocks do not share. Where forces have a kink, as at a cut-off, the energy also walks at random: variance Dt
// after a time t, and no line. Both are told by
//   ⟨(m_{k+l} − m_k)²⟩ = 2σ² + D l Δ,   and make   error² = 12 σ² / (B (B² − 1) Δ²) + (6/5) D/T,   T = BΔ.
// The last term is the variance of the slope fitted to a Wiener process, which a fit's own residuals do not show.

import { meanOf } from '../../src/statistics/block-average.ts';
import { straightLine } from './straight-line.ts';

export interface Drift {
  readonly slope: number;
  /** Standard error of the slope, the random walk included. */
  readonly error: number;
  /** √D: how far the energy walks at random in a unit of time; 0 where no walk is seen. */
  readonly walk: number;
  /** Root mean square deviation of single samples from their mean. */
  readonly swing: number;
}

const [blocks, longLag] = [25, 5];
/** How much farther a walk must have come after the long lag: alone it makes a factor of five, noise scatters about one. */
const clearly = 1.5;

/** Samples at equal distances in time; the last few that fill no block are left out. */
export function driftOf(energies: ArrayLike<number>, spacing: number): Drift {
  const length = Math.floor(energies.length / blocks);
  if (length < 1) throw new RangeError(`${energies.length} samples do not fill ${blocks} blocks`);
  const values = Float64Array.from(energies);
  const means = Float64Array.from({ length: blocks }, (_, k) =>
    meanOf(values.subarray(k * length, (k + 1) * length)),
  );
  const width = length * spacing;
  const { slope } = straightLine(
    means.map((_, k) => (k + 0.5) * width),
    means,
  );
  const level = means.map((value, k) => value - slope * k * width);
  const [near, far] = [displacement(level, 1), displacement(level, longLag)];
  const D = far > clearly * near ? (far - near) / ((longLag - 1) * width) : 0;
  const noise = Math.max(0, 0.5 * (near - D * width));
  const ofNoise = (12 * noise) / (blocks * (blocks * blocks - 1) * width * width);
  const mean = meanOf(values);
  return {
    slope,
    error: Math.sqrt(ofNoise + (1.2 * D) / (blocks * width)),
    walk: Math.sqrt(D),
    swing: Math.sqrt(meanOf(values.map(value => (value - mean) ** 2))),
  };
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

/** ⟨(m_{k+lag} − m_k)²⟩. */
function displacement(means: Float64Array, lag: number): number {
  return meanOf(means.subarray(lag).map((value, k) => (value - means[k]) ** 2));
}
