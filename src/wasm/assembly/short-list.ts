// Those pairs of a neighbour list that are nearer than a shorter range: the list itself reaches far, so that it is seldom
// made, and these rows are cut from it again and again, so that few pairs out of reach are looked at in each step.
// Reference: Páll et al., J. Chem. Phys. 153 (2020) 134110, on dual pair lists.

import { at, bothAt } from './lanes.ts';
import { hasMoved, NeighbourList, updateList } from './neighbour-list.ts';
import { farPlace, point, squaresTo } from './placed-points.ts';

/** As its owner lays it out in memory. */
export class ShortList {
  list: NeighbourList;
  /** Rows as in the list. */
  partners: usize;
  begins: usize;
  /** Where the points were when the rows were cut, and from which of the lists. */
  origin: usize;
  builds: u32;
  reserved: u32;
  /** The shorter range, squared. */
  bound: f64;
  /** How far a point may go until rows are to be cut again, and until the list is to be made again. */
  slack: f64;
  listSlack: f64;
}

const z: usize = 16;

/** 0 if the rows are good for the points, perhaps cut anew, or the number of partners that the list needs room for. */
export function updateShortList(short: ShortList): usize {
  const list = short.list;
  const room = updateList(list, short.listSlack);
  if (room > 0) return room;
  if (short.builds !== list.builds || hasMoved(list.placed, short.origin, short.slack)) cutRows(short);
  return 0;
}

function cutRows(short: ShortList): void {
  const list = short.list;
  const count = list.placed.count;
  memory.copy(short.origin, list.placed.places, count * point);
  short.builds = list.builds;
  let out = short.partners;
  for (let i: usize = 0; i < count; i++) {
    store<u32>(short.begins + 4 * i, <u32>(out - short.partners));
    out = cutRow(short, i, out);
  }
  store<u32>(short.begins + 4 * count, <u32>(out - short.partners));
}

/** Writes the partners of point i, two candidates at a time; returns where they end, an even number of them. */
function cutRow(short: ShortList, i: usize, out: usize): usize {
  const list = short.list;
  const own = list.placed.places + i * point;
  const xy = at(own);
  const zz = bothAt(own + z);
  const bound = bothAt(changetype<usize>(short) + offsetof<ShortList>('bound'));
  const begin = out;
  const end = list.partners + <usize>load<u32>(list.begins + 4 * i + 4);
  for (let entry = list.partners + <usize>load<u32>(list.begins + 4 * i); entry < end; entry += 8) {
    const a = load<u32>(entry);
    const b = load<u32>(entry + 4);
    const near = <usize>i64x2.bitmask(f64x2.lt(squaresTo(xy, zz, <usize>a, <usize>b), bound));
    // Both are written, the second over the first if that is not near: no processor could guess which are.
    store<u32>(out, a);
    out += (near & 1) << 2;
    store<u32>(out, b);
    out += (near & 2) << 1;
  }
  // A row of odd length ends with the point after the last one, which is far from all.
  store<u32>(out, <u32>farPlace(list.placed));
  return begin + ((out - begin + 4) & ~7);
}
