// Which points of a periodic box are nearer to each other than a range: for each point i its partners j > i, ascending.
// O(N): points are sorted into cells of half the range, and a point meets the 5³ cells around its own.
// Points are visited by their numbers, so that each row comes out ascending: sums along rows then have an order that
// does not depend on when the list was made, and partners out of reach add an exact zero to them.
// Reference: Allen and Tildesley, Computer Simulation of Liquids (2017), sections 5.3.1–5.3.2.

/** As its owner lays it out in memory. */
export class NeighbourList {
  /** Address of the first point, bytes from one to the next, and their number; x, y, z come first in each. */
  points: usize;
  stride: usize;
  count: usize;
  /** Rows of u32, each the distance of a partner in bytes from the first point; how many there are in each row. */
  rows: usize;
  lengths: usize;
  /** Room for a row, an even number. */
  capacity: usize;
  /** Where the points were when the list was made, as x, y, z and a number that is not used. */
  built: usize;
  /** Work: wrapped points in the order of the cells, 32 bytes each: x, y, z, number. */
  sorted: usize;
  /** Work: the cell of each point; where each cell begins, in this many cells and one more. */
  cellOf: usize;
  cellBegin: usize;
  cellRoom: usize;
  reserved: usize;
  edgeX: f64;
  edgeY: f64;
  edgeZ: f64;
  /** Pairs nearer than this are in the list. */
  range: f64;
  /** Set by the list: cells along each edge. */
  nx: i32;
  ny: i32;
  nz: i32;
}

const packed: usize = 32;

/** Makes the list. 0, or the room that the longest row needs when it is more than the capacity. */
export function buildList(list: NeighbourList): usize {
  chooseCells(list);
  sortIntoCells(list);
  memory.fill(list.lengths, 0, list.count * 4);
  let longest: usize = 0;
  for (let j: usize = 0; j < list.count; j++) longest = max(longest, findPartners(list, j));
  if (longest > list.capacity) return longest;
  for (let i: usize = 0; i < list.count; i++) padRow(list, i);
  return 0;
}

/** An odd row ends with the point after the last one, which is nowhere. */
function padRow(list: NeighbourList, i: usize): void {
  const length = <usize>load<u32>(list.lengths + 4 * i);
  if (length & 1) store<u32>(list.rows + 4 * (i * list.capacity + length), <u32>(list.count * list.stride));
}

/** Whether some point has gone further than `limit` since the list was made. */
export function hasMoved(list: NeighbourList, limit: f64): bool {
  let point = list.points;
  let built = list.built;
  const bound = limit * limit;
  for (let i: usize = 0; i < list.count; i++, point += list.stride, built += packed) {
    const dx = load<f64>(point) - load<f64>(built);
    const dy = load<f64>(point + 8) - load<f64>(built + 8);
    const dz = load<f64>(point + 16) - load<f64>(built + 16);
    // Written so that a position that is not a number counts as moved.
    if (!(dx * dx + dy * dy + dz * dz <= bound)) return true;
  }
  return false;
}

/** Cells of half the range, larger ones if there is no room for so many. */
function chooseCells(list: NeighbourList): void {
  let size = 0.5 * list.range;
  do {
    list.nx = max(1, <i32>(list.edgeX / size));
    list.ny = max(1, <i32>(list.edgeY / size));
    list.nz = max(1, <i32>(list.edgeZ / size));
    size *= 1.25;
  } while (<usize>(list.nx * list.ny * list.nz) > list.cellRoom);
}

/** Counting sort, which keeps the order of the points within a cell; remembers where they are. */
function sortIntoCells(list: NeighbourList): void {
  const cells = <usize>(list.nx * list.ny * list.nz);
  memory.fill(list.cellBegin, 0, (cells + 1) * 4);
  for (let i: usize = 0; i < list.count; i++) {
    const point = list.points + i * list.stride;
    const built = list.built + i * packed;
    store<f64>(built, load<f64>(point));
    store<f64>(built + 8, load<f64>(point + 8));
    store<f64>(built + 16, load<f64>(point + 16));
    const cell = cellAt(list, built);
    store<u32>(list.cellOf + 4 * i, cell);
    const counter = list.cellBegin + 4 * (<usize>cell + 1);
    store<u32>(counter, load<u32>(counter) + 1);
  }
  for (let c: usize = 0; c < cells; c++) {
    const next = list.cellBegin + 4 * (c + 1);
    store<u32>(next, load<u32>(next) + load<u32>(next - 4));
  }
  placePoints(list);
  // Placing moved each beginning to its end.
  memory.copy(list.cellBegin + 4, list.cellBegin, cells * 4);
  store<u32>(list.cellBegin, 0);
}

