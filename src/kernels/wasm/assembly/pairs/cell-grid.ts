// Cell list of the points of a periodic box, and a contiguous copy of all points around one column of cells, images included:
// the candidates of a point in the 5³ cells around its own are one block of memory. Coordinates are f32, for the search only.

import { noImage, PeriodicPoints, point } from './periodic-points.ts';

/** Record, written by the host. */
export class CellGrid {
  placed: PeriodicPoints;
  /** Cells along each edge. */
  nx: i32;
  ny: i32;
  nz: i32;
  /** The cell of each point; byte offset of each cell among the sorted points, and the end of the last one. */
  cellOf: usize;
  begins: usize;
  /** Points in the order of their cells: arrays of x, y, z as f32 and of 32 times the index; bytes of an array. */
  sorted: usize;
  sortedStride: usize;
  /** Points around a column in the same layout, with their images; addresses where slabs across the column begin. */
  around: usize;
  aroundStride: usize;
  slabs: usize;
  /** For each image: shift of x, y, z as f32, and the increment of an entry. */
  shifts: usize;
}

/** Number of cells on each side of a cell that its points can interact with. */
const reach: i32 = 2;

/** Coordinate of padding, outside every range. */
const away: f32 = 1e30;

/** Counting sort, stable: points of a cell stay in order. */
export function sortIntoCells(grid: CellGrid): void {
  const cells = <usize>(grid.nx * grid.ny * grid.nz);
  const count = grid.placed.count;
  memory.fill(grid.begins, 0, 4 * cells + 8);
  for (let i: usize = 0; i < count; i++) {
    const cell = cellAt(grid, grid.placed.places + i * point);
    store<u32>(grid.cellOf + 4 * i, cell);
    const size = grid.begins + 8 + 4 * <usize>cell;
    store<u32>(size, load<u32>(size) + 4);
  }
  for (let c: usize = 0; c < cells; c++) {
    const begin = grid.begins + 4 + 4 * c;
    store<u32>(begin + 4, load<u32>(begin + 4) + load<u32>(begin));
  }
  // Each offset is stored one entry later: it is advanced with each point of the cell, and so becomes the end of the cell.
  for (let i: usize = 0; i < count; i++) {
    const next = grid.begins + 4 + 4 * <usize>load<u32>(grid.cellOf + 4 * i);
    copyPoint(grid, i, grid.sorted + <usize>load<u32>(next));
    store<u32>(next, load<u32>(next) + 4);
  }
}

function copyPoint(grid: CellGrid, i: usize, to: usize): void {
  const from = grid.placed.places + i * point;
  store<f32>(to, <f32>load<f64>(from));
  store<f32>(to + grid.sortedStride, <f32>load<f64>(from + 8));
  store<f32>(to + 2 * grid.sortedStride, <f32>load<f64>(from + 16));
  store<u32>(to + 3 * grid.sortedStride, <u32>(i * point));
}

function cellAt(grid: CellGrid, place: usize): u32 {
  const edges = grid.placed.edges;
  const cx = cellAlong(load<f64>(place), load<f64>(edges), grid.nx);
  const cy = cellAlong(load<f64>(place + 8), load<f64>(edges + 8), grid.ny);
  const cz = cellAlong(load<f64>(place + 16), load<f64>(edges + 16), grid.nz);
  return <u32>((cz * grid.ny + cy) * grid.nx + cx);
}

/** Coordinates run from −½ to ½ of an edge. */
function cellAlong(x: f64, edge: f64, cells: i32): i32 {
  return max(0, min(cells - 1, <i32>((x / edge + 0.5) * cells)));
}

/** Range of cells around cell c, numbered on across the faces of the box, without counting one twice at the same image. */
function firstAround(c: i32, cells: i32): i32 {
  return max(c - reach, -cells);
}

function endAround(c: i32, cells: i32): i32 {
  return min(c + reach + 1, 2 * cells);
}

/** Address of the points around cell cx of the gathered column. */
export function beginAround(grid: CellGrid, cx: i32): usize {
  return <usize>load<u32>(grid.slabs + 4 * (firstAround(cx, grid.nx) - firstAround(0, grid.nx)));
}

export function stopAround(grid: CellGrid, cx: i32): usize {
  return <usize>load<u32>(grid.slabs + 4 * (endAround(cx, grid.nx) - firstAround(0, grid.nx)));
}

/** Copies the points around the column of cells at (cy, cz), slab after slab. */
export function gatherColumn(grid: CellGrid, cy: i32, cz: i32): void {
  const end = endAround(grid.nx - 1, grid.nx);
  let slab = grid.slabs;
  let out = grid.around;
  for (let x = firstAround(0, grid.nx); x < end; x++, slab += 4) {
    store<u32>(slab, <u32>out);
    for (let z = firstAround(cz, grid.nz), endZ = endAround(cz, grid.nz); z < endZ; z++)
      for (let y = firstAround(cy, grid.ny), endY = endAround(cy, grid.ny); y < endY; y++)
        out = copyCell(grid, x, y, z, out);
  }
  store<u32>(slab, <u32>out);
  // The search compares four points at a time: pad the last four.
  v128.store(out, f32x4.splat(away));
}

/** Copies four points at a time; a surplus at the end is overwritten by the next cell. */
function copyCell(grid: CellGrid, x: i32, y: i32, z: i32, out: usize): usize {
  const kx = boxOf(x, grid.nx);
  const ky = boxOf(y, grid.ny);
  const kz = boxOf(z, grid.nz);
  const cell = ((z - kz * grid.nz) * grid.ny + y - ky * grid.ny) * grid.nx + x - kx * grid.nx;
  const begin = grid.begins + 4 * <usize>cell;
  const shift = grid.shifts + 16 * <usize>(<i32>noImage + 9 * kx + 3 * ky + kz);
  const length = <usize>(load<u32>(begin + 4) - load<u32>(begin));
  let from = grid.sorted + <usize>load<u32>(begin);
  for (let to = out; to < out + length; to += 16, from += 16) {
    v128.store(to, f32x4.add(v128.load(from), v128.load32_splat(shift)));
    const second = f32x4.add(v128.load(from + grid.sortedStride), v128.load32_splat(shift + 4));
    v128.store(to + grid.aroundStride, second);
    const third = f32x4.add(v128.load(from + 2 * grid.sortedStride), v128.load32_splat(shift + 8));
    v128.store(to + 2 * grid.aroundStride, third);
    const entries = i32x4.add(v128.load(from + 3 * grid.sortedStride), v128.load32_splat(shift + 12));
    v128.store(to + 3 * grid.aroundStride, entries);
  }
  return out + length;
}

/** Periodic image (−1, 0 or 1) of a cell number that continues across the faces of the box. */
function boxOf(c: i32, cells: i32): i32 {
  return c < 0 ? -1 : c < cells ? 0 : 1;
}
