// Scales and ticks: as many labels as fit, powers of ten on log axes.

import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';
import { type Domain, drawable } from './domain.ts';
import type { AxisSpec } from './spec.ts';
import { textWidth } from './text.ts';

export const tickFont = 14;
/** Least distance between two labels along x, and between two ticks along y. */
const labelGap = 22;
const rowGap = 28;
const mostLabels = 9;
/** Decades closer than this have no ticks at 2 … 9. */
const minorDecade = 22;

interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface Axis {
  readonly scale: ScaleContinuousNumeric<number, number>;
  readonly ticks: readonly Tick[];
  readonly minor: readonly number[];
  /** Whether the scale can show the value. */
  drawable(value: number): boolean;
  /** Common factor of the labels, such as "×10⁻⁸", or "". */
  readonly factor: string;
  readonly title: string;
  /** Number of categories; 0 on an axis of numbers. */
  readonly categories: number;
}

interface Ticking {
  readonly values: readonly number[];
  readonly labels: readonly string[];
  readonly minor: readonly number[];
  readonly factor: string;
}

function linearTicking(values: readonly number[]): Ticking {
  return { values, ...linearLabels(values), minor: [] };
}

function decades([low, high]: Domain): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

/** Multiples 2 … 9 of the powers of ten inside the domain. */
function multiples(domain: Domain, mantissas: readonly number[]): number[] {
  const [low, high] = domain;
  const found: number[] = [];
  for (let k = exponentOf(low); k <= exponentOf(high); k++) {
    // Read from text, since 3 · 10⁻⁸ is not the double nearest to 3e-8.
    for (const m of mantissas) found.push(Number(`${m}e${k}`));
  }
  return found.filter(value => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
}

/** For less than two decades: 1, 2, 5 of each; for less than that, equal steps. */
function narrowTicking(domain: Domain): Ticking {
  const few = multiples(domain, [1, 2, 5]);
  const values = few.length < 2 ? scaleLinear().domain(domain).ticks(4) : few;
  const minor = multiples(domain, [3, 4, 6, 7, 8, 9]);
  return { values, labels: logLabels(values), minor, factor: '' };
}

/** Every `stride`-th decade with a label; the others, or their multiples where there is room, as small ticks. */
function logTicking(domain: Domain, stride: number, length: number): Ticking {
  const all = decades(domain);
  const room = length / Math.log10(domain[1] / domain[0]);
  if (all.length < 2) return narrowTicking(domain);
  const values = all.filter(k => k % stride === 0).map(k => Number(`1e${k}`));
  const between = all.filter(k => k % stride !== 0).map(k => Number(`1e${k}`));
  const minor = stride === 1 && room >= minorDecade ? multiples(domain, [2, 3, 4, 5, 6, 7, 8, 9]) : between;
  return { values, labels: logLabels(values), minor, factor: '' };
}

/** Candidates from many ticks to few. */
function* tickings(spec: AxisSpec, domain: Domain, length: number): Generator<Ticking> {
  if (spec.scale === 'log') {
    for (const stride of [1, 2, 3, 4, 5, 10, 20, 50, 100]) yield logTicking(domain, stride, length);
    return;
  }
  const scale = scaleLinear().domain(domain);
  for (let count = 10; count >= 2; count--) yield linearTicking(scale.ticks(count));
}

/** Whether neighbouring labels, as long as `extent` says, do not touch. */
function fits(ticking: Ticking, at: (value: number) => number, extent: (label: string) => number): boolean {
  const { values, labels } = ticking;
  for (let i = 1; i < values.length; i++) {
    const distance = Math.abs(at(values[i]) - at(values[i - 1]));
    if (distance < (extent(labels[i]) + extent(labels[i - 1])) / 2) return false;
  }
  return true;
}

/** Equally spaced ticks of a given step. */
function ticksOfStep([low, high]: Domain, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // A division by a whole number is exact where a product with 0.1 is not.
  const scale = step < 1 ? Math.round(1 / step) : 1 / step;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) / scale);
}

/** Distance of the ticks of a linear axis; 0 where it has fewer than two. */
export function tickStep({ scale, ticks }: Axis): number {
  return ticks.length < 2
    ? 0
    : Number(Math.abs(scale.invert(ticks[1].at) - scale.invert(ticks[0].at)).toPrecision(10));
}

function axisTitle(spec: AxisSpec): string {
  return spec.unit === undefined ? spec.label : `${spec.label} (${spec.unit})`;
}

interface AxisRequest {
  readonly spec: AxisSpec;
  readonly domain: Domain;
  readonly range: readonly [number, number];
  /** Room that a label needs along the axis. */
  readonly extent: (label: string) => number;
  /** Distance of the ticks; chosen to fit where 0. */
  readonly step: number;
}

