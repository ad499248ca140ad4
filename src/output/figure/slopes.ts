// Reference slopes on log–log panels: a short grey line y = c·x^s beside the series whose slope it resembles,
// with its text, at a place free of ink.

import type { Size } from './axes.ts';
import type { Polyline } from './decimate.ts';
import { type Box, grown, type Ink, withBoxes } from './ink.ts';
import type { DrawnSeries } from './marks.ts';
import type { SlopeSpec } from './spec.ts';
import { element, group, px, referenceColor, text, textWidth } from './svg.ts';
import { type Axis, plainNumber } from './ticks.ts';

const fontSize = 13;
/** Length of the line in pixels, and its distances from the series that are tried. */
const lineLength = 84;
const distances = [15, 24, 34];
/** Half a marker around the text. */
const clearance = 7;

interface Segment {
  readonly x: number;
  readonly y: number;
  readonly slope: number;
}

type Point = readonly [number, number];

interface Stroke {
  readonly from: Point;
  readonly to: Point;
}

interface Placement extends Stroke {
  readonly label: Box;
  readonly cost: number;
}

export interface PlacedSlope extends Stroke {
  readonly label: Box;
  readonly text: string;
}

/** What is there already, and the plot's size. */
export interface Surroundings {
  readonly ink: Ink;
  readonly size: Size;
}

function segmentsOf({ x, y }: Polyline): Segment[] {
  const out: Segment[] = [];
  for (let i = 1; i < x.length; i++) {
    const slope = (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
    if (Number.isFinite(slope)) out.push({ x: (x[i] + x[i - 1]) / 2, y: (y[i] + y[i - 1]) / 2, slope });
  }
  return out;
}

/** Difference of directions, so that steep slopes compare as the eye compares them. */
function unlike(segment: Segment, slope: number): number {
  return Math.abs(Math.atan(segment.slope) - Math.atan(slope));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** Segments of the series that is most like the slope; its best half, so that plateaus stay out. */
function hosts(series: readonly DrawnSeries[], slope: number): Segment[] {
  const lists = series.flatMap(one => {
    const points = one.line ?? one.markers;
    return points === undefined ? [] : [segmentsOf(points)];
  });
  let best: Segment[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const list of lists) {
    const ranked = [...list].sort((a, b) => unlike(a, slope) - unlike(b, slope));
    const half = ranked.slice(0, Math.ceil(ranked.length / 2));
    const difference = median(half.map(segment => unlike(segment, slope)));
    if (difference < least) {
      best = half;
      least = difference;
    }
  }
  return best;
}

function outside(box: Box, size: Size): number {
  const gap = 4;
  const inside =
    box.x >= gap &&
    box.y >= gap &&
    box.x + box.width <= size.width - gap &&
    box.y + box.height <= size.height - gap;
  return inside ? 0 : 1000;
}

function along({ from, to }: Stroke): Point[] {
  return Array.from({ length: 9 }, (_, k) => [
    from[0] + ((to[0] - from[0]) * k) / 8,
    from[1] + ((to[1] - from[1]) * k) / 8,
  ]);
}

/** Ink under the line, in small boxes along it. */
function inkAlong(stroke: Stroke, ink: Ink): number {
  return along(stroke).reduce(
    (sum, [x, y]) => sum + ink.under({ x: x - 5, y: y - 5, width: 10, height: 10 }),
    0,
  );
}

/** The line at a signed distance from a segment, and its text beyond it, away from the series. */
function placement(segment: Segment, slope: number, distance: number, text: Size): Omit<Placement, 'cost'> {
  const norm = Math.hypot(1, slope);
  const [tx, ty] = [1 / norm, slope / norm];
  const [nx, ny] = [ty, -tx];
  const cx = segment.x + distance * nx;
  const cy = segment.y + distance * ny;
  // How far a box of this size must be moved along the normal to clear the line.
  const clear = Math.sign(distance) * ((text.width * Math.abs(nx) + text.height * Math.abs(ny)) / 2 + 4);
  const { width, height } = text;
  return {
    from: [cx - (tx * lineLength) / 2, cy - (ty * lineLength) / 2],
    to: [cx + (tx * lineLength) / 2, cy + (ty * lineLength) / 2],
    label: { x: cx + clear * nx - width / 2, y: cy + clear * ny - height / 2, width, height },
  };
}

function bestPlacement(segments: readonly Segment[], slope: number, label: Size, surroundings: Surroundings) {
  const { ink, size } = surroundings;
  let best: Placement | undefined;
  for (const segment of segments) {
    for (const distance of distances.flatMap(d => [d, -d])) {
      const place = placement(segment, slope, distance, label);
      const covered = ink.under(grown(place.label, clearance)) + inkAlong(place, ink);
      // Among free places, near the series and near the middle of the plot.
      const remote = Math.abs(distance) / 50 + Math.abs(segment.x / size.width - 0.5);
      const cost = covered + outside(place.label, size) + remote;
      if (best === undefined || cost < best.cost) best = { ...place, cost };
    }
  }
  return best;
}

function labelOf(spec: SlopeSpec): string {
  const decimals = String(spec.slope).split('.')[1]?.length ?? 0;
  return spec.label ?? `slope ${plainNumber(spec.slope, Math.min(2, decimals))}`;
}

/** Places the slopes one after the other, each free of the ones before. */
export function placeSlopes(
  specs: readonly SlopeSpec[],
  series: readonly DrawnSeries[],
  [x, y]: readonly [Axis, Axis],
  surroundings: Surroundings,
): PlacedSlope[] {
  const decade = (y.scale(10) - y.scale(1)) / (x.scale(10) - x.scale(1));
  const placed: PlacedSlope[] = [];
  for (const spec of specs) {
    const label = labelOf(spec);
    const slope = spec.slope * decade;
    const ink = withBoxes(surroundings.ink, placed.flatMap(boxesOf));
    const extent = { width: textWidth(label, fontSize), height: fontSize };
    const place = bestPlacement(hosts(series, slope), slope, extent, { ...surroundings, ink });
    if (place !== undefined) placed.push({ ...place, text: label });
  }
  return placed;
}

/** What a placed slope occupies: its text, and boxes along its line. */
export function boxesOf({ from, to, label }: PlacedSlope): Box[] {
  return [label, ...along({ from, to }).map(([x, y]) => ({ x: x - 5, y: y - 5, width: 10, height: 10 }))];
}

export function drawSlope({ from, to, label, text: content }: PlacedSlope): string {
  const d = `M${px(from[0])} ${px(from[1])}L${px(to[0])} ${px(to[1])}`;
  const middle = { x: label.x + label.width / 2, y: label.y + fontSize * 0.86, 'text-anchor': 'middle' };
  return group({}, [
    element('path', { d, stroke: referenceColor, 'stroke-width': 1.2, fill: 'none' }),
    text(content, { ...middle, 'font-size': fontSize, fill: referenceColor }),
  ]);
}
