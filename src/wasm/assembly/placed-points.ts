// Points of a periodic box, put on a grid that is as fine as rounding, and on which the edges lie too. Differences between
// places and images of places are exact then: forces are the same, bit by bit, whichever images they are made with, and
// no pair need look for its nearest one.
//   v = w + edge (n − home),   n = round(x / edge),   w = x − edge n, on the grid
// Homes are chosen when a neighbour list is made: as long as it is used, no place jumps by an edge.

import { add, at, bothAt, mul, put, sub } from './lanes.ts';

/** As its owner lays it out in memory; points, places and homes have 32 bytes each: x, y, z and a number of no meaning. */
export class PlacedPoints {
  /** Where they are, perhaps far out of the box, and how many there are. */
  points: usize;
  count: usize;
  /** v; after them one place that is far from all, and then copies of places at other images. */
  places: usize;
  homes: usize;
  /** x, y, z of the edges, and 0; 1/edge, and 0. */
  edges: usize;
  perEdges: usize;
  /** What is to be added to a place to get it at each of its images, 32 bytes each; see imageBits. */
  images: usize;
  /** Whose place each place is, and at which image: entries, see below. How many places there are. */
  owners: usize;
  filled: usize;
  reserved: usize;
  /** Added to a number and taken away again, it leaves the nearest one on the grid. */
  coarse: f64;
}

/** Bytes of a point. */
export const point: usize = 32;

/** An entry is a point and an image in one u32: 32 times its number, and 9 (x + 1) + 3 (y + 1) + z + 1. */
export const imageBits: u32 = 31;
export const noImage: u32 = 13;

const z: usize = 16;

/** Where the point of an entry is, seen from the first one: the bytes before it. */
export function offsetOf(entry: u32): usize {
  return <usize>(entry & ~imageBits);
}

/** Where to find what is to be added for the image of an entry. */
export function imageOf(placed: PlacedPoints, entry: u32): usize {
  return placed.images + ((<usize>(entry & imageBits)) << 5);
}

/** Finds the places of all points. */
export function placePoints(placed: PlacedPoints): void {
  placeAlong(placed, 0);
  placeAlong(placed, z);
}

/** x and y, or z alone. */
function placeAlong(placed: PlacedPoints, axis: usize): void {
  const edge = at(placed.edges + axis);
  const per = at(placed.perEdges + axis);
  const coarse = bothAt(changetype<usize>(placed) + offsetof<PlacedPoints>('coarse'));
  for (let k = axis, end = placed.count * point; k < end; k += point) {
    const x = at(placed.points + k);
    const n = f64x2.nearest(mul(x, per));
    const w = sub(add(sub(x, mul(edge, n)), coarse), coarse);
    put(placed.places + k, add(w, mul(edge, sub(n, at(placed.homes + k)))));
  }
}

/** Finds the places of all copies. */
export function placeCopies(placed: PlacedPoints): void {
  const places = placed.places;
  const first = placed.count + 1;
  let copy = places + first * point;
  for (let k = first; k < placed.filled; k++, copy += point) {
    const owner = load<u32>(placed.owners + 4 * k);
    const from = places + offsetOf(owner);
    const image = imageOf(placed, owner);
    put(copy, add(at(from), at(image)));
    put(copy + z, add(at(from + z), at(image + z)));
  }
}

/** From now on there are no copies. */
export function forgetCopies(placed: PlacedPoints): void {
  placed.filled = placed.count + 1;
  for (let k: usize = 0; k < placed.filled; k++)
    store<u32>(placed.owners + 4 * k, <u32>(k * point) + noImage);
}

/** One more copy; returns the bytes before it. */
export function addCopy(placed: PlacedPoints, owner: u32): u32 {
  const k = placed.filled++;
  store<u32>(placed.owners + 4 * k, owner);
  return <u32>(k * point);
}

/** Whose place this is, given the bytes before it. */
export function ownerOf(placed: PlacedPoints, place: u32): u32 {
  return load<u32>(placed.owners + <usize>(place >> 3));
}

/** Points have their homes in the boxes where they are now. */
export function chooseHomes(placed: PlacedPoints): void {
  for (let axis: usize = 0; axis <= z; axis += z) {
    const per = at(placed.perEdges + axis);
    for (let k = axis, end = placed.count * point; k < end; k += point)
      put(placed.homes + k, f64x2.nearest(mul(at(placed.points + k), per)));
  }
}