function bestTicking(
  { spec, domain, range, extent, step }: AxisRequest,
  scale: (value: number) => number,
): Ticking {
  const { categories } = spec;
  if (categories) return { values: [...categories.keys()], labels: categories, minor: [], factor: '' };
  if (step > 0) return linearTicking(ticksOfStep(domain, step));
  const length = Math.abs(range[1] - range[0]);
  let best: Ticking = { values: [], labels: [], minor: [], factor: '' };
  for (const ticking of tickings(spec, domain, length)) {
    // A coarser choice with a single label says less than a crowded one.
    if (ticking.values.length < 2 && best.values.length >= 2) break;
    best = ticking;
    if (best.values.length <= mostLabels && fits(best, scale, extent)) break;
  }
  return best;
}

function createAxis(request: AxisRequest): Axis {
  const { spec, domain, range } = request;
  const scale = (spec.scale === 'log' ? scaleLog() : scaleLinear()).domain(domain).range(range);
  const best = bestTicking(request, scale);
  const ticks = best.values.map((value, i) => ({ at: scale(value), label: best.labels[i] }));
  return {
    scale,
    ticks,
    minor: best.minor.map(value => scale(value)),
    factor: best.factor,
    title: axisTitle(spec),
    categories: spec.categories?.length ?? 0,
    drawable: value => drawable(value, spec.scale),
  };
}

export function xAxis(spec: AxisSpec, domain: Domain, width: number, step = 0): Axis {
  const extent = (label: string) => textWidth(label, tickFont) + labelGap;
  return createAxis({ spec, domain, range: [0, width], extent, step });
}

export function yAxis(spec: AxisSpec, domain: Domain, height: number, step = 0): Axis {
  // Categories are read from top to bottom.
  const range = spec.categories ? ([0, height] as const) : ([height, 0] as const);
  return createAxis({ spec, domain, range, extent: () => rowGap, step });
}

// Tick labels: true minus signs, thin spaces between thousands, powers of ten with superscripts,
// and one common factor for axes of very large or very small numbers.

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const minusSign = '\u2212';
const thinSpace = '\u2009';
/** Axes whose largest number is outside 10⁻³ … 10⁶ get a common factor. */
const smallestPlain = -3;
const largestPlain = 5;

export function powerOfTen(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map(digit => superscripts[Number(digit)]).join('');
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** Groups of three; the SI brochure leaves four digits together unless they stand in a column with longer numbers. */
function grouped(digits: string, fewest: number): string {
  return digits.length < fewest ? digits : digits.replace(/\B(?=(\d{3})+$)/g, thinSpace);
}

export function plainNumber(value: number, decimals: number, groupFrom = 5): string {
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split('.');
  const spaced = grouped(whole, groupFrom);
  const digits = fraction === undefined ? spaced : `${spaced}.${fraction}`;
  return value < 0 && /[1-9]/.test(digits) ? minusSign + digits : digits;
}

/** floor(log₁₀ x) for x > 0, safe against the rounding of log₁₀ at powers of ten. */
export function exponentOf(x: number): number {
  return Number(x.toExponential().split('e')[1]);
}

interface Labels {
  readonly labels: readonly string[];
  /** Such as "×10⁻⁸": what all labels are to be multiplied by. */
  readonly factor: string;
}

function stepOf(ticks: readonly number[]): number {
  // Rounded to ten digits, for the differences of ticks such as 0.3 − 0.2.
  return ticks.length < 2 ? Math.abs(ticks[0] ?? 0) || 1 : Number((ticks[1] - ticks[0]).toPrecision(10));
}

/** Labels for equally spaced ticks, all with the same number of decimals; zero is "0". */
export function linearLabels(ticks: readonly number[]): Labels {
  const largest = Math.max(0, ...ticks.map(Math.abs));
  const exponent = largest === 0 ? 0 : exponentOf(largest);
  const shift = exponent < smallestPlain || exponent > largestPlain ? exponent : 0;
  const decimals = Math.min(20, Math.max(0, shift - exponentOf(stepOf(ticks))));
  const groupFrom = largest >= 1e4 ? 4 : 5;
  const labels = ticks.map(tick => (tick === 0 ? '0' : plainNumber(tick / 10 ** shift, decimals, groupFrom)));
  return { labels, factor: shift === 0 ? '' : `×${powerOfTen(shift)}` };
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}

function scientific(value: number): string {
  const exponent = exponentOf(value);
  const mantissa = Number((value / 10 ** exponent).toPrecision(6));
  if (mantissa === 1) return powerOfTen(exponent);
  return `${plainNumber(mantissa, decimalsOf(mantissa))}×${powerOfTen(exponent)}`;
}

/** Ticks of a log axis: 10ᵏ; where they are not all powers of ten, plain numbers near 1 and 2×10ᵏ elsewhere. */
export function logLabels(ticks: readonly number[]): string[] {
  const powers = ticks.every(tick => Number(`1e${exponentOf(tick)}`) === tick);
  const plain = !powers && ticks.every(tick => tick >= 1e-2 && tick < 1e4);
  return ticks.map(tick => (plain ? plainNumber(tick, decimalsOf(tick)) : scientific(tick)));
}
