// Which points of a periodic box are nearer to each other than a range: for each point i its partners j > i, ascending,
// each at the image at which it is near; in a small box a partner may be there at more than one of them.
// O(N): a point meets those in the 5³ cells around its own, which are as large as half the range.
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

/** As its owner lays it out in memory. */
export class NeighbourList {
  placed: PeriodicPoints;
  grid: CellGrid;
  /** Where the place of each partner is, u32, rows in fours; where each row begins, in bytes, and the last one ends. */
  partners: usize;
  begins: usize;
  /** Room for so many partners. */
  capacity: usize;
  /** Where the points were when the list was made. */
  origin: usize;
  /** Work: entries of the partners i < j of each j, and at which addresses they begin and end. */
  earlier: usize;
  spans: usize;
  /** Points i < j that are no partners of j, by j, u32; where they begin, in bytes. 0: there are none. */
  excluded: usize;
  excludedBegins: usize;
  /** Work: for each point the last j, plus 1, that excludes it. */
  marks: usize;
  /** Work: where the next entry goes; where one point has its places at all images, 0 where there is none. */
  cursor: usize;
  copies: usize;
  /** See compact-lanes.ts. */
  masks: usize;
  /** Pairs nearer than this are in the list. */
  range: f64;
  /** Work: its square, with what rounding may add. */
  bound: f32;
}

/** What rounding to f32 may add to a distance, in edges. */
const rounding: f64 = 1e-6;

/** 0 if the list is good for the points, perhaps made anew, or the number of partners that it needs room for. */
export function updateList(list: NeighbourList, slack: f64): usize {
  placePoints(list.placed);
  // Written so that a position that is not a number counts as moved.
  const isGood = farthestMove(list.placed, list.origin) <= slack;
  const room = isGood ? 0 : buildList(list);
  placeCopies(list.placed);
  return room;
}

/** How far the point that has gone furthest is from where it was. Two points at a time. */
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

/** 0, or the number of partners that the list needs room for. */
export function buildList(list: NeighbourList): usize {
  const placed = list.placed;
  chooseCells(placed);
  placePoints(placed);
  memory.copy(list.origin, placed.places, placed.count * point);
  sortIntoCells(list.grid);
  const edges = placed.edges;
  const longest = max(load<f64>(edges), max(load<f64>(edges + 8), load<f64>(edges + 16)));
  list.bound = <f32>square(list.range + rounding * longest);
  // Rows are filled up to fours.
  const room = findAllPartners(list) + 3 * placed.count;
  if (room > list.capacity) return room;
  turnAround(list);
  return 0;
}

function square(x: f64): f64 {
  return x * x;
}

/** For each point its partners before it; returns how many there are together. Beyond the capacity it only counts. */
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

/** The partners of all points of a cell, which meet the same points; returns how many there are. */
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

/** The partners of one point that have smaller numbers; returns how many there are. */
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
  return keepFound(list, from, list.cursor, out);
}

/** The same for a point and the next one, so that what they meet is loaded once. */
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
  // Behind whatever the first one may find.
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
  const found = keepFound(list, from, list.cursor, outA);
  const first = list.cursor;
  const length = outB - second;
  for (let k: usize = 0; k < length; k += 16) v128.store(first + k, v128.load(second + k));
  return found + keepFound(list, from + 4, first, first + length);
}

/** r² of four differences. */
function squares(dx: v128, dy: v128, dz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
}

/** Which of four points are near and have smaller numbers. */
function nearBits(r2: v128, bound: v128, entries: v128, own: v128): i32 {
  return i32x4.bitmask(v128.and(i32x4.lt_s(entries, own), f32x4.lt(r2, bound)));
}

/** What was found for a point becomes its span, but for those that it excludes; returns how many remain. */
function keepFound(list: NeighbourList, from: usize, first: usize, end: usize): usize {
  const j = <usize>(load<u32>(from + 3 * list.grid.sortedStride) / <u32>point);
  const last = list.excluded ? withoutExcluded(list, j, first, end) : end;
  store<u32>(list.spans + 8 * j, <u32>first);
  store<u32>(list.spans + 8 * j + 4, <u32>last);
  list.cursor = last < list.earlier + 4 * list.capacity ? last : list.earlier;
  return (last - first) >> 2;
}

/** Takes the points that j excludes out of its partners; returns where the others end. */
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

/** Rows of partners j > i from those of partners i < j. Points come by in order, so that nothing need be sorted. */
function turnAround(list: NeighbourList): void {
  const count = list.placed.count;
  const spans = list.spans;
  measureRows(list);
  clearImages(list.placed);
  for (let j: usize = 0; j < count; j++) {
    forgetPlaces(list);
    store<u32>(list.copies + 4 * noImage, <u32>(list.placed.places + j * point));
    handOut(list, j, <usize>load<u32>(spans + 8 * j), <usize>load<u32>(spans + 8 * j + 4));
  }
  for (let i: usize = 0; i < count; i++) padRow(list, list.begins + 4 + 4 * i);
}

/** Point j goes into the rows of its partners before it. */
function handOut(list: NeighbourList, j: usize, first: usize, last: usize): void {
  // Engines would load these for each of them.
  const partners = list.partners;
  const begins = list.begins;
  const copies = list.copies;
  for (let k = first; k < last; k += 4) {
    const entry = load<u32>(k);
    const next = begins + (offsetOf(entry) >> 3);
    const to = load<u32>(next, 4);
    const place = load<u32>(copies + ((<usize>(entry & imageBits)) << 2));
    store<u32>(partners + to, place > 0 ? place : newPlace(list, j, entry & imageBits));
    store<u32>(next, to + 4, 4);
  }
}

function forgetPlaces(list: NeighbourList): void {
  const nowhere = i32x4.splat(0);
  for (let k: usize = 0; k < 4 * (imageBits + 1); k += 16) v128.store(list.copies + k, nowhere);
}

/** Where point j has its place at an image that nobody wanted so far. */
function newPlace(list: NeighbourList, j: usize, image: u32): u32 {
  const place = <u32>addCopy(list.placed, <u32>(j * point) + image);
  store<u32>(list.copies + 4 * <usize>image, place);
  return place;
}

/** Where each row begins, one entry too late: that says where its next partner goes, and so becomes its end. */
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

/** A row ends with the point after the last one, which is far from all, until it has a multiple of four. */
function padRow(list: NeighbourList, next: usize): void {
  let end = load<u32>(next);
  for (; end & 12; end += 4) store<u32>(list.partners + end, <u32>dummyPoint(list.placed));
  store<u32>(next, end);
}
