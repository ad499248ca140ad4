// Those pairs of a neighbour list that are nearer than a shorter range: the list itself reaches far, so that it is seldom
// made, and these rows are cut from it again and again, so that few pairs out of reach are looked at in each step.
// Reference: Páll et al., J. Chem. Phys. 153 (2020) 134110, on dual pair lists.

import { loadPair, loadSplat } from '../lanes.ts';
import { compactLanes } from './compact-lanes.ts';
import { buildList, farthestMove, NeighbourList } from './neighbour-list.ts';
import { dummyPoint, placeCopies, placePoints, point, squaresTo } from './periodic-points.ts';

/** As its owner lays it out in memory. */
export class ShortList {
  list: NeighbourList;
  /** Rows as in the list. */
  partners: usize;
  begins: usize;
  /** Where the points were when the rows were cut. */
  origin: usize;
  /** The shorter range, squared. */
  bound: f64;
  /** By how much the rows, and the list, reach further than anybody sees. */
  rowSkin: f64;
  skin: f64;
  /** Work: how far a point may go until the rows are to be cut again. */
  slack: f64;
}

const z: usize = 16;

/** Rows that are cut from an old list have less of their skin left, but at least this part. */
const worth: f64 = 0.5;

/** 0 if the rows are good for the points, perhaps cut anew, or the number of partners that the list needs room for. */
export function updateShortList(short: ShortList): usize {
  const placed = short.list.placed;
  placePoints(placed);
  const areGood = farthestMove(placed, short.origin) <= short.slack;
  const room = areGood ? 0 : renewList(short);
  placeCopies(placed);
  if (!areGood && room === 0) cutRows(short);
  return room;
}

/** Makes the list anew if it is too old to cut rows from; 0, or the number of partners that it needs room for. */
function renewList(short: ShortList): usize {
  const list = short.list;
  const left = short.skin - 2 * farthestMove(list.placed, list.origin);
  const isGood = left >= worth * short.rowSkin;
  short.slack = 0.5 * (isGood ? min(left, short.rowSkin) : short.rowSkin);
  return isGood ? 0 : buildList(list);
}

function cutRows(short: ShortList): void {
  const list = short.list;
  const placed = list.placed;
  memory.copy(short.origin, placed.places, placed.count * point);
  let out = short.partners;
  let begin = short.begins;
  let entry = list.partners;
  store<u32>(begin, 0);
  for (let i: usize = 0; i < placed.count; i++) {
    const end = list.partners + <usize>load<u32>(list.begins + 4 * i + 4);
    out = cutRow(short, placed.places + i * point, entry, end, out);
    begin += 4;
    store<u32>(begin, <u32>(out - short.partners));
    entry = end;
  }
}

/** Writes the partners of a place, four candidates at a time; returns where they end, an even number of them. */
function cutRow(short: ShortList, own: usize, entry: usize, end: usize, out: usize): usize {
  const masks = short.list.masks;
  const xy = loadPair(own);
  const zz = loadSplat(own + z);
  const bound = loadSplat(changetype<usize>(short) + offsetof<ShortList>('bound'));
  const begin = out;
  for (; entry < end; entry += 16) {
    const first = squaresTo(xy, zz, <usize>load<u32>(entry), <usize>load<u32>(entry, 4));
    const second = squaresTo(xy, zz, <usize>load<u32>(entry, 8), <usize>load<u32>(entry, 12));
    const near = v128.shuffle<i32>(f64x2.lt(first, bound), f64x2.lt(second, bound), 0, 2, 4, 6);
    out = compactLanes(masks, v128.load(entry), i32x4.bitmask(near), out);
  }
  // A row of odd length ends with the point after the last one, which is far from all.
  store<u32>(out, <u32>dummyPoint(short.list.placed));
  return begin + ((out - begin + 4) & ~7);
}
