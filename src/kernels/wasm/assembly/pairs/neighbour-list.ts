// Neighbour list of points in a periodic box, pairs closer than a range: for each point i its partners j > i, ascending,
// each at the image at which it is near; in a small box a partner may occur at more than one image.
// O(N): candidates are the points in the 5³ cells around the point's own, whose size is half the range.
// Reference: Allen and Tildesley, Computer Simulation of Liquids (2017), sections 5.3.1–5.3.2.

import { loadPair, splat, sub } from '../lanes.ts';
import { beginAround, CellGrid, gatherColumn, sortIntoCells, stopAround } from './cell-grid.ts';
import { compactLanes } from './compact-lanes.ts';
import {
  addCopy,
  chooseCells,
  clearImages,
  dummyPoint,
  heightsOf,
  imageBits,
  noImage,
  offsetOf,
  PeriodicPoints,
  placeCopies,
  placePoints,
  point,
  sumOfSquares,
} from './periodic-points.ts';

/** Record, written by the host. */
export class NeighbourList {
  placed: PeriodicPoints;
  grid: CellGrid;
  /** Address of each partner's position, u32, rows padded to fours; byte offset of each row, and the end of the last one. */
  partners: usize;
  begins: usize;
  /** Largest number of partners. */
  capacity: usize;
  /** Positions of the points when the list was built. */
  origin: usize;
  /** Work: entries of the partners i < j of each j, and the addresses of their begin and end. */
  earlier: usize;
  spans: usize;
  /** Excluded partners i < j of each j, u32; byte offsets of their rows. 0: there are none. */
  excluded: usize;
  excludedBegins: usize;
  /** Work: for each point the last j, plus 1, that excludes it. */
  marks: usize;
  /** Work: address of the next entry; addresses of the copies of one point at all images, 0 where there is none. */
  cursor: usize;
  copies: usize;
  /** See compact-lanes.ts. */
  masks: usize;
  /** Pairs closer than this are in the list. */
  range: f64;
  /** Work: its square, enlarged by round-off. */
  bound: f32;
}

/** Largest error of a distance from rounding to f32, in edges. */
const rounding: f64 = 1e-6;

/** Makes the list valid for the points; 0, or the number of partners that it needs capacity for. */
export function updateList(list: NeighbourList, slack: f64): usize {
  placePoints(list.placed);
  // A NaN counts as moved: the comparison is false.
  const isGood = farthestMove(list.placed, list.origin) <= slack;
  const room = isGood ? 0 : buildList(list);
  placeCopies(list.placed);
  return room;
}

/** Largest displacement of a point since `origin`. Two points at a time. */
export function farthestMove(placed: PeriodicPoints, origin: usize): f64 {
  const away = placed.places - origin;
  const last = origin + (placed.count - 1) * point;
  let farthest = splat(0);
  for (let a = origin; a <= last; a += 2 * point) {
    const b = min(a + point, last);
    const dz = sub(heightsOf(a + away, b + away), heightsOf(a, b));
    const r2 = sumOfSquares(sub(loadPair(a + away), loadPair(a)), sub(loadPair(b + away), loadPair(b)), dz);
    farthest = f64x2.max(farthest, r2);
  }
  return sqrt(max(f64x2.extract_lane(farthest, 0), f64x2.extract_lane(farthest, 1)));
}

/** 0, or the number of partners that the list needs capacity for. */
export function buildList(list: NeighbourList): usize {
  const placed = list.placed;
  chooseCells(placed);
  placePoints(placed);
  memory.copy(list.origin, placed.places, placed.count * point);
  sortIntoCells(list.grid);
  const edges = placed.edges;
  const longest = max(load<f64>(edges), max(load<f64>(edges + 8), load<f64>(edges + 16)));
  list.bound = <f32>square(list.range + rounding * longest);
  // Rows are padded to fours.
  const room = findAllPartners(list) + 3 * placed.count;
  if (room > list.capacity) return room;
  transpose(list);
  return 0;
}

function square(x: f64): f64 {
  return x * x;
}

/** Finds the partners i < j of each point j; returns their total number. Beyond the capacity it only counts. */
function findAllPartners(list: NeighbourList): usize {
  const grid = list.grid;
  let found: usize = 0;
  let cell: usize = 0;
  list.cursor = list.earlier;
  for (let cz = 0; cz < grid.nz; cz++)
    for (let cy = 0; cy < grid.ny; cy++) {
      gatherColumn(grid, cy, cz);
      for (let cx = 0; cx < grid.nx; cx++, cell++) found += searchCell(list, cx, cell);
    }
  return found;
}

