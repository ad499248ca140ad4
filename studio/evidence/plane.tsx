// One number against another: phase planes and Poincaré sections, as dots or a line on a canvas.

import { useEffect, useRef } from 'preact/hooks';
import { freshSheet, pageColour, type Sheet } from '../motion/canvas.ts';

export interface Trace {
  readonly colour: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

export interface PlaneProps {
  readonly label: string;
  readonly mark: 'line' | 'dots';
  readonly traces: () => readonly Trace[];
}

const interval = 120;
const margin = 26;

export function Plane({ label, mark, traces }: PlaneProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const source = useRef(traces);
  source.current = traces;
  useEffect(() => {
    const timer = setInterval(() => {
      const sheet = canvas.current && freshSheet(canvas.current);
      if (sheet && canvas.current) paint(sheet, source.current(), mark, pageColour(canvas.current, '--dim'));
    }, interval);
    return () => clearInterval(timer);
  }, [mark]);
  return <canvas ref={canvas} class="plane" role="img" aria-label={label} />;
}

function range(values: readonly ArrayLike<number>[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const column of values)
    for (let k = 0; k < column.length; k++)
      [low, high] = [Math.min(low, column[k]), Math.max(high, column[k])];
  const pad = 0.05 * (high - low || 1);
  return [low - pad, high + pad];
}

function paint(sheet: Sheet, traces: readonly Trace[], mark: PlaneProps['mark'], ink: string): void {
  const { context, width, height } = sheet;
  if (!traces.some(({ x }) => x.length > 0)) return;
  const [left, right] = range(traces.map(({ x }) => x));
  const [low, high] = range(traces.map(({ y }) => y));
  const toX = (x: number) => margin + ((width - 2 * margin) * (x - left)) / (right - left);
  const toY = (y: number) => height - margin - ((height - 2 * margin) * (y - low)) / (high - low);
  drawFrame(sheet, [left, right, low, high], ink);
  for (const { x, y, colour } of traces) {
    context.strokeStyle = context.fillStyle = colour;
    context.beginPath();
    for (let k = 0; k < x.length; k++) {
      if (mark === 'dots') context.fillRect(toX(x[k]) - 1, toY(y[k]) - 1, 2, 2);
      else if (k === 0) context.moveTo(toX(x[k]), toY(y[k]));
      else context.lineTo(toX(x[k]), toY(y[k]));
    }
    if (mark === 'line') context.stroke();
  }
}

function drawFrame(
  { context, width, height }: Sheet,
  [left, right, low, high]: readonly number[],
  ink: string,
): void {
  context.strokeStyle = context.fillStyle = ink;
  context.lineWidth = 1;
  context.strokeRect(margin, margin, width - 2 * margin, height - 2 * margin);
  context.font = '11px system-ui';
  context.textAlign = 'left';
  context.fillText(left.toPrecision(3), margin, height - 8);
  context.fillText(high.toPrecision(3), margin, margin - 8);
  context.textAlign = 'right';
  context.fillText(right.toPrecision(3), width - margin, height - 8);
  context.fillText(low.toPrecision(3), width - margin, height - margin - 6);
}
