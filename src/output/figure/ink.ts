// Where a panel is inked, as sample points, so that legend and slope labels find free places.

import type { Polyline } from './decimate.ts';
import type { DrawnSeries } from './marks.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box with a margin on all sides. */
export function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** Distance of the samples along lines, in pixels. */
const spacing = 4;
/** A marker counts as much as this many samples of a line. */
const markerWeight = 4;
/** Longer segments are not sampled more densely than this. */
const mostSamples = 500;

export interface Ink {
  /** How much ink a box would cover: samples of lines and markers, four pixels apart. */
  under(box: Box): number;
}

function sampleSegment(line: Polyline, i: number, out: number[]): void {
  const dx = line.x[i] - line.x[i - 1];
  const dy = line.y[i] - line.y[i - 1];
  const samples = Math.min(mostSamples, Math.ceil(Math.hypot(dx, dy) / spacing));
  for (let k = 1; k <= samples; k++) {
    out.push(line.x[i - 1] + (dx * k) / samples, line.y[i - 1] + (dy * k) / samples);
  }
}

function samplesOf({ line, markers, dots }: DrawnSeries): number[] {
  const out: number[] = [];
  if (line !== undefined) for (let i = 1; i < line.x.length; i++) sampleSegment(line, i, out);
  if (markers !== undefined) {
    for (let i = 0; i < markers.x.length; i++) {
      for (let k = 0; k < (dots ? 1 : markerWeight); k++) out.push(markers.x[i], markers.y[i]);
    }
  }
  return out;
}

export function inkOf(series: readonly DrawnSeries[]): Ink {
  const samples = series.map(samplesOf);
  return {
    under(box) {
      let count = 0;
      for (const points of samples) {
        for (let k = 0; k < points.length; k += 2) {
          const inside = Math.abs(points[k] - box.x - box.width / 2) <= box.width / 2;
          if (inside && Math.abs(points[k + 1] - box.y - box.height / 2) <= box.height / 2) count++;
        }
      }
      return count;
    },
  };
}

/** A box that is taken counts as much as this many samples. */
const boxWeight = 20;

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The same ink, with boxes that are taken by text. */
export function withBoxes(ink: Ink, boxes: readonly Box[]): Ink {
  return {
    under: box => ink.under(box) + boxWeight * boxes.filter(taken => overlap(box, taken)).length,
  };
}
