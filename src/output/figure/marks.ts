// Series as lines and markers: scaled to pixels, decimated where they are long, drawn with d3-shape.

import { line as lineGenerator, symbol } from 'd3-shape';
import type { Size } from './axes.ts';
import { decimateCells, decimateColumns, decimatePoints, type Polyline } from './decimate.ts';
import type { SeriesSpec } from './spec.ts';
import { element, group, px, type Style, styleOf } from './svg.ts';
import type { Axis } from './ticks.ts';

/** Shorter series are drawn point by point. */
const longSeries = 2000;
/** Longer ones, after a pass by columns, go through the pass by cells. */
const veryLongSeries = 8000;
/** More markers than this on a line are thinned to one in markerDistance pixels. */
const manyMarkers = 40;
const markerDistance = 48;
const markerArea = 52;
/** Farther pixels are moved here: lines keep their direction and SVG readers their precision. */
const farPixel = 1e5;
/** Dashes cannot be recognised on a path longer than this many plot widths: it is drawn solid. */
const dashedLength = 8;
/** More markers than this become dots, at most one in dotSide × dotSide pixels. */
const manyPoints = 150;
const dotSide = 2;
const dotWidth = 3.4;

/** A series ready to draw: in pixels of the plot area. */
export interface DrawnSeries {
  readonly label: string | undefined;
  readonly style: Style;
  readonly line: Polyline | undefined;
  readonly markers: Polyline | undefined;
  /** Markers too many for shapes. */
  readonly dots: boolean;
  readonly strokeWidth: number;
  /** Whether the line ends in an arrow head. */
  readonly heads: boolean;
}

const emptyLine: Polyline = { x: new Float64Array(0), y: new Float64Array(0) };

function near(pixel: number): number {
  return Number.isFinite(pixel) ? Math.min(farPixel, Math.max(-farPixel, pixel)) : Number.NaN;
}

/** Pixels; NaN in both where a value is not finite, or not positive on a log axis. */
function project(series: SeriesSpec, x: Axis, y: Axis): Polyline {
  const length = Math.min(series.x.length, series.y.length);
  const out = { x: new Float64Array(length), y: new Float64Array(length) };
  for (let i = 0; i < length; i++) {
    const u = x.drawable(series.x[i]) ? near(x.scale(series.x[i])) : Number.NaN;
    const v = y.drawable(series.y[i]) ? near(y.scale(series.y[i])) : Number.NaN;
    out.x[i] = Number.isNaN(v) ? v : u;
    out.y[i] = Number.isNaN(u) ? u : v;
  }
  return out;
}

function thinnedLine(all: Polyline, size: Size): Polyline {
  if (all.x.length <= longSeries) return all;
  const byColumn = decimateColumns(all);
  return byColumn.x.length <= veryLongSeries ? byColumn : decimateCells(byColumn, size);
}

/** Markers on a line at some distance from each other; `lead` pixels to the first, so that series alternate. */
function spacedMarkers(all: Polyline, lead: number): Polyline {
  const kept: number[] = [];
  let travelled = markerDistance - lead;
  for (let i = 0; i < all.x.length; i++) {
    const moved = i === 0 ? 0 : Math.hypot(all.x[i] - all.x[i - 1], all.y[i] - all.y[i - 1]);
    travelled += Number.isNaN(moved) ? 0 : moved;
    if (travelled < markerDistance || Number.isNaN(all.x[i])) continue;
    kept.push(i);
    travelled = 0;
  }
  return { x: Float64Array.from(kept, i => all.x[i]), y: Float64Array.from(kept, i => all.y[i]) };
}

function markersOf(series: SeriesSpec, all: Polyline, index: number, size: Size): Polyline | undefined {
  if (series.mark !== 'points' && series.mark !== 'line and points') return undefined;
  const thin = series.mark === 'line and points' && all.x.length > manyMarkers;
  const markers = thin ? spacedMarkers(all, (index % 4) * (markerDistance / 4)) : all;
  return decimatePoints(markers, size, dotSide);
}

function pathLength({ x, y }: Polyline): number {
  let sum = 0;
  for (let i = 1; i < x.length; i++) {
    const piece = Math.hypot(x[i] - x[i - 1], y[i] - y[i - 1]);
    if (!Number.isNaN(piece)) sum += piece;
  }
  return sum;
}

