// Coordinates that are not positions: a few as dials, whose hands show them as angles, many as a profile q_k over k.

import { freshSheet, pageColour, type Sheet } from './canvas.ts';
import type { CreateView, Drawn } from './view.ts';

const mostDials = 6;

export const createViewFlat: CreateView = canvas => {
  let lanes: readonly Drawn[] = [];
  let [low, high] = [0, 0];

  function paint(): void {
    const sheet = freshSheet(canvas);
    const count = lanes[0]?.q.length ?? 0;
    if (!sheet || count === 0) return;
    const line = pageColour(canvas, '--line');
    if (count <= mostDials) drawDials(sheet, lanes, count, line);
    else drawProfile(sheet, lanes, [low, high], line);
  }
  const sizes = new ResizeObserver(paint);
  sizes.observe(canvas);
  return {
    draw(given) {
      lanes = given;
      for (const { q } of given)
        for (const value of q) [low, high] = [Math.min(low, value), Math.max(high, value)];
      paint();
    },
    clear() {
      [low, high] = [0, 0];
    },
    dispose: () => sizes.disconnect(),
  };
};

function drawDials(
  { context, width, height }: Sheet,
  lanes: readonly Drawn[],
  count: number,
  line: string,
): void {
  const across = Math.ceil(Math.sqrt((count * width) / height));
  const down = Math.ceil(count / across);
  const radius = 0.42 * Math.min(width / across, height / down);
  for (let k = 0; k < count; k++) {
    const x = (width * ((k % across) + 0.5)) / across;
    const y = (height * (Math.floor(k / across) + 0.5)) / down;
    context.strokeStyle = line;
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
    for (const { q, colour } of lanes) {
      context.strokeStyle = colour;
      context.lineWidth = 3;
      context.beginPath();
      context.moveTo(x, y);
      // An angle of 0 hangs down, as a pendulum does.
      context.lineTo(x + radius * Math.sin(q[k]), y + radius * Math.cos(q[k]));
      context.stroke();
    }
  }
}

function drawProfile(
  { context, width, height }: Sheet,
  lanes: readonly Drawn[],
  [low, high]: readonly [number, number],
  line: string,
): void {
  const span = high - low || 1;
  const toY = (value: number) => height * (0.95 - (0.9 * (value - low)) / span);
  context.strokeStyle = line;
  context.beginPath();
  context.moveTo(0, toY(0));
  context.lineTo(width, toY(0));
  context.stroke();
  for (const { q, colour } of lanes) {
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.beginPath();
    q.forEach((value, k) => {
      const x = (width * (k + 0.5)) / q.length;
      if (k === 0) context.moveTo(x, toY(value));
      else context.lineTo(x, toY(value));
    });
    context.stroke();
  }
}