/** Finds the partners of all points of a cell, which share their candidates; returns their number. */
function searchCell(list: NeighbourList, cx: i32, cell: usize): usize {
  const grid = list.grid;
  const begin = beginAround(grid, cx);
  const stop = stopAround(grid, cx);
  const end = grid.sorted + <usize>load<u32>(grid.begins + 4 * cell + 4);
  let from = grid.sorted + <usize>load<u32>(grid.begins + 4 * cell);
  let found: usize = 0;
  for (; from + 4 < end; from += 8) found += searchForTwo(list, from, begin, stop);
  if (from < end) found += searchForOne(list, from, begin, stop);
  return found;
}

/** Finds the partners i < j of one point; returns their number. */
function searchForOne(list: NeighbourList, from: usize, begin: usize, stop: usize): usize {
  const stride = list.grid.sortedStride;
  const x = v128.load32_splat(from);
  const y = v128.load32_splat(from + stride);
  const z = v128.load32_splat(from + 2 * stride);
  const own = v128.load32_splat(from + 3 * stride);
  const bound = v128.load32_splat(changetype<usize>(list) + offsetof<NeighbourList>('bound'));
  const masks = list.masks;
  const around = list.grid.aroundStride;
  let out = list.cursor;
  for (let k = begin; k < stop; k += 16) {
    const r2 = squares(
      f32x4.sub(v128.load(k), x),
      f32x4.sub(v128.load(k + around), y),
      f32x4.sub(v128.load(k + 2 * around), z),
    );
    const entries = v128.load(k + 3 * around);
    out = compactLanes(masks, entries, nearBits(r2, bound, entries, own), out);
  }
  return storeSpan(list, from, list.cursor, out);
}

/** The same for a point and the next one, so that candidates are loaded once for both. */
function searchForTwo(list: NeighbourList, from: usize, begin: usize, stop: usize): usize {
  const stride = list.grid.sortedStride;
  const xA = v128.load32_splat(from);
  const xB = v128.load32_splat(from, 4);
  const yA = v128.load32_splat(from + stride);
  const yB = v128.load32_splat(from + stride, 4);
  const zA = v128.load32_splat(from + 2 * stride);
  const zB = v128.load32_splat(from + 2 * stride, 4);
  const ownA = v128.load32_splat(from + 3 * stride);
  const ownB = v128.load32_splat(from + 3 * stride, 4);
  const bound = v128.load32_splat(changetype<usize>(list) + offsetof<NeighbourList>('bound'));
  const masks = list.masks;
  const around = list.grid.aroundStride;
  let outA = list.cursor;
  // Beyond the largest number of partners of the first one.
  const second = outA + (stop - begin) + 32;
  let outB = second;
  for (let k = begin; k < stop; k += 16) {
    const x = v128.load(k);
    const y = v128.load(k + around);
    const z = v128.load(k + 2 * around);
    const entries = v128.load(k + 3 * around);
    const r2A = squares(f32x4.sub(x, xA), f32x4.sub(y, yA), f32x4.sub(z, zA));
    outA = compactLanes(masks, entries, nearBits(r2A, bound, entries, ownA), outA);
    const r2B = squares(f32x4.sub(x, xB), f32x4.sub(y, yB), f32x4.sub(z, zB));
    outB = compactLanes(masks, entries, nearBits(r2B, bound, entries, ownB), outB);
  }
  const found = storeSpan(list, from, list.cursor, outA);
  const first = list.cursor;
  const length = outB - second;
  for (let k: usize = 0; k < length; k += 16) v128.store(first + k, v128.load(second + k));
  return found + storeSpan(list, from + 4, first, first + length);
}

/** r² of four differences. */
function squares(dx: v128, dy: v128, dz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
}

/** Mask of the points, out of four, that are near and have smaller numbers. */
function nearBits(r2: v128, bound: v128, entries: v128, own: v128): i32 {
  return i32x4.bitmask(v128.and(i32x4.lt_s(entries, own), f32x4.lt(r2, bound)));
}

