// Which points of a periodic box are nearer to each other than a range: for each point i its partners j > i, ascending,
// each at the image at which it is near; in a small box a partner may be there at more than one of them.
// O(N): a point meets those in the 5³ cells around its own, which are as large as half the range.
// Reference: Allen and Tildesley, Computer Simulation of Liquids (2017), sections 5.3.1–5.3.2.

import { beginAround, CellGrid, gatherColumn, sortIntoCells, stopAround } from './cell-grid.ts';
import { keepLanes } from './kept-lanes.ts';
import { at, both, sub } from './lanes.ts';
import {
  addCopy,
  chooseHomes,
  farPlace,
  forgetCopies,
  heightsOf,
  imageBits,
  noImage,
  offsetOf,
  PlacedPoints,
  placeCopies,
  placePoints,
  point,
  sumOfSquares,
} from './placed-points.ts';

/** As its owner lays it out in memory. */
export class NeighbourList {
  placed: PlacedPoints;
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
  /** See kept-lanes.ts. */
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
export function farthestMove(placed: PlacedPoints, origin: usize): f64 {
  const away = placed.places - origin;
  const last = origin + (placed.count - 1) * point;
  let farthest = both(0);
  for (let a = origin; a <= last; a += 2 * point) {
    const b = min(a + point, last);
    const dz = sub(heightsOf(a + away, b + away), heightsOf(a, b));
    const squares = sumOfSquares(sub(at(a + away), at(a)), sub(at(b + away), at(b)), dz);
    farthest = f64x2.max(farthest, squares);
  }
  return sqrt(max(f64x2.extract_lane(farthest, 0), f64x2.extract_lane(farthest, 1)));
}

/** 0, or the number of partners that the list needs room for. */
export function buildList(list: NeighbourList): usize {
  const placed = list.placed;
  chooseHomes(placed);
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
  const full = list.earlier + 4 * list.capacity;
  const end = grid.sorted + <usize>load<u32>(grid.begins + 4 * cell + 4);
  let found: usize = 0;
  for (let from = grid.sorted + <usize>load<u32>(grid.begins + 4 * cell); from < end; from += 4) {
    const j = <usize>(load<u32>(from + 3 * grid.sortedStride) / <u32>point);
    const first = list.cursor;
    let last = findPartners(list, from, begin, stop, first);
    if (list.excluded) last = withoutExcluded(list, j, first, last);
    store<u32>(list.spans + 8 * j, <u32>first);
    store<u32>(list.spans + 8 * j + 4, <u32>last);
    found += (last - first) >> 2;
    list.cursor = last < full ? last : list.earlier;
  }
  return found;
}

/** Writes the entries of points that have smaller numbers and are near; returns where they end. */
function findPartners(list: NeighbourList, from: usize, begin: usize, stop: usize, out: usize): usize {
  const grid = list.grid;
  const stride = grid.aroundStride;
  const x = v128.load32_splat(from);
  const y = v128.load32_splat(from + grid.sortedStride);
  const z = v128.load32_splat(from + 2 * grid.sortedStride);
  const own = v128.load32_splat(from + 3 * grid.sortedStride);
  const bound = v128.load32_splat(changetype<usize>(list) + offsetof<NeighbourList>('bound'));
  const masks = list.masks;
  for (let k = begin; k < stop; k += 16) {
    const dx = f32x4.sub(v128.load(k), x);
    const dy = f32x4.sub(v128.load(k + stride), y);
    const dz = f32x4.sub(v128.load(k + 2 * stride), z);
    const r2 = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    const entries = k + 3 * stride;
    const isEarlier = i32x4.lt_s(v128.load(entries), own);
    const near = i32x4.bitmask(v128.and(isEarlier, f32x4.lt(r2, bound)));
    out = keepLanes(masks, v128.load(entries), near, out);
  }
  return out;
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
  forgetCopies(list.placed);
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
  for (; end & 12; end += 4) store<u32>(list.partners + end, <u32>farPlace(list.placed));
  store<u32>(next, end);
}
