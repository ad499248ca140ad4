// Legends: inside the plot where they cover no ink, in a row above it, right of it, or shared by all panels of a figure.

import type { Size } from './axes.ts';
import { type Box, grown, type Ink } from './ink.ts';
import { type DrawnSeries, drawLine, drawMarkers } from './marks.ts';
import type { SeriesSpec } from './spec.ts';
import { element, group, inkColor, px } from './svg.ts';
import { text, textWidth } from './text.ts';

const fontSize = 14;
const rowHeight = 21;
const lineSample = 34;
const pointSample = 12;
const padding = 7;
const inset = 9;
const columnGap = 22;
/** Distance of a legend inside the plot from ink. */
const clearance = 7;
/** Heights tried between the upper and the lower end of the plot. */
const levelCount = 15;
/** Ink samples that a legend inside may cover: a few pixels of line. */
const tolerableInk = 2;

export interface LegendText {
  readonly labels: readonly string[];
  /** Length of the piece of line, or room for the marker, before each label. */
  readonly sample: number;
}

export function legendText(series: readonly SeriesSpec[]): LegendText {
  const labelled = series.filter(one => one.label !== undefined);
  const onlyPoints = labelled.every(one => one.mark === 'points');
  return { labels: labelled.map(one => one.label ?? ''), sample: onlyPoints ? pointSample : lineSample };
}

/** A legend for a single series says nothing that the title does not. */
export function needsLegend({ labels }: LegendText): boolean {
  return labels.length > 1;
}

function entryWidth(label: string, sample: number): number {
  return sample + 8 + textWidth(label, fontSize);
}

export function legendSize({ labels, sample }: LegendText): Size {
  const widest = Math.max(0, ...labels.map(label => entryWidth(label, sample)));
  return { width: 2 * padding + widest, height: 2 * padding - 2 + rowHeight * labels.length };
}

/** The legend as one row. */
export function legendRowSize({ labels, sample }: LegendText): Size {
  const sum = labels.reduce((total, label) => total + entryWidth(label, sample) + columnGap, -columnGap);
  return { width: sum, height: rowHeight };
}

/** Corners and the middles between them first, then down the right side, the left side and the middle. */
function candidates(plot: Size, size: Size): Box[] {
  const right = plot.width - size.width - inset;
  const bottom = plot.height - size.height - inset;
  const columns = [right, inset, (plot.width - size.width) / 2];
  const between = Array.from(
    { length: levelCount },
    (_, k) => inset + ((bottom - inset) * (k + 1)) / (levelCount + 1),
  );
  const ends = [inset, bottom].flatMap(y => columns.map(x => ({ x, y, ...size })));
  return [...ends, ...columns.flatMap(x => between.map(y => ({ x, y, ...size })))];
}

export interface LegendPlace {
  readonly box: Box;
  /** It covers no more than a few pixels of line and leaves the plot its room. */
  readonly clear: boolean;
}

/** The place inside that covers least. */
export function placeInside(size: Size, ink: Ink, plot: Size): LegendPlace {
  const ranked = candidates(plot, size).map(box => ({ box, covered: ink.under(grown(box, clearance)) }));
  const best = ranked.reduce((a, b) => (b.covered < a.covered ? b : a));
  const small = size.width <= 0.6 * plot.width && size.height <= 0.8 * plot.height;
  return { box: best.box, clear: small && best.covered <= tolerableInk };
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly sample: number;
}

function entry(series: DrawnSeries, { x, y, sample }: Place): string {
  const example: DrawnSeries = {
    ...series,
    strokeWidth: Math.max(1.8, series.strokeWidth),
    line: series.line && { x: Float64Array.of(0, sample), y: Float64Array.of(0, 0) },
    markers: series.markers && { x: Float64Array.of(sample / 2), y: Float64Array.of(0) },
  };
  return group({ transform: `translate(${px(x)} ${px(y + rowHeight / 2)})` }, [
    drawLine(example),
    drawMarkers(example),
    text(series.label ?? '', { x: sample + 8, y: fontSize * 0.36, 'font-size': fontSize, fill: inkColor }),
  ]);
}

function labelled(series: readonly DrawnSeries[]): DrawnSeries[] {
  return series.filter(one => one.label !== undefined);
}

/** One entry below the other, in a box. */
export function drawLegend(series: readonly DrawnSeries[], box: Box, sample: number): string {
  const { width, height } = box;
  const y = (i: number) => padding - 1 + i * rowHeight;
  return group({ transform: `translate(${px(box.x)} ${px(box.y)})` }, [
    element('rect', { width, height, rx: 3, fill: '#ffffff', 'fill-opacity': 0.9, stroke: '#cccccc' }),
    ...labelled(series).map((one, i) => entry(one, { x: padding, y: y(i), sample })),
  ]);
}

/** One entry beside the other, without a box. */
export function drawLegendRow(series: readonly DrawnSeries[], box: Box, sample: number): string {
  let x = box.x;
  const entries = labelled(series).map(one => {
    const drawn = entry(one, { x, y: box.y, sample });
    x += entryWidth(one.label ?? '', sample) + columnGap;
    return drawn;
  });
  return group({}, entries);
}

/** Entries of a shared legend: the first series of each label. */
export function sharedEntries(panels: readonly (readonly DrawnSeries[])[]): DrawnSeries[] {
  const byLabel = new Map<string, DrawnSeries>();
  for (const one of panels.flat())
    if (one.label !== undefined && !byLabel.has(one.label)) byLabel.set(one.label, one);
  return [...byLabel.values()];
}

export interface SharedLegend {
  readonly height: number;
  draw(left: number, top: number): string;
}

/** Rows of equal length, in columns of equal width, as many as fit. */
export function sharedLegend(entries: readonly DrawnSeries[], width: number): SharedLegend {
  const widest = Math.max(0, ...entries.map(one => entryWidth(one.label ?? '', lineSample))) + columnGap;
  const most = Math.max(1, Math.floor((width + columnGap) / widest));
  const rows = Math.ceil(entries.length / most);
  const columns = Math.max(1, Math.ceil(entries.length / rows));
  const place = (i: number) => ({ column: i % columns, row: Math.floor(i / columns) });
  return {
    height: rows === 0 ? 0 : rows * rowHeight + padding,
    draw: (left, top) =>
      group(
        {},
        entries.map((one, i) => {
          const { column, row } = place(i);
          return entry(one, { x: left + column * widest, y: top + row * rowHeight, sample: lineSample });
        }),
      ),
  };
}
