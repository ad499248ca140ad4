// One panel: its layout, in the order title, y axis, x axis, plot area, and its drawing.

import {
  boxesOf,
  drawNote,
  drawSlope,
  layoutNotes,
  layoutSlopes,
  type NoteLayout,
  type SlopeLayout,
} from './annotations.ts';
import {
  drawAxes,
  drawGrid,
  labelFont,
  lineHeight,
  type Size,
  xAxisHeight,
  xAxisOverhang,
  yAxisWidth,
} from './axes.ts';
import { type Domain, domainOf, widened } from './domain.ts';
import { type Box, type Ink, inkOf, withBoxes } from './ink.ts';
import {
  drawLegend,
  drawLegendRow,
  legendRowSize,
  legendSize,
  legendText,
  needsLegend,
  placeInside,
} from './legend.ts';
import { type DrawnSeries, drawLine, drawMarkers, drawnSeries } from './marks.ts';
import type { PanelSpec } from './spec.ts';
import { element, escapeText, group, inkColor, referenceColor } from './svg.ts';
import { richText, text, textWidth, wrapText } from './text.ts';
import { type Axis, tickStep, xAxis, yAxis } from './ticks.ts';

const margin = 12;
const legendGap = 12;
/** No plot area is narrower or lower than this. */
const smallestPlot = 140;
/** Height of the line above the plot for a common factor such as ×10⁻⁸ at its left end and a legend at its right. */
const topLineHeight = 24;
const factorWidth = 70;
/** Estimate of the width of a y axis, before it is known, for the width of the title. */
const usualLeft = 90;

export interface PanelRequest {
  readonly spec: PanelSpec;
  /** Such as "(a)", or "". */
  readonly tag: string;
  readonly size: Size;
  /** Minimum margins left of the plot and above it, to align it with its neighbours. */
  readonly left: number;
  readonly top: number;
  readonly legend: 'auto' | 'inside' | 'above' | 'right' | 'none';
}

export interface PanelLayout {
  readonly request: PanelRequest;
  readonly title: readonly string[];
  readonly plot: Size;
  readonly axes: readonly [Axis, Axis];
  readonly left: number;
  readonly top: number;
  /** The whole panel; an equal-aspect one may be smaller than asked. */
  readonly width: number;
  readonly height: number;
  readonly series: readonly DrawnSeries[];
  readonly slopes: readonly SlopeLayout[];
  readonly notes: readonly NoteLayout[];
  readonly legend: Box | undefined;
  /** False where the legend hides part of the data. */
  readonly legendClear: boolean;
}

interface Frame {
  readonly plot: Size;
  readonly x: Domain;
  readonly y: Domain;
}

/** The largest plot in which one unit is equally long in x and y; domains widen where the plot has its minimum size. */
function equalFrame(x: Domain, y: Domain, room: Size): Frame {
  const [dx, dy] = [x[1] - x[0], y[1] - y[0]];
  const unit = Math.min(room.width / dx, room.height / dy);
  const plot = { width: Math.max(smallestPlot, dx * unit), height: Math.max(smallestPlot, dy * unit) };
  return { plot, x: widened(x, plot.width / unit), y: widened(y, plot.height / unit) };
}

function bothScalesAre(spec: PanelSpec, scale: 'linear' | 'log'): boolean {
  return (spec.x.scale ?? 'linear') === scale && (spec.y.scale ?? 'linear') === scale;
}

function hasEqualUnits(spec: PanelSpec): boolean {
  return spec.aspect === 'equal' && bothScalesAre(spec, 'linear');
}

function titleLines({ spec, tag, size, left }: PanelRequest): string[] {
  const whole = `${tag} ${spec.title ?? ''}`.trim();
  return whole === '' ? [] : wrapText(whole, labelFont, size.width - Math.max(left, usualLeft) - 2 * margin);
}

interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Margins around the plot, from axes of about the final size. */
function marginsOf(request: PanelRequest, lines: number): Margins {
  const { spec, size } = request;
  const height = 0.75 * size.height;
  const y = yAxis(spec.y, domainOf(spec, 'y'), height);
  const title = lines === 0 ? 0 : lines * labelFont * lineHeight + 5;
  const topLine = y.factor === '' && request.legend !== 'above' ? 0 : topLineHeight;
  const legend = request.legend === 'right' ? legendSize(legendText(spec.series)).width + legendGap : 0;
  const left = Math.round(Math.max(request.left, margin + yAxisWidth(y, height)));
  const right = Math.round(margin + 12 + legend);
  const width = Math.max(smallestPlot, size.width - left - right);
  return {
    left,
    right,
    top: Math.round(Math.max(request.top, margin + title + topLine)),
    bottom: xAxisHeight(xAxis(spec.x, domainOf(spec, 'x'), width), width) + margin,
  };
}

function frameOf(spec: PanelSpec, size: Size, margins: Margins): Frame {
  const plot = {
    width: Math.max(smallestPlot, size.width - margins.left - margins.right),
    height: Math.max(smallestPlot, size.height - margins.top - margins.bottom),
  };
  const x = domainOf(spec, 'x');
  const y = domainOf(spec, 'y');
  return hasEqualUnits(spec) ? equalFrame(x, y, plot) : { plot, x, y };
}