function placePoints(list: NeighbourList): void {
  for (let i: usize = 0; i < list.count; i++) {
    const begin = list.cellBegin + 4 * <usize>load<u32>(list.cellOf + 4 * i);
    const place = load<u32>(begin);
    store<u32>(begin, place + 1);
    const out = list.sorted + <usize>place * packed;
    memory.copy(out, list.built + i * packed, 24);
    store<u32>(out + 24, <u32>i);
  }
}

function cellAt(list: NeighbourList, point: usize): u32 {
  const cx = cellAlong(load<f64>(point), list.edgeX, list.nx);
  const cy = cellAlong(load<f64>(point + 8), list.edgeY, list.ny);
  const cz = cellAlong(load<f64>(point + 16), list.edgeZ, list.nz);
  return <u32>((cz * list.ny + cy) * list.nx + cx);
}

function cellAlong(x: f64, edge: f64, cells: i32): i32 {
  const part = x / edge;
  return min(cells - 1, <i32>((part - floor(part)) * cells));
}

/** Appends j to the rows of the points before it that are near; returns the longest of these rows. */
function findPartners(list: NeighbourList, j: usize): usize {
  const cell = <i32>load<u32>(list.cellOf + 4 * j);
  const cx = cell % list.nx;
  const cy = (cell / list.nx) % list.ny;
  const cz = cell / (list.nx * list.ny);
  let longest: usize = 0;
  for (let k = 0; k < min(5, list.nz); k++) {
    const z = around(cz, k, list.nz);
    for (let l = 0; l < min(5, list.ny); l++) {
      const first = (z * list.ny + around(cy, l, list.ny)) * list.nx;
      longest = max(longest, searchLine(list, j, first, cx));
    }
  }
  return longest;
}

/** The k-th of the up to five cells around c, of n in a ring. */
function around(c: i32, k: i32, n: i32): i32 {
  if (n <= 5) return k;
  const at = c + k - 2;
  return at < 0 ? at + n : at >= n ? at - n : at;
}

/** The cells around cx of one line; their points lie one after another, in two pieces where the line is wrapped. */
function searchLine(list: NeighbourList, j: usize, first: i32, cx: i32): usize {
  const n = list.nx;
  if (n <= 5) return searchCells(list, j, first, first + n);
  const begin = cx - 2;
  const end = cx + 3;
  if (begin < 0)
    return max(
      searchCells(list, j, first, first + end),
      searchCells(list, j, first + begin + n, first + n),
    );
  if (end > n)
    return max(searchCells(list, j, first, first + end - n), searchCells(list, j, first + begin, first + n));
  return searchCells(list, j, first + begin, first + end);
}

function searchCells(list: NeighbourList, j: usize, begin: i32, end: i32): usize {
  const built = list.built + j * packed;
  const x = load<f64>(built);
  const y = load<f64>(built + 8);
  const z = load<f64>(built + 16);
  const bound = list.range * list.range;
  const last = list.sorted + packed * <usize>load<u32>(list.cellBegin + 4 * <usize>end);
  let longest: usize = 0;
  for (let at = list.sorted + packed * <usize>load<u32>(list.cellBegin + 4 * <usize>begin); at < last; at += packed) {
    const dx = image(load<f64>(at) - x, list.edgeX);
    const dy = image(load<f64>(at + 8) - y, list.edgeY);
    const dz = image(load<f64>(at + 16) - z, list.edgeZ);
    const i = <usize>load<u32>(at + 24);
    if (i32(dx * dx + dy * dy + dz * dz < bound) & i32(i < j)) longest = max(longest, append(list, i, j));
  }
  return longest;
}

/** The nearest image of a difference. */
function image(d: f64, edge: f64): f64 {
  return d - edge * nearest(d / edge);
}

/** Beyond the capacity it only counts. */
function append(list: NeighbourList, i: usize, j: usize): usize {
  const length = <usize>load<u32>(list.lengths + 4 * i);
  if (length < list.capacity)
    store<u32>(list.rows + 4 * (i * list.capacity + length), <u32>(j * list.stride));
  store<u32>(list.lengths + 4 * i, <u32>(length + 1));
  return length + 1;
}
