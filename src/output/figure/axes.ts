// Drawing of axes and grid around a plot area with its upper left corner at (0, 0).

import { element, gridColor, group, inkColor, px, text, textWidth, wrapText } from './svg.ts';
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

/** Room that the x axis needs below the plot. */
export const xAxisHeight = tickLength + labelDistance + tickFont + titleDistance + labelFont;

/** The title of the y axis in lines that fit beside the plot. */
function yTitleLines(axis: Axis, height: number): string[] {
  return wrapText(axis.title, labelFont, height + 50);
}

function yLabelsWidth(axis: Axis): number {
  const widest = Math.max(0, ...axis.ticks.map(tick => textWidth(tick.label, tickFont)));
  return tickLength + labelDistance + widest + titleDistance;
}

/** Room that the y axis needs left of the plot. */
export function yAxisWidth(axis: Axis, height: number): number {
  return yLabelsWidth(axis) + yTitleLines(axis, height).length * labelFont * lineHeight;
}

/** Half of the last label may stand out on the right. */
export function xAxisOverhang(axis: Axis, width: number): number {
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
  const titleY = height + xAxisHeight - labelFont * 0.2;
  const tick = { 'font-size': tickFont };
  return group({ 'text-anchor': 'middle', fill: inkColor }, [
    ...axis.ticks.map(({ at, label }) => text(label, { x: at, y: labelY, ...tick })),
    text(axis.title, { x: width / 2, y: titleY, 'font-size': labelFont }),
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
