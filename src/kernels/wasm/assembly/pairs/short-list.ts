// Inner list of a dual pair list: the pairs of a neighbour list within a shorter range. The outer list has a large skin, so
// that it is rarely built; these rows are pruned from it often, so that a step tests few pairs beyond the cut-off.
// Reference: Páll et al., J. Chem. Phys. 153 (2020) 134110, on dual pair lists.

import { loadPair, loadSplat } from '../lanes.ts';
import { compactLanes } from './compact-lanes.ts';
import { buildList, farthestMove, NeighbourList } from './neighbour-list.ts';
import { dummyPoint, placeCopies, placePoints, point, squaresTo } from './periodic-points.ts';

/** Record, written by the host. */
export class ShortList {
  list: NeighbourList;
  /** Rows as in the list. */
  partners: usize;
  begins: usize;
  /** Positions of the points when the rows were pruned. */
  origin: usize;
  /** The shorter range, squared. */
  bound: f64;
  /** Skin beyond the cut-off of the rows, and of the outer list. */
  rowSkin: f64;
  skin: f64;
  /** Work: largest displacement of a point until the rows must be pruned again. */
  slack: f64;
}

const z: usize = 16;

/** Rows pruned from an old list have a smaller skin, but at least this fraction of it. */
const leastSkinFraction: f64 = 0.5;

/** Makes the rows valid for the points; 0, or the number of partners that the list needs capacity for. */
export function updateShortList(short: ShortList): usize {
  const placed = short.list.placed;
  placePoints(placed);
  const areGood = farthestMove(placed, short.origin) <= short.slack;
  const room = areGood ? 0 : rebuildIfOld(short);
  placeCopies(placed);
  if (!areGood && room === 0) pruneRows(short);
  return room;
}

/** Rebuilds the outer list if it is too old; 0, or the number of partners that it needs capacity for. */
function rebuildIfOld(short: ShortList): usize {
  const list = short.list;
  const left = short.skin - 2 * farthestMove(list.placed, list.origin);
  const isGood = left >= leastSkinFraction * short.rowSkin;
  short.slack = 0.5 * (isGood ? min(left, short.rowSkin) : short.rowSkin);
  return isGood ? 0 : buildList(list);
}

function pruneRows(short: ShortList): void {
  const list = short.list;
  const placed = list.placed;
  memory.copy(short.origin, placed.places, placed.count * point);
  let out = short.partners;
  let begin = short.begins;
  let entry = list.partners;
  store<u32>(begin, 0);
  for (let i: usize = 0; i < placed.count; i++) {
    const end = list.partners + <usize>load<u32>(list.begins + 4 * i + 4);
    out = pruneRow(short, placed.places + i * point, entry, end, out);
    begin += 4;
    store<u32>(begin, <u32>(out - short.partners));
    entry = end;
  }
}

/** Writes the partners of a point, four candidates at a time, an even number of them; returns their end. */
function pruneRow(short: ShortList, own: usize, entry: usize, end: usize, out: usize): usize {
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
  // Pads a row of odd length.
  store<u32>(out, <u32>dummyPoint(short.list.placed));
  return begin + ((out - begin + 4) & ~7);
}
