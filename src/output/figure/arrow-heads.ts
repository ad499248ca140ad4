// The heads of arrows: a triangle at the end of each piece of a line.

import type { Polyline } from './decimate.ts';
import { element, px } from './svg.ts';

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
