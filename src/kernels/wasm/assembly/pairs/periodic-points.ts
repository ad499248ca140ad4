// Points of a periodic box, put on a grid that is as fine as rounding, and on which the edges lie too. Differences between
// places and images of places are exact then: forces are the same, bit by bit, whichever images they are made with, and
// no pair need look for its nearest one.
//   v = w + edge (n − home),   n = round(x / edge),   w = x − edge n, on the grid
// Homes are chosen when a neighbour list is made: as long as it is used, no place jumps by an edge.

import { add, highLanes, loadPair, loadSplat, lowLanes, mul, storePair, sub } from '../lanes.ts';

/** As its owner lays it out in memory; points and homes have 32 bytes each: x, y, z and a number of no meaning. */
export class PeriodicPoints {
  /** Where they are, perhaps far out of the box, and how many there are. */
  points: usize;
  count: usize;
  /**
   * v, 32 bytes each: x, y, z and whose it is, see below. After them one place that is far from all, and then copies of
   * places at other images; how many places there are.
   */
  places: usize;
  filled: usize;
  homes: usize;
  /** x, y, z of the edges, and 0; 1/edge, and 0. */
  edges: usize;
  perEdges: usize;
  /** What is to be added to a place to get it at each of its images, 32 bytes each; see imageBits. */
  images: usize;
  /** Added to a number and taken away again, it leaves the nearest one on the grid. */
  coarse: f64;
}

/** Bytes of a point. */
export const point: usize = 32;

/** An entry is a point and an image in one u32: 32 times its number, and 9 (x + 1) + 3 (y + 1) + z + 1. */
export const imageBits: u32 = 31;
export const noImage: u32 = 13;

const z: usize = 16;
/** The last numbers of a place, u32: the bytes before its point; where to find what was added for its image. */
const ownerAt: usize = 24;
const shiftAt: usize = 28;

/** Where the point of an entry is, seen from the first one: the bytes before it. */
export function offsetOf(entry: u32): usize {
  return <usize>(entry & ~imageBits);
}

/** Whose place this is: the bytes before that point. */
export function ownerOf(place: usize): usize {
  return <usize>load<u32>(place, ownerAt);
}

/** Where to find what is added to the place of a point to get this one. */
export function shiftOf(place: usize): usize {
  return <usize>load<u32>(place, shiftAt);
}

/** The z of two places. */
export function heightsOf(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a, z), 1, z);
}

/** Finds the places of all points. */
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

/** x and y, or z and nothing. */
function placeAlong(x: v128, home: v128, edge: v128, per: v128, coarse: v128): v128 {
  const n = f64x2.nearest(mul(x, per));
  const w = sub(add(sub(x, mul(edge, n)), coarse), coarse);
  return add(w, mul(edge, sub(n, home)));
}

/** Finds the places of all copies. */
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

/** From now on there are no copies. */
export function clearImages(placed: PeriodicPoints): void {
  placed.filled = placed.count + 1;
  for (let k: usize = 0; k < placed.filled; k++)
    belong(placed, placed.places + k * point, <u32>(k * point) + noImage);
}

/** A place gets to know whose it is. */
function belong(placed: PeriodicPoints, place: usize, entry: u32): void {
  store<u32>(place, <u32>offsetOf(entry), ownerAt);
  store<u32>(place, <u32>placed.images + ((entry & imageBits) << 5), shiftAt);
}

/** One more copy; returns its place. */
export function addCopy(placed: PeriodicPoints, entry: u32): usize {
  const copy = placed.places + placed.filled++ * point;
  belong(placed, copy, entry);
  return copy;
}

/** Where somebody is who is near nobody. */
export function dummyPoint(placed: PeriodicPoints): usize {
  return placed.places + placed.count * point;
}

/** r² of two places, seen from one: x and y of that, and twice its z. */
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

/** Points have their homes in the boxes where they are now. */
export function chooseCells(placed: PeriodicPoints): void {
  for (let axis: usize = 0; axis <= z; axis += z) {
    const per = loadPair(placed.perEdges + axis);
    for (let k = axis, end = placed.count * point; k < end; k += point)
      storePair(placed.homes + k, f64x2.nearest(mul(loadPair(placed.points + k), per)));
  }
}
