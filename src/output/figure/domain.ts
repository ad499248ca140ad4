// Domain of an axis: the one given in the spec, or the range of the data with a margin.

import type { AxisSpec, PanelSpec } from './spec.ts';

export type Domain = readonly [number, number];

/** Relative width below which a range counts as one value: narrower ticks would be rounding noise. */
const narrowest = 1e-12;
const largestDrawable = 1e290;
const smallestDrawable = 1e-290;
/** Margin at each end, relative to the range of the data. */
const marginShare = { x: 0.03, y: 0.05 };

/** Whether an axis can show the value. Numbers near the ends of the doubles would overflow in the scales. */
export function drawable(value: number, scale: AxisSpec['scale']): boolean {
  return scale === 'log'
    ? value >= smallestDrawable && value <= largestDrawable
    : Math.abs(value) <= largestDrawable;
}

/**
 * Whether a point counts for the range of an axis, by its other coordinate: inside the other axis where that is given;
 * drawable for y. Times whose value cannot be shown on a log axis still count, so that the time axis is complete.
 */
function counts(other: number, spec: AxisSpec, which: 'x' | 'y'): boolean {
  const inside = spec.domain === undefined || (other >= spec.domain[0] && other <= spec.domain[1]);
  return inside && drawable(other, which === 'y' ? spec.scale : 'linear');
}

function extent(panel: PanelSpec, which: 'x' | 'y'): Domain | undefined {
  const across = which === 'x' ? 'y' : 'x';
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const series of panel.series) {
    const values = series[which];
    const others = series[across];
    for (let i = 0; i < Math.min(values.length, others.length); i++) {
      if (!drawable(values[i], panel[which].scale) || !counts(others[i], panel[across], which)) continue;
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
  }
  return low <= high ? [low, high] : undefined;
}

function linearDomain([low, high]: Domain, margin: number): Domain {
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= Math.max(narrowest * size, smallestDrawable)) {
    const around = size <= smallestDrawable ? 1 : size / 10;
    return [low - around, high + around];
  }
  return [low - margin * (high - low), high + margin * (high - low)];
}

/** Whole decades when the data span less than two labelled ones, otherwise the data with margins. */
function logDomain([low, high]: Domain, margin: number): Domain {
  const a = Math.log10(low);
  const b = Math.log10(high);
  const from = a - margin * (b - a);
  const to = b + margin * (b - a);
  if (Math.floor(to) - Math.ceil(from) >= 1) return [10 ** from, 10 ** to];
  const bottom = Math.floor(a);
  // Read from text: 10 ** −5 is not the double nearest to 1e-5.
  return [Number(`1e${bottom}`), Number(`1e${Math.max(Math.ceil(b), bottom + 1)}`)];
}

function checked(domain: Domain, axis: AxisSpec): Domain {
  const [low, high] = domain;
  if (!drawable(low, axis.scale) || !drawable(high, axis.scale) || !(low < high)) {
    throw new Error(
      `The axis "${axis.label}" cannot show the range ${low} to ${high} (${axis.scale ?? 'linear'}).`,
    );
  }
  return domain;
}

function ascends(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (!(values[i] >= values[i - 1])) return false;
  return true;
}

/** Lines over time may touch the sides of a plot; markers and closed curves need a margin. */
function marginOf(panel: PanelSpec, which: 'x' | 'y'): number {
  const overTime = panel.series.every(series => (series.mark ?? 'line') === 'line' && ascends(series.x));
  return which === 'x' && overTime && panel.aspect !== 'equal' ? 0 : marginShare[which];
}

export function domainOf(panel: PanelSpec, which: 'x' | 'y'): Domain {
  const axis = panel[which];
  if (axis.categories !== undefined) return [-0.5, Math.max(0.5, axis.categories.length - 0.5)];
  if (axis.domain !== undefined) return checked(axis.domain, axis);
  const data = extent(panel, which) ?? (axis.scale === 'log' ? [1, 10] : [0, 1]);
  return checked((axis.scale === 'log' ? logDomain : linearDomain)(data, marginOf(panel, which)), axis);
}

/** The domain with the same middle and the given width. */
export function widened([low, high]: Domain, width: number): Domain {
  const extra = Math.max(0, width - (high - low)) / 2;
  return [low - extra, high + extra];
}
