// The straight line y = a + b x nearest to points of equal weight,
//   b = Σ (x − x̄)(y − ȳ) / Σ (x − x̄)²,   error of b = √(Σ (y − a − b x)² / (N − 2) / Σ (x − x̄)²),
// the error from the scatter about the line, which has to be independent from point to point.
// Reference: Press et al., Numerical Recipes (2007), section 15.2.

import { meanOf } from '../../src/statistics/block-average.ts';

export interface StraightLine {
  readonly slope: number;
  /** Standard error of the slope. */
  readonly error: number;
  /** Root of the mean square distance from the line. */
  readonly scatter: number;
}

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
  return { slope, error: Math.sqrt(squares / (N - 2) / xx), scatter: Math.sqrt(squares / N) };
}