export function drawnSeries(
  series: SeriesSpec,
  index: number,
  axes: readonly [Axis, Axis],
  size: Size,
): DrawnSeries {
  const all = project(series, axes[0], axes[1]);
  const line = series.mark === 'points' ? undefined : thinnedLine(all, size);
  const solid = pathLength(line ?? emptyLine) > dashedLength * size.width;
  const style = styleOf(series.style ?? index);
  const markers = markersOf(series, all, typeof series.style === 'number' ? series.style : index, size);
  const heads = series.mark === 'arrow';
  return {
    label: series.label,
    style: solid || heads ? { ...style, dash: undefined } : style,
    line,
    markers,
    dots: (markers?.x.length ?? 0) > manyPoints,
    strokeWidth: series.style === 'grey' ? 1 : solid ? 1.4 : 1.8,
    heads,
  };
}

/** The path; a point alone between two breaks becomes a dot, by the round caps of the stroke. */
function pathOf(line: Polyline): string {
  const generator = lineGenerator<number>(
    i => line.x[i],
    i => line.y[i],
  )
    .defined(i => !Number.isNaN(line.x[i]))
    // A tenth of a pixel is enough where points are closer than that.
    .digits(line.x.length > longSeries ? 1 : 2);
  return generator(Array.from(line.x, (_, i) => i)) ?? '';
}

export function drawLine({ line, style, strokeWidth, heads }: DrawnSeries): string {
  const d = line === undefined ? '' : pathOf(line);
  if (line === undefined || d === '') return '';
  const path = element('path', {
    d,
    fill: 'none',
    stroke: style.color,
    'stroke-width': strokeWidth,
    'stroke-dasharray': style.dash,
    'stroke-linejoin': 'round',
    'stroke-linecap': style.dash === undefined ? 'round' : 'butt',
  });
  return heads ? group({}, [path, ...drawHeads(line, style.color)]) : path;
}

/** One path of strokes without length, whose caps are the dots: round or square. */
function drawDots(points: Polyline, { color, cap }: Style): string {
  const d = Array.from(points.x, (x, i) => `M${x.toFixed(1)} ${points.y[i].toFixed(1)}h0`).join('');
  return element('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': dotWidth,
    'stroke-linecap': cap,
  });
}

function drawSymbols(points: Polyline, style: Style): string {
  const d = symbol().type(style.symbol).size(markerArea).digits(2)() ?? '';
  const shapes = Array.from(points.x, (x, i) =>
    element('path', { d, transform: `translate(${px(x)} ${px(points.y[i])})` }),
  );
  return group({ fill: style.fill, stroke: style.color, 'stroke-width': 1.5 }, shapes);
}

export function drawMarkers({ markers, dots, style }: DrawnSeries): string {
  if (markers === undefined || markers.x.length === 0) return '';
  return dots ? drawDots(markers, style) : drawSymbols(markers, style);
}

// The heads of arrows: a triangle at the end of each piece of a line.

/** Size in pixels; a short arrow has a smaller head. */
const headLength = 11;
const headWidth = 8;
/** Part of an arrow that its head may take. */
const headShare = 0.7;

/** One triangle for each piece; a piece without length has none. */
export function drawHeads(line: Polyline, color: string): string[] {
  return Array.from(line.x, (_, i) => i)
    .filter(i => isThere(line, i) && !isThere(line, i + 1))
    .map(i => head(line, i))
    .filter(d => d !== '')
    .map(d => element('path', { d, fill: color, stroke: 'none' }));
}

function isThere({ x }: Polyline, i: number): boolean {
  return i >= 0 && i < x.length && !Number.isNaN(x[i]);
}

/** The direction is that of the last stretch as long as the head, so that a curve does not turn it aside. */
function head(line: Polyline, end: number): string {
  const [x, y] = [line.x[end], line.y[end]];
  const distance = (i: number) => Math.hypot(x - line.x[i], y - line.y[i]);
  let from = end;
  while (isThere(line, from - 1) && distance(from) < headLength) from--;
  const length = distance(from);
  if (length === 0) return '';
  const share = Math.min(1, (headShare * length) / headLength);
  const [ux, uy] = [(x - line.x[from]) / length, (y - line.y[from]) / length];
  const [bx, by] = [x - share * headLength * ux, y - share * headLength * uy];
  const half = (share * headWidth) / 2;
  const side = (sign: number) => `${px(bx - sign * half * uy)} ${px(by + sign * half * ux)}`;
  return `M${px(x)} ${px(y)}L${side(1)}L${side(-1)}Z`;
}
