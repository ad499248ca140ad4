// Annotations of a panel: notes beside points of the plot, and reference slopes on log–log panels. A reference slope is a
// short grey line y = c·x^s with its text, beside the series whose slope is nearest to s, where the plot is free.

import type { Size } from './axes.ts';
import type { Polyline } from './decimate.ts';
import { type Box, grown, type Ink, overlap, withBoxes } from './ink.ts';
import type { DrawnSeries } from './marks.ts';
import type { NoteSpec, SlopeSpec } from './spec.ts';
import { element, group, inkColor, px, referenceColor } from './svg.ts';
import { text, textWidth } from './text.ts';
import { type Axis, plainNumber } from './ticks.ts';

const noteFont = 14;
/** From the point to the text: past a marker. */
const noteDistance = 9;

export interface NoteLayout {
  readonly text: string;
  readonly box: Box;
}

/** Notes outside the axes are left out. */
export function layoutNotes(
  notes: readonly NoteSpec[],
  [x, y]: readonly [Axis, Axis],
  { width, height }: Size,
): NoteLayout[] {
  const within = (pixel: number, size: number) => pixel >= 0 && pixel <= size;
  return notes
    .filter(note => x.drawable(note.x) && y.drawable(note.y))
    .map(note => ({ note, at: [x.scale(note.x), y.scale(note.y)] as const }))
    .filter(({ at }) => within(at[0], width) && within(at[1], height))
    .map(({ note, at }) => ({ text: note.text, box: noteBox(note, at[0], at[1]) }));
}

function noteBox({ text: content, side = 'right' }: NoteSpec, x: number, y: number): Box {
  const [width, height] = [textWidth(content, noteFont), noteFont];
  switch (side) {
    case 'right':
      return { x: x + noteDistance, y: y - height / 2, width, height };
    case 'left':
      return { x: x - noteDistance - width, y: y - height / 2, width, height };
    case 'above':
      return { x: x - width / 2, y: y - noteDistance - height, width, height };
    case 'below':
      return { x: x - width / 2, y: y + noteDistance, width, height };
  }
}

export function drawNote({ text: content, box }: NoteLayout): string {
  const centre = { x: box.x + box.width / 2, y: box.y + noteFont * 0.86, 'text-anchor': 'middle' };
  return text(content, { ...centre, 'font-size': noteFont, fill: inkColor });
}

const slopeFont = 13;
/** Length of a slope's line, and the distances from the series that are tried, in pixels. */
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

export interface SlopeLayout extends Stroke {
  readonly label: Box;
  readonly text: string;
}

/** What the plot shows already, and its size. */
export interface Surroundings {
  readonly ink: Ink;
  readonly size: Size;
}

/** Surroundings with the boxes of the slopes that are placed. */
interface Occupied extends Surroundings {
  readonly taken: readonly Box[];
}

function segmentsOf({ x, y }: Polyline): Segment[] {
  const out: Segment[] = [];
  for (let i = 1; i < x.length; i++) {
    const slope = (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
    if (Number.isFinite(slope)) out.push({ x: (x[i] + x[i - 1]) / 2, y: (y[i] + y[i - 1]) / 2, slope });
  }
  return out;
}

/** Difference of directions: an angle, because that is what the eye compares. */
function angleBetween(segment: Segment, slope: number): number {
  return Math.abs(Math.atan(segment.slope) - Math.atan(slope));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** Segments of each series. */
function segmentLists(series: readonly DrawnSeries[]): Segment[][] {
  return series.flatMap(one => {
    const points = one.line ?? one.markers;
    return points === undefined ? [] : [segmentsOf(points)];
  });
}

/** Segments of the series nearest to the slope; the nearer half of them, so that plateaus are excluded. */
function hostSegments(lists: readonly Segment[][], slope: number): Segment[] {
  let best: Segment[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const list of lists) {
    const ranked = [...list].sort((a, b) => angleBetween(a, slope) - angleBetween(b, slope));
    const half = ranked.slice(0, Math.ceil(ranked.length / 2));
    const difference = median(half.map(segment => angleBetween(segment, slope)));
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

/** The best place that is clear of the slopes placed before; undefined where there is none. */
function bestPlacement(segments: readonly Segment[], slope: number, label: Size, occupied: Occupied) {
  const { ink, size, taken } = occupied;
  let best: Placement | undefined;
  for (const segment of segments) {
    for (const distance of distances.flatMap(d => [d, -d])) {
      const place = placement(segment, slope, distance, label);
      if (boxesOf(place).some(box => taken.some(other => overlap(box, other)))) continue;
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

/** Places the slopes one after the other, each clear of those before it; one that is clear nowhere is left out. */
export function layoutSlopes(
  specs: readonly SlopeSpec[],
  series: readonly DrawnSeries[],
  [x, y]: readonly [Axis, Axis],
  surroundings: Surroundings,
): SlopeLayout[] {
  const decade = (y.scale(10) - y.scale(1)) / (x.scale(10) - x.scale(1));
  const lists = segmentLists(series);
  const placed: SlopeLayout[] = [];
  for (const spec of specs) {
    const label = labelOf(spec);
    const slope = spec.slope * decade;
    const taken = placed.flatMap(boxesOf);
    const occupied = { ...surroundings, taken, ink: withBoxes(surroundings.ink, taken) };
    const extent = { width: textWidth(label, slopeFont), height: slopeFont };
    // The same series may be nearest to two slopes and have room for one: the other then stands beside any series.
    const place =
      bestPlacement(hostSegments(lists, slope), slope, extent, occupied) ??
      bestPlacement(lists.flat(), slope, extent, occupied);
    if (place !== undefined) placed.push({ ...place, text: label });
  }
  return placed;
}

/** Area of a slope: its text, and boxes along its line. */
export function boxesOf({ from, to, label }: Stroke & { readonly label: Box }): Box[] {
  return [label, ...along({ from, to }).map(([x, y]) => ({ x: x - 5, y: y - 5, width: 10, height: 10 }))];
}

export function drawSlope({ from, to, label, text: content }: SlopeLayout): string {
  const d = `M${px(from[0])} ${px(from[1])}L${px(to[0])} ${px(to[1])}`;
  const middle = { x: label.x + label.width / 2, y: label.y + slopeFont * 0.86, 'text-anchor': 'middle' };
  return group({}, [
    element('path', { d, stroke: referenceColor, 'stroke-width': 1.2, fill: 'none' }),
    text(content, { ...middle, 'font-size': slopeFont, fill: referenceColor }),
  ]);
}
