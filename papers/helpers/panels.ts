// Panels that many figures share: values over time, errors against the step, paths in the plane, histograms.

import type { ErrorAtStep } from '../../src/laws/order.ts';
import type { AxisSpec, PanelSpec, SeriesSpec } from '../../src/output/figure/spec.ts';
import type { State } from '../../src/problem/state.ts';

type Line = Pick<SeriesSpec, 'x' | 'y'>;
type Domain = readonly [number, number];

export const log = (label: string, domain?: Domain): AxisSpec => ({
  ...{ label, scale: 'log' },
  ...(domain && { domain }),
});

const axisOf = (axis: string | AxisSpec): AxisSpec => (typeof axis === 'string' ? { label: axis } : axis);

/** Values over time; `more` may change the time axis. */
export function overTime(
  y: string | AxisSpec,
  series: readonly SeriesSpec[],
  more: Partial<PanelSpec> = {},
): PanelSpec {
  return { x: { label: 'time t' }, y: axisOf(y), series, ...more };
}

/** A log–log panel over the step, with reference slopes. */
export function againstStep(
  y: string | AxisSpec,
  series: readonly SeriesSpec[],
  slopes: readonly number[],
  more: Partial<PanelSpec> = {},
): PanelSpec {
  return {
    x: log('step h'),
    y: typeof y === 'string' ? log(y) : y,
    series,
    slopes: slopes.map(slope => ({ slope })),
    ...more,
  };
}

export function errorCurve(points: readonly ErrorAtStep[], label?: string): SeriesSpec {
  return {
    ...(label !== undefined && { label }),
    x: points.map(point => point.h),
    y: points.map(point => point.error),
    mark: 'line and points',
  };
}

/** Two coordinates of each state. */
export const path = (states: readonly State[], i: number, j: number): Line => ({
  x: states.map(z => z[i]),
  y: states.map(z => z[j]),
});

/** from, …, to in equal steps. */
export const ramp = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, k) => from + ((to - from) * k) / count);

/** A circle about the origin. */
export const circle = (radius = 1): Line => {
  const angles = ramp(0, 2 * Math.PI, 240);
  return { x: angles.map(a => radius * Math.cos(a)), y: angles.map(a => radius * Math.sin(a)) };
};

/** A histogram as steps from edge to edge; `middles` of equal bins. */
export function steps(middles: ArrayLike<number>, heights: ArrayLike<number>): Line {
  const half = (middles[1] - middles[0]) / 2;
  const [x, y]: [number[], number[]] = [[], []];
  for (let k = 0; k < middles.length; k++) {
    x.push(middles[k] - half, middles[k] + half);
    y.push(heights[k], heights[k]);
  }
  return { x, y };
}

/** Bars from y − error to y + error, as pieces of one line: NaN divides it. */
export function errorBars(x: ArrayLike<number>, y: ArrayLike<number>, error: ArrayLike<number>): Line {
  const bars: { x: number[]; y: number[] } = { x: [], y: [] };
  for (let k = 0; k < x.length; k++) {
    bars.x.push(x[k], x[k], Number.NaN);
    bars.y.push(y[k] - error[k], y[k] + error[k], Number.NaN);
  }
  return bars;
}

/** One line for each name, all over the same abscissa. */
export const lines = (
  x: ArrayLike<number>,
  named: Readonly<Record<string, ArrayLike<number>>>,
): SeriesSpec[] => Object.entries(named).map(([label, y]) => ({ label, x, y }));

/** The times of `count` steps after the start. */
export const timesAfter = (count: number, h: number): number[] =>
  Array.from({ length: count }, (_, k) => (k + 1) * h);

/** The time axis over a given stretch. */
export const time = (from: number, to: number): AxisSpec => ({ label: 'time t', domain: [from, to] });
