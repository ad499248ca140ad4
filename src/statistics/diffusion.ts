// The diffusion coefficient from Einstein's relation, MSD(t) = 6 D t + c at long times: the slope of a straight line over
// the lags from a tenth to half of the run, each weighted with the inverse of its variance,
//   w ∝ (T − t)/t³    (the square of an MSD that grows as t, over the (T − t)/t stretches of length t in a run of length T).
// The error is that of slopes for groups of points that move nearly independently. In a periodic box D is smaller than
// in an infinite liquid, by 2.837 k_B T/(6π η L): Yeh and Hummer, J. Phys. Chem. B 108 (2004) 15873.
// Reference: Frenkel and Smit, Understanding Molecular Simulation (2002), section 4.4.1.

import { standardError } from './block-average.ts';
import type { DisplacementResult } from './mean-square-displacement.ts';

export interface Diffusion {
  /** D, length² by time. */
  readonly coefficient: number;
  /** Standard error; null for one point alone. */
  readonly error: number | null;
  /** c of the line. */
  readonly offset: number;
  /** The lags between which the line was laid. */
  readonly from: number;
  readonly to: number;
}

export interface FitWindow {
  /** Default a tenth of the run. */
  readonly from?: number;
  /** Default half of the run. */
  readonly to?: number;
}

const fewestLags = 3;

/** null where fewer than three lags are in the window. */
export function diffusionOf(result: DisplacementResult, window: FitWindow = {}): Diffusion | null {
  const { lag, msd, groups, duration } = result;
  const { from = 0.1 * duration, to = 0.5 * duration } = window;
  const chosen = [...lag.keys()].filter(k => lag[k] >= from && lag[k] <= to && lag[k] < duration);
  if (chosen.length < fewestLags) return null;
  const t = chosen.map(k => lag[k]);
  const weights = t.map(s => (duration - s) / s ** 3);
  const line = (values: Float64Array) =>
    weightedLine(
      t,
      chosen.map(k => values[k]),
      weights,
    );
  const { slope, offset } = line(msd);
  return {
    coefficient: slope / 6,
    error: groups.length > 1 ? standardError(groups.map(group => line(group).slope / 6)) : null,
    offset,
    from: t[0],
    to: t[t.length - 1],
  };
}

/** The line y = offset + slope t with the least Σ w (y − line)². */
function weightedLine(t: readonly number[], y: readonly number[], w: readonly number[]) {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value, k) => sum + w[k] * value, 0) / w.reduce((sum, value) => sum + value, 0);
  const [middle, height] = [mean(t), mean(y)];
  const spread = mean(t.map(s => (s - middle) ** 2));
  const slope = mean(t.map((s, k) => (s - middle) * (y[k] - height))) / spread;
  return { slope, offset: height - slope * middle };
}
