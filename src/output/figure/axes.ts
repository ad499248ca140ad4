// Drawing of axes and grid around a plot area with its upper left corner at (0, 0).

import { element, gridColor, group, inkColor, px } from './svg.ts';
import { text, textWidth, wrapText } from './text.ts';
import { type Axis, tickFont } from './ticks.ts';

export const labelFont = 15;
export const lineHeight = 1.25;
const tickLength = 5;
const minorTickLength = 3;
/** From the tick's end to its label, and from the labels to the title. */
const labelDistance = 4;
const titleDistance = 10;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Lines of a tick label along x: the names of categories are wrapped to the distance of their ticks. */
function xLabelLines({ categories }: Axis, label: string, width: number): string[] {
  return categories === 0 ? [label] : wrapText(label, tickFont, width / categories - labelDistance);
}

/** The title of the x axis in lines that fit below the plot. */
function xTitleLines(axis: Axis, width: number): string[] {
  return wrapText(axis.title, labelFont, width + 40);
}

function xLabelsHeight(axis: Axis, width: number): number {
  const lines = Math.max(1, ...axis.ticks.map(({ label }) => xLabelLines(axis, label, width).length));
  return tickLength + labelDistance + tickFont * (1 + (lines - 1) * lineHeight);
}

/** Height of the x axis below the plot. */
export function xAxisHeight(axis: Axis, width: number): number {
  const lines = xTitleLines(axis, width).length;
  const title = lines === 0 ? 0 : titleDistance + labelFont * (1 + (lines - 1) * lineHeight);
  return xLabelsHeight(axis, width) + title;
}

/** The title of the y axis in lines that fit beside the plot. */
function yTitleLines(axis: Axis, height: number): string[] {
  return wrapText(axis.title, labelFont, height + 50);
}

function yLabelsWidth(axis: Axis): number {
  const widest = Math.max(0, ...axis.ticks.map(tick => textWidth(tick.label, tickFont)));
  return tickLength + labelDistance + widest + titleDistance;
}

/** Width of the y axis left of the plot. */
export function yAxisWidth(axis: Axis, height: number): number {
  const title = axis.title === '' ? 0 : yTitleLines(axis, height).length;
  return yLabelsWidth(axis) + title * labelFont * lineHeight;
}

/** How far the last label reaches beyond the right end of the plot. */
export function xAxisOverhang(axis: Axis, width: number): number {
  if (axis.categories > 0) return 0;
  return Math.max(0, ...axis.ticks.map(tick => tick.at + textWidth(tick.label, tickFont) / 2 - width));
}

function gridPath(x: readonly number[], y: readonly number[], size: Size): string {
  const vertical = x.map(at => `M${px(at)} 0V${px(size.height)}`);
  const horizontal = y.map(at => `M0 ${px(at)}H${px(size.width)}`);
  return [...vertical, ...horizontal].join('');
}

/** Lines at the labelled ticks only: more would compete with the data. */
export function drawGrid(x: Axis, y: Axis, size: Size): string {
  const at = (axis: Axis) => axis.ticks.map(tick => tick.at);
  return element('path', { d: gridPath(at(x), at(y), size), stroke: gridColor, fill: 'none' });
}

function tickPath(x: Axis, y: Axis, height: number): string {
  const below = (at: number, length: number) => `M${px(at)} ${px(height)}v${length}`;
  const left = (at: number, length: number) => `M0 ${px(at)}h${-length}`;
  return [
    ...x.ticks.map(tick => below(tick.at, tickLength)),
    ...x.minor.map(at => below(at, minorTickLength)),
    ...y.ticks.map(tick => left(tick.at, tickLength)),
    ...y.minor.map(at => left(at, minorTickLength)),
  ].join('');
}

function drawXText(axis: Axis, { width, height }: Size): string {
  const labelY = height + tickLength + labelDistance + tickFont * 0.85;
  const titleY = height + xLabelsHeight(axis, width) + titleDistance + labelFont * 0.8;
  const tick = { 'font-size': tickFont };
  return group({ 'text-anchor': 'middle', fill: inkColor }, [
    ...axis.ticks.flatMap(({ at, label }) =>
      xLabelLines(axis, label, width).map((line, i) =>
        text(line, { x: at, y: labelY + i * tickFont * lineHeight, ...tick }),
      ),
    ),
    ...xTitleLines(axis, width).map((line, i) =>
      text(line, { x: width / 2, y: titleY + i * labelFont * lineHeight, 'font-size': labelFont }),
    ),
    axis.factor === '' ? '' : text(axis.factor, { x: width, y: titleY, 'text-anchor': 'end', ...tick }),
  ]);
}

function drawYText(axis: Axis, height: number): string {
  const lines = yTitleLines(axis, height);
  const titleX = -yLabelsWidth(axis) - (lines.length - 1) * labelFont * lineHeight - labelFont * 0.2;
  const tick = { 'font-size': tickFont, 'text-anchor': 'end' };
  const turned = { transform: `rotate(-90)`, 'text-anchor': 'middle', 'font-size': labelFont };
  return group({ fill: inkColor }, [
    ...axis.ticks.map(({ at, label }) =>
      text(label, { x: -tickLength - labelDistance, y: at + tickFont * 0.36, ...tick }),
    ),
    ...lines.map((line, i) =>
      text(line, { x: -height / 2, y: titleX + i * labelFont * lineHeight, ...turned }),
    ),
    axis.factor === '' ? '' : text(axis.factor, { x: 0, y: -7, 'font-size': tickFont }),
  ]);
}

/** Frame, ticks, labels and titles. */
export function drawAxes(x: Axis, y: Axis, size: Size): string {
  return group({}, [
    element('path', { d: tickPath(x, y, size.height), stroke: inkColor, fill: 'none' }),
    element('rect', { x: 0, y: 0, ...size, stroke: inkColor, fill: 'none' }),
    drawXText(x, size),
    drawYText(y, size.height),
  ]);
}
