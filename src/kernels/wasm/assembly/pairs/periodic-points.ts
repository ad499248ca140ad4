// Points of a periodic box, rounded to a grid as fine as round-off, on which the edges lie too. Differences of positions and
// their images are then exact: forces have the same bits whichever images are used, and no pair has to search for the
// nearest image.
//   v = w + edge (n − home),   n = round(x / edge),   w = x − edge n, on the grid
// `home`, the box of a point, is chosen when a neighbour list is built: while the list is in use no position jumps by an edge.

import { add, highLanes, loadPair, loadSplat, lowLanes, mul, storePair, sub } from '../lanes.ts';

/** Record, written by the host; points and homes have 32 bytes each: x, y, z and an unused number. */
export class PeriodicPoints {
  /** Their positions, not wrapped, and their number. */
  points: usize;
  count: usize;
  /**
   * v, 32 bytes each: x, y, z and the owner, see below. After them one dummy point far from all others, then copies of
   * points at other images; the number of all of them.
   */
  places: usize;
  filled: usize;
  homes: usize;
  /** x, y, z of the edges, and 0; 1/edge, and 0. */
  edges: usize;
  perEdges: usize;
  /** Shift to each of the images, 32 bytes each; see imageBits. */
  images: usize;
  /** Adding and subtracting this rounds a number to the grid. */
  coarse: f64;
}

/** Bytes of a point. */
export const point: usize = 32;

/** An entry is a point and an image in one u32: 32 times its number, and 9 (x + 1) + 3 (y + 1) + z + 1. */
export const imageBits: u32 = 31;
export const noImage: u32 = 13;

const z: usize = 16;
/** Offsets of the last fields of an item, u32: byte offset of its owner; address of the shift of its image. */
const ownerAt: usize = 24;
const shiftAt: usize = 28;

/** Byte offset of the point of an entry. */
export function offsetOf(entry: u32): usize {
  return <usize>(entry & ~imageBits);
}

/** Byte offset of the point that this is a copy of, or is. */
export function ownerOf(place: usize): usize {
  return <usize>load<u32>(place, ownerAt);
}

/** Address of the shift from the point to this copy. */
export function shiftOf(place: usize): usize {
  return <usize>load<u32>(place, shiftAt);
}

/** z of two items. */
export function heightsOf(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a, z), 1, z);
}

/** Computes v of all points. */
export function placePoints(placed: PeriodicPoints): void {
  const coarse = loadSplat(changetype<usize>(placed) + offsetof<PeriodicPoints>('coarse'));
  const edge = loadPair(placed.edges);
  const edgeZ = loadPair(placed.edges + z);
  const per = loadPair(placed.perEdges);
  const perZ = loadPair(placed.perEdges + z);
  let home = placed.homes;
  let place = placed.places;
  const end = placed.points + placed.count * point;
  for (let x = placed.points; x < end; x += point, home += point, place += point) {
    storePair(place, placeAlong(loadPair(x), loadPair(home), edge, per, coarse));
    v128.store64_lane(place, placeAlong(loadPair(x + z), loadPair(home + z), edgeZ, perZ, coarse), 0, z);
  }
}

/** For the lanes x and y, or z and unused. */
function placeAlong(x: v128, home: v128, edge: v128, per: v128, coarse: v128): v128 {
  const n = f64x2.nearest(mul(x, per));
  const w = sub(add(sub(x, mul(edge, n)), coarse), coarse);
  return add(w, mul(edge, sub(n, home)));
}

/** Computes v of all copies. */
export function placeCopies(placed: PeriodicPoints): void {
  const places = placed.places;
  const first = placed.count + 1;
  let copy = places + first * point;
  for (let k = first; k < placed.filled; k++, copy += point) {
    const from = places + ownerOf(copy);
    const shift = shiftOf(copy);
    storePair(copy, add(loadPair(from), loadPair(shift)));
    store<f64>(copy, load<f64>(from, z) + load<f64>(shift, z), z);
  }
}

/** Removes all copies. */
export function clearImages(placed: PeriodicPoints): void {
  placed.filled = placed.count + 1;
  for (let k: usize = 0; k < placed.filled; k++)
    setOwner(placed, placed.places + k * point, <u32>(k * point) + noImage);
}

/** Sets owner and shift of an item. */
function setOwner(placed: PeriodicPoints, place: usize, entry: u32): void {
  store<u32>(place, <u32>offsetOf(entry), ownerAt);
  store<u32>(place, <u32>placed.images + ((entry & imageBits) << 5), shiftAt);
}

/** Appends a copy; returns its address. */
export function addCopy(placed: PeriodicPoints, entry: u32): usize {
  const copy = placed.places + placed.filled++ * point;
  setOwner(placed, copy, entry);
  return copy;
}

/** Address of the dummy point used as padding; outside every cut-off. */
export function dummyPoint(placed: PeriodicPoints): usize {
  return placed.places + placed.count * point;
}

/** r² from one point (x and y, and z in both lanes) to two others. */
export function squaresTo(xy: v128, zz: v128, a: usize, b: usize): v128 {
  const xyA = sub(xy, loadPair(a));
  const xyB = sub(xy, loadPair(b));
  return sumOfSquares(xyA, xyB, sub(zz, heightsOf(a, b)));
}

/** r² of two differences: x and y of each, and both z. */
export function sumOfSquares(xyA: v128, xyB: v128, dz: v128): v128 {
  const squaresA = mul(xyA, xyA);
  const squaresB = mul(xyB, xyB);
  return add(add(lowLanes(squaresA, squaresB), highLanes(squaresA, squaresB)), mul(dz, dz));
}

/** Sets the home of each point to the box where it is now. */
export function chooseCells(placed: PeriodicPoints): void {
  for (let axis: usize = 0; axis <= z; axis += z) {
    const per = loadPair(placed.perEdges + axis);
    for (let k = axis, end = placed.count * point; k < end; k += point)
      storePair(placed.homes + k, f64x2.nearest(mul(loadPair(placed.points + k), per)));
  }
}
