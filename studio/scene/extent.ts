// How far a surface or curve f = 0 reaches, as seen from a place on it: boxes around the place grow until what is inside
// touches no wall; then the last one is drawn tight. What never ends is shown as far as the place is from the origin.

import type { Bounds } from './bounds.ts';

type Place = readonly number[];
type Value = (place: Place) => number;

const cells = 28;
const doublings = 4;

export function extentOf(f: Value, start: Place): Bounds {
  const reach = Math.max(0.5, ...start.map(Math.abs));
  for (let k = 0; k <= doublings; k++) {
    const half = 1.05 * reach * 2 ** k;
    const found = crossingsIn(f, [start.map(x => x - half), start.map(x => x + half)]);
    if (found && !found.touchesWall) return tight(f, found.bounds);
  }
  return [
    start.map(x => Math.min(x - 0.5 * reach, -1.6 * reach)),
    start.map(x => Math.max(x + 0.5 * reach, 1.6 * reach)),
  ];
}

function tight(f: Value, bounds: Bounds): Bounds {
  const [low, high] = crossingsIn(f, bounds)?.bounds ?? bounds;
  const margin = 0.08 * Math.max(...low.map((x, k) => high[k] - x));
  return [low.map(x => x - margin), high.map(x => x + margin)];
}

interface Crossings {
  /** Around all cells with a change of sign, and one cell more. */
  readonly bounds: Bounds;
  readonly touchesWall: boolean;
}

/** null when there is none. */
function crossingsIn(f: Value, [low, high]: Bounds): Crossings | null {
  const dimension = low.length;
  const first = Array<number>(dimension).fill(cells);
  const last = Array<number>(dimension).fill(-1);
  const place = (index: readonly number[]) => index.map((i, k) => low[k] + ((high[k] - low[k]) * i) / cells);
  const isBelow = latticeSigns(f, place, dimension);
  const strides = first.map((_, k) => (cells + 1) ** k);
  isBelow.forEach((sign, at) => {
    strides.forEach((stride, axis) => {
      const isInside = Math.floor(at / stride) % (cells + 1) < cells;
      if (!isInside || isBelow[at + stride] === sign) return;
      strides.forEach((other, k) => {
        const i = Math.floor(at / other) % (cells + 1);
        first[k] = Math.min(first[k], i);
        last[k] = Math.max(last[k], k === axis ? i + 1 : i);
      });
    });
  });
  if (last[0] < 0) return null;
  const around = [first.map(i => Math.max(0, i - 1)), last.map(i => Math.min(cells, i + 1))] as const;
  return {
    bounds: [place(around[0]), place(around[1])],
    touchesWall: first.some(i => i === 0) || last.some(i => i === cells),
  };
}

/** Of all corners of the cells; the first axis runs fastest. */
function latticeSigns(f: Value, place: (index: readonly number[]) => Place, dimension: number): Uint8Array {
  const side = cells + 1;
  const index = Array<number>(dimension).fill(0);
  return Uint8Array.from({ length: side ** dimension }, (_, at) => {
    for (let k = 0; k < dimension; k++) index[k] = Math.floor(at / side ** k) % side;
    return f(place(index)) < 0 ? 1 : 0;
  });
}
