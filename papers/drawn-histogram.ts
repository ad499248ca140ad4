// Histograms as lines of a figure: steps from edge to edge, and error bars as pieces of one broken line.

import type { SeriesSpec } from '../src/output/figure/spec.ts';

type Line = Pick<SeriesSpec, 'x' | 'y'>;

/** `middles` of equal bins. */
export function steps(middles: ArrayLike<number>, heights: ArrayLike<number>): Line {
  const half = (middles[1] - middles[0]) / 2;
  const [x, y]: [number[], number[]] = [[], []];
  for (let k = 0; k < middles.length; k++) {
    x.push(middles[k] - half, middles[k] + half);
    y.push(heights[k], heights[k]);
  }
  return { x, y };
}

/** Bars from y − error to y + error. */
export function errorBars(x: ArrayLike<number>, y: ArrayLike<number>, error: ArrayLike<number>): Line {
  const bars: { x: number[]; y: number[] } = { x: [], y: [] };
  for (let k = 0; k < x.length; k++) {
    // A value that is not finite lifts the pen.
    bars.x.push(x[k], x[k], Number.NaN);
    bars.y.push(y[k] - error[k], y[k] + error[k], Number.NaN);
  }
  return bars;
}
