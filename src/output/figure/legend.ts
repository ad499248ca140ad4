// The legend: inside the plot where it covers no ink, otherwise in a row above it, or outside on the right.

import type { Size } from './axes.ts';
import type { Box, Ink } from './ink.ts';
import type { DrawnSeries } from './marks.ts';
import { drawLine, drawMarkers } from './marks.ts';
import { INK } from './palette.ts';
import { element, group, px, text } from './svg.ts';
import { textWidth } from './text-width.ts';

const FONT = 14;
const ROW = 21;
const SAMPLE = 34;
const PADDING = 7;
const INSET = 9;
const COLUMN_GAP = 22;
/** Ink samples that a legend inside may cover: a few pixels of line. */
const TOLERABLE = 2;

/** A legend for a single series says nothing that the title does not. */
export function needsLegend(labels: readonly string[]): boolean {
  return labels.length > 1;
}

function entryWidth(label: string): number {
  return SAMPLE + 8 + textWidth(label, FONT);
}

export function legendSize(labels: readonly string[]): Size {
  const widest = Math.max(0, ...labels.map(entryWidth));
  return { width: 2 * PADDING + widest, height: 2 * PADDING - 2 + ROW * labels.length };
}

/** The legend as one row. */
export function legendRowSize(labels: readonly string[]): Size {
  const sum = labels.reduce((total, label) => total + entryWidth(label) + COLUMN_GAP, -COLUMN_GAP);
  return { width: sum, height: ROW };
}

/** Corners first, then the middles of the sides. */
function candidates(plot: Size, size: Size): Box[] {
  const left = INSET;
  const right = plot.width - size.width - INSET;
  const top = INSET;
  const bottom = plot.height - size.height - INSET;
  const centre = (plot.width - size.width) / 2;
  const middle = (plot.height - size.height) / 2;
  const places = [
    [right, top],
    [left, top],
    [right, bottom],
    [left, bottom],
    [centre, top],
    [centre, bottom],
    [right, middle],
    [left, middle],
  ];
  return places.map(([x, y]) => ({ x, y, ...size }));
}

export interface LegendPlace {
  readonly box: Box;
  /** It covers no more than a few pixels of line and leaves the plot its room. */
  readonly clear: boolean;
}

/** The place inside that covers least. */
export function placeInside(size: Size, ink: Ink, plot: Size): LegendPlace {
  const ranked = candidates(plot, size).map(box => ({ box, covered: ink.under(box) }));
  const best = ranked.reduce((a, b) => (b.covered < a.covered ? b : a));
  const small = size.width <= 0.6 * plot.width && size.height <= 0.8 * plot.height;
  return { box: best.box, clear: small && best.covered <= TOLERABLE };
}

function entry(series: DrawnSeries, x: number, y: number): string {
  const sample: DrawnSeries = {
    ...series,
    strokeWidth: Math.max(1.8, series.strokeWidth),
    line: series.line && { x: Float64Array.of(0, SAMPLE), y: Float64Array.of(0, 0) },
    markers: series.markers && { x: Float64Array.of(SAMPLE / 2), y: Float64Array.of(0) },
  };
  return group({ transform: `translate(${px(x)} ${px(y + ROW / 2)})` }, [
    drawLine(sample),
    drawMarkers(sample),
    text(series.label ?? '', { x: SAMPLE + 8, y: FONT * 0.36, 'font-size': FONT, fill: INK }),
  ]);
}

function labelled(series: readonly DrawnSeries[]): DrawnSeries[] {
  return series.filter(one => one.label !== undefined);
}

/** One entry below the other, in a box. */
export function drawLegend(series: readonly DrawnSeries[], box: Box): string {
  const { width, height } = box;
  return group({ transform: `translate(${px(box.x)} ${px(box.y)})` }, [
    element('rect', { width, height, rx: 3, fill: '#ffffff', 'fill-opacity': 0.9, stroke: '#cccccc' }),
    ...labelled(series).map((one, i) => entry(one, PADDING, PADDING - 1 + i * ROW)),
  ]);
}

/** One entry beside the other, without a box. */
export function drawLegendRow(series: readonly DrawnSeries[], box: Box): string {
  let x = box.x;
  const entries = labelled(series).map(one => {
    const drawn = entry(one, x, box.y);
    x += entryWidth(one.label ?? '') + COLUMN_GAP;
    return drawn;
  });
  return group({}, entries);
}
