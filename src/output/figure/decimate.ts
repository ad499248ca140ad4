// Long series, drawn with few points and the same look. All coordinates are pixels; NaN marks a break in the line.
//
// columns: consecutive points in one pixel column become first, lowest, highest, last. Exact to a pixel for any path.
// cells:   a path that returns again and again to pixels it has inked leaves out what would ink nothing new, so the
//          number of segments is at most the number of cells.

export interface Polyline {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Half a pixel, since PNGs are made at twice the size. */
const columnWidth = 0.5;
const cellSide = 1;

function selected(line: Polyline, indices: readonly number[]): Polyline {
  // A negative index stands for a break.
  const pick = (values: Float64Array) => Float64Array.from(indices, i => (i < 0 ? Number.NaN : values[i]));
  return { x: pick(line.x), y: pick(line.y) };
}

/** Appends the run first … last of one column, in the order in which the path visits it. */
function keepRun(y: Float64Array, first: number, last: number, out: number[]): void {
  let low = first;
  let high = first;
  for (let i = first + 1; i <= last; i++) {
    if (y[i] < y[low]) low = i;
    if (y[i] > y[high]) high = i;
  }
  let previous = -1;
  for (const i of [first, Math.min(low, high), Math.max(low, high), last]) {
    if (i !== previous) out.push(i);
    previous = i;
  }
}

/** At most four points for each visit to a pixel column. */
export function decimateColumns(line: Polyline): Polyline {
  const { x, y } = line;
  const kept: number[] = [];
  let first = 0;
  while (first < x.length) {
    const column = Math.floor(x[first] / columnWidth);
    let last = first;
    while (last + 1 < x.length && Math.floor(x[last + 1] / columnWidth) === column) last++;
    // NaN never equals NaN, so each break is a run of its own.
    if (Number.isNaN(column)) kept.push(-1);
    else keepRun(y, first, last, kept);
    first = last + 1;
  }
  return selected(line, kept);
}

interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Inks the cells on the segment and says how many were new. Cells outside the plot do not count. */
function inkSegment(line: Polyline, i: number, extent: Extent, inked: Uint8Array): number {
  const { x, y } = line;
  const columns = Math.ceil(extent.width / cellSide);
  const length = Math.hypot(x[i + 1] - x[i], y[i + 1] - y[i]);
  const samples = Math.min(Math.ceil(length / cellSide), 4 * columns) + 1;
  let fresh = 0;
  for (let k = 0; k <= samples; k++) {
    const u = x[i] + ((x[i + 1] - x[i]) * k) / samples;
    const v = y[i] + ((y[i + 1] - y[i]) * k) / samples;
    if (!(u >= 0 && u < extent.width && v >= 0 && v < extent.height)) continue;
    const cell = Math.floor(v / cellSide) * columns + Math.floor(u / cellSide);
    if (inked[cell] === 0) fresh++;
    inked[cell] = 1;
  }
  return fresh;
}

/** Leaves out segments that lie wholly on pixels inked before, or outside the plot. */
export function decimateCells(line: Polyline, extent: Extent): Polyline {
  const inked = new Uint8Array(Math.ceil(extent.width / cellSide) * Math.ceil(extent.height / cellSide));
  const kept: number[] = [];
  for (let i = 0; i + 1 < line.x.length; i++) {
    if (inkSegment(line, i, extent, inked) === 0) continue;
    if (kept[kept.length - 1] !== i) kept.push(-1, i);
    kept.push(i + 1);
  }
  return selected(line, kept);
}

/** The first point of each square of the given side, for markers; points outside the plot are left out. */
export function decimatePoints(points: Polyline, extent: Extent, side: number): Polyline {
  const columns = Math.floor(extent.width / side) + 1;
  const seen = new Uint8Array(columns * (Math.floor(extent.height / side) + 1));
  const kept: number[] = [];
  for (let i = 0; i < points.x.length; i++) {
    const x = points.x[i];
    const y = points.y[i];
    if (!(x >= 0 && x <= extent.width && y >= 0 && y <= extent.height)) continue;
    const cell = Math.floor(y / side) * columns + Math.floor(x / side);
    if (seen[cell] === 0) kept.push(i);
    seen[cell] = 1;
  }
  return selected(points, kept);
}