/** Stores the span of the partners found for a point, without excluded ones; returns their number. */
function storeSpan(list: NeighbourList, from: usize, first: usize, end: usize): usize {
  const j = <usize>(load<u32>(from + 3 * list.grid.sortedStride) / <u32>point);
  const last = list.excluded ? withoutExcluded(list, j, first, end) : end;
  store<u32>(list.spans + 8 * j, <u32>first);
  store<u32>(list.spans + 8 * j + 4, <u32>last);
  list.cursor = last < list.earlier + 4 * list.capacity ? last : list.earlier;
  return (last - first) >> 2;
}

/** Removes excluded points from the partners of j; returns the end of the others. */
function withoutExcluded(list: NeighbourList, j: usize, first: usize, last: usize): usize {
  const begin = list.excluded + <usize>load<u32>(list.excludedBegins + 4 * j);
  const end = list.excluded + <usize>load<u32>(list.excludedBegins + 4 * j + 4);
  const mark = <u32>j + 1;
  for (let k = begin; k < end; k += 4) store<u32>(list.marks + 4 * <usize>load<u32>(k), mark);
  let out = first;
  for (let k = first; k < last; k += 4) {
    const entry = load<u32>(k);
    store<u32>(out, entry);
    if (load<u32>(list.marks + (offsetOf(entry) >> 3)) !== mark) out += 4;
  }
  return out;
}

/** Rows of partners j > i from those of partners i < j. Points are visited in ascending order, so no sorting is needed. */
function transpose(list: NeighbourList): void {
  const count = list.placed.count;
  const spans = list.spans;
  measureRows(list);
  clearImages(list.placed);
  for (let j: usize = 0; j < count; j++) {
    clearCopies(list);
    store<u32>(list.copies + 4 * noImage, <u32>(list.placed.places + j * point));
    appendToRows(list, j, <usize>load<u32>(spans + 8 * j), <usize>load<u32>(spans + 8 * j + 4));
  }
  for (let i: usize = 0; i < count; i++) padRow(list, list.begins + 4 + 4 * i);
}

/** Appends point j to the rows of its partners i < j. */
function appendToRows(list: NeighbourList, j: usize, first: usize, last: usize): void {
  // Local copies: engines would load the fields in every iteration.
  const partners = list.partners;
  const begins = list.begins;
  const copies = list.copies;
  for (let k = first; k < last; k += 4) {
    const entry = load<u32>(k);
    const next = begins + (offsetOf(entry) >> 3);
    const to = load<u32>(next, 4);
    const place = load<u32>(copies + ((<usize>(entry & imageBits)) << 2));
    store<u32>(partners + to, place > 0 ? place : newCopy(list, j, entry & imageBits));
    store<u32>(next, to + 4, 4);
  }
}

function clearCopies(list: NeighbourList): void {
  const nowhere = i32x4.splat(0);
  for (let k: usize = 0; k < 4 * (imageBits + 1); k += 16) v128.store(list.copies + k, nowhere);
}

/** Address of a new copy of point j at an image. */
function newCopy(list: NeighbourList, j: usize, image: u32): u32 {
  const place = <u32>addCopy(list.placed, <u32>(j * point) + image);
  store<u32>(list.copies + 4 * <usize>image, place);
  return place;
}

/** Offset of each row, stored one entry later: it is advanced with each partner, and so becomes the end of the row. */
function measureRows(list: NeighbourList): void {
  const count = list.placed.count;
  const spans = list.spans;
  const begins = list.begins;
  memory.fill(begins, 0, 4 * count + 8);
  for (let j: usize = 0; j < count; j++) {
    const last = <usize>load<u32>(spans + 8 * j + 4);
    for (let k = <usize>load<u32>(spans + 8 * j); k < last; k += 4) {
      const size = begins + (offsetOf(load<u32>(k)) >> 3);
      store<u32>(size, load<u32>(size, 8) + 4, 8);
    }
  }
  for (let i: usize = 1; i <= count; i++) {
    const begin = begins + 4 + 4 * i;
    const inFours = (load<u32>(begin) + 12) & ~15;
    store<u32>(begin, load<u32>(begin - 4) + inFours);
  }
}

/** Pads a row with the dummy point to a multiple of four. */
function padRow(list: NeighbourList, next: usize): void {
  let end = load<u32>(next);
  for (; end & 12; end += 4) store<u32>(list.partners + end, <u32>dummyPoint(list.placed));
  store<u32>(next, end);
}
