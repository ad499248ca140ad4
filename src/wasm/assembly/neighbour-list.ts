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
  /** Where the points were when the list was made: x, y, z and a number that is not used; the same within the box. */
  origin: usize;
  wrapped: usize;
  /** Work: wrapped points in the order of the cells, 32 bytes each: x, y, z, number. */
  sorted: usize;
  /** Work: the cell of each point; where each cell begins, in this many cells and one more. */
  cellOf: usize;
  cellBegin: usize;
  cellRoom: usize;
  edgeX: f64;
  edgeY: f64;
  edgeZ: f64;
  /** 1/edge. */
  perX: f64;
  perY: f64;
  perZ: f64;
  /** Pairs nearer than this are in the list. */
  range: f64;
  /** Work: an image of the point whose partners are looked for; cells along each edge. */
  probeX: f64;
  probeY: f64;
  probeZ: f64;
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
  let origin = list.origin;
  const bound = limit * limit;
  for (let i: usize = 0; i < list.count; i++, point += list.stride, origin += packed) {
    const dx = load<f64>(point) - load<f64>(origin);
    const dy = load<f64>(point + 8) - load<f64>(origin + 8);
    const dz = load<f64>(point + 16) - load<f64>(origin + 16);
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
    remember(point, list.origin + i * packed);
    const wrapped = list.wrapped + i * packed;
    store<f64>(wrapped, wrap(load<f64>(point), list.edgeX));
    store<f64>(wrapped + 8, wrap(load<f64>(point + 8), list.edgeY));
    store<f64>(wrapped + 16, wrap(load<f64>(point + 16), list.edgeZ));
    const cell = cellAt(list, wrapped);
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
    memory.copy(out, list.wrapped + i * packed, 24);
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
  return max(0, min(cells - 1, <i32>((x / edge) * cells)));
}

function wrap(x: f64, edge: f64): f64 {
  return x - edge * floor(x / edge);
}

function remember(point: usize, out: usize): void {
  v128.store(out, v128.load(point));
  store<f64>(out + 16, load<f64>(point + 16));
}

/** Appends j to the rows of the points before it that are near; returns the longest of these rows. */
function findPartners(list: NeighbourList, j: usize): usize {
  const cell = <i32>load<u32>(list.cellOf + 4 * j);
  const cy = (cell / list.nx) % list.ny;
  const cz = cell / (list.nx * list.ny);
  const point = list.wrapped + j * packed;
  let longest: usize = 0;
  for (let z = cz - 2; z <= cz + 2; z++) {
    const imageZ = floorDivide(z, list.nz);
    list.probeZ = load<f64>(point + 16) - imageZ * list.edgeZ;
    for (let y = cy - 2; y <= cy + 2; y++) {
      const imageY = floorDivide(y, list.ny);
      list.probeY = load<f64>(point + 8) - imageY * list.edgeY;
      const line = ((z - imageZ * list.nz) * list.ny + y - imageY * list.ny) * list.nx;
      longest = max(longest, searchLine(list, j, line, cell % list.nx));
    }
  }
  return longest;
}

/** The five cells around cx of one line: their points lie one after another, in pieces where the line is wrapped. */
function searchLine(list: NeighbourList, j: usize, line: i32, cx: i32): usize {
  const n = list.nx;
  const end = cx + 3;
  let longest: usize = 0;
  for (let begin = cx - 2; begin < end; ) {
    const image = floorDivide(begin, n);
    const pieceEnd = min(end, (image + 1) * n);
    list.probeX = load<f64>(list.wrapped + j * packed) - image * list.edgeX;
    longest = max(longest, searchCells(list, j, line + begin - image * n, line + pieceEnd - image * n));
    begin = pieceEnd;
  }
  return longest;
}

function searchCells(list: NeighbourList, j: usize, begin: i32, end: i32): usize {
  const x = list.probeX;
  const y = list.probeY;
  const z = list.probeZ;
  const bound = list.range * list.range;
  let at = list.sorted + packed * <usize>load<u32>(list.cellBegin + 4 * <usize>begin);
  const last = list.sorted + packed * <usize>load<u32>(list.cellBegin + 4 * <usize>end);
  let longest: usize = 0;
  for (; at < last; at += packed) {
    const dx = load<f64>(at) - x;
    const dy = load<f64>(at + 8) - y;
    const dz = load<f64>(at + 16) - z;
    const i = <usize>load<u32>(at + 24);
    // One test instead of two: which point has the smaller number is a coin that no processor can guess.
    if (i32(dx * dx + dy * dy + dz * dz < bound) & i32(i < j)) longest = max(longest, append(list, i, j));
  }
  return longest;
}

function floorDivide(a: i32, n: i32): i32 {
  return a < 0 ? (a + 1) / n - 1 : a / n;
}

/** Beyond the capacity it only counts. In a small box a point is met at several images, but j goes in once. */
function append(list: NeighbourList, i: usize, j: usize): usize {
  const row = list.rows + 4 * i * list.capacity;
  const length = <usize>load<u32>(list.lengths + 4 * i);
  const partner = <u32>(j * list.stride);
  if (length < list.capacity) {
    if (length > 0 && load<u32>(row + 4 * length - 4) === partner) return length;
    store<u32>(row + 4 * length, partner);
  }
  store<u32>(list.lengths + 4 * i, <u32>(length + 1));
  return length + 1;
}