/** Both axes; with equal units both have the wider of the two tick distances, if it leaves two ticks on each. */
function axesOf(spec: PanelSpec, { plot, x, y }: Frame): readonly [Axis, Axis] {
  const axes = [xAxis(spec.x, x, plot.width), yAxis(spec.y, y, plot.height)] as const;
  if (!hasEqualUnits(spec)) return axes;
  const step = Math.max(...axes.map(tickStep));
  const equal = [xAxis(spec.x, x, plot.width, step), yAxis(spec.y, y, plot.height, step)] as const;
  return equal.every(({ ticks }) => ticks.length >= 2) ? equal : axes;
}

function placeLegend(request: PanelRequest, ink: Ink, plot: Size): { box: Box | undefined; clear: boolean } {
  const content = legendText(request.spec.series);
  if (request.legend === 'none' || !needsLegend(content)) return { box: undefined, clear: true };
  if (request.legend === 'above') {
    const row = legendRowSize(content);
    return { box: { x: plot.width - row.width, y: -row.height - 4, ...row }, clear: true };
  }
  const size = legendSize(content);
  if (request.legend === 'right') return { box: { x: plot.width + legendGap, y: 0, ...size }, clear: true };
  return placeInside(size, ink, plot);
}

const titleWidth = (lines: readonly string[]) =>
  Math.max(0, ...lines.map(line => textWidth(line, labelFont)));

export function layoutPanel(request: PanelRequest): PanelLayout {
  const { spec, size } = request;
  const title = titleLines(request);
  const margins = marginsOf(request, title.length);
  const frame = frameOf(spec, size, margins);
  const { plot } = frame;
  const axes = axesOf(spec, frame);
  const series = spec.series.map((one, i) => drawnSeries(one, i, axes, plot));
  const notes = layoutNotes(spec.notes ?? [], axes, plot);
  const ink = withBoxes(
    inkOf(series),
    notes.map(({ box }) => box),
  );
  const wanted = bothScalesAre(spec, 'log') ? (spec.slopes ?? []) : [];
  const slopes = layoutSlopes(wanted, series, axes, { ink, size: plot });
  const legend = placeLegend(request, withBoxes(ink, slopes.flatMap(boxesOf)), plot);
  const right = Math.max(margins.right, margin + xAxisOverhang(axes[0], plot.width));
  return {
    request,
    title,
    plot,
    axes,
    left: margins.left,
    top: margins.top,
    width: Math.max(margins.left + plot.width + right, margins.left + titleWidth(title) + margin),
    height: margins.top + plot.height + margins.bottom,
    series,
    slopes,
    notes,
    legend: legend.box,
    legendClear: legend.clear,
  };
}

/** Place of a legend that would hide data inside: a row above if that fits, otherwise right of the plot. */
export function outsideLegend({ request, plot }: PanelLayout): 'above' | 'right' {
  return legendRowSize(legendText(request.spec.series)).width + factorWidth <= plot.width ? 'above' : 'right';
}

/** At the upper end of the panel, so that titles side by side stand on one line. */
function drawTitle({ title, top, request: { tag } }: PanelLayout): string[] {
  return title.map((line, i) => {
    const y = margin - top + labelFont * (0.85 + i * lineHeight);
    const attributes = { x: 0, y, 'font-size': labelFont, fill: inkColor };
    if (i > 0 || tag === '') return text(line, attributes);
    const bold = element('tspan', { 'font-weight': 'bold' }, [escapeText(tag)]);
    return element('text', attributes, [bold, richText(line.slice(tag.length), labelFont)]);
  });
}

function drawNoData({ plot, series }: PanelLayout): string {
  const some = ({ line, markers }: DrawnSeries) => (line ?? markers)?.x.some(x => !Number.isNaN(x));
  if (series.some(some)) return '';
  const centre = { x: plot.width / 2, y: plot.height / 2, 'text-anchor': 'middle' };
  return text('no data', { ...centre, 'font-size': labelFont, fill: referenceColor });
}

function drawnLegend({ series, legend, request }: PanelLayout): string {
  if (legend === undefined) return '';
  const { sample } = legendText(request.spec.series);
  return request.legend === 'above'
    ? drawLegendRow(series, legend, sample)
    : drawLegend(series, legend, sample);
}

/** The panel as SVG, its plot area with the corner at (0, 0). A nested svg element clips the lines without an id. */
export function drawPanel(panel: PanelLayout): string {
  const { plot, axes, series, slopes, notes } = panel;
  const lines = series.map(drawLine).filter(line => line !== '');
  return group({}, [
    drawGrid(axes[0], axes[1], plot),
    ...slopes.map(drawSlope),
    lines.length === 0
      ? ''
      : element(
          'svg',
          { ...plot, overflow: 'hidden' },
          lines.map(line => `\n${line}`),
        ),
    drawAxes(axes[0], axes[1], plot),
    ...series.map(drawMarkers),
    ...notes.map(drawNote),
    drawNoData(panel),
    ...drawTitle(panel),
    drawnLegend(panel),
  ]);
}
