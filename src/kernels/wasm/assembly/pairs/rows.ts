// Pairs of atoms within a cut-off, row by row of a neighbour list: their distances, and their forces once a law has said
// how strong they are. Pairs out of reach are left out, so that the pairs, and which two of them share a vector, follow
// from the positions alone: results do not depend on the age of the list.

import {
  add,
  decrease,
  highLanes,
  increase,
  loadPair,
  loadSplat,
  lowLanes,
  mul,
  splat,
  storePair,
  sub,
} from '../lanes.ts';
import { heightsOf, ownerOf, point, sumOfSquares } from './periodic-points.ts';
import { ShortList } from './short-list.ts';

/** As their owner lays them out in memory. */
export class PairRows {
  short: ShortList;
  /** −∇U, 32 bytes each: x, y, z and a number of no meaning; one more than there are atoms. */
  force: usize;
  /** Pairs of some rows, 32 bytes each: dx, dy, dz, r². All rows have an even number: a pair of no force fills them up. */
  pairs: usize;
  /** The bytes before their partners, u32; their −U'/r. */
  partners: usize;
  strengths: usize;
  /** Where each row ends, counted in pairs from the beginning. */
  ends: usize;
  /** How many pairs were measured, those that fill up not counted. */
  met: usize;
  reserved: usize;
  /** The cut-off, squared. */
  bound: f64;
}

/** Bytes of a pair. */
export const pair: usize = 32;

/** Rows are measured until there are so many pairs: a bunch that stays near the processor. */
const bunch: usize = 512;
/** Pairs of a bunch beyond its last row, which may be as long as there are atoms: an even number fills each row up. */
export const bunchRoom: usize = bunch + 2;

/** r² of a pair that fills up a row. */
const nowhere: f64 = 1e40;

const z: usize = 16;

/** Measures rows from i on; returns the first one that is left for the next time. */
export function measureRows(rows: PairRows, i: usize): usize {
  const count = rows.short.list.placed.count;
  let first: usize = 0;
  for (; i < count && first < bunch; i++) {
    first = measureRow(rows, i, first);
    store<u32>(rows.ends + 4 * i, <u32>first);
  }
  return i;
}

/** Where row i begins in a bunch that begins with row `first`. */
export function beginOf(rows: PairRows, i: usize, first: usize): usize {
  return i === first ? 0 : endOf(rows, i - 1);
}

export function endOf(rows: PairRows, i: usize): usize {
  return <usize>load<u32>(rows.ends + 4 * i);
}

/** Writes the pairs of atom i from number `first` on, and returns where they end. Two candidates at a time. */
function measureRow(rows: PairRows, i: usize, first: usize): usize {
  const short = rows.short;
  const own = short.list.placed.places + i * point;
  const xy = loadPair(own);
  const zz = loadSplat(own + z);
  const bound = loadSplat(changetype<usize>(rows) + offsetof<PairRows>('bound'));
  const end = short.partners + <usize>load<u32>(short.begins + 4 * i + 4);
  let out = rows.pairs + first * pair;
  let partner = rows.partners + first * 4;
  for (let entry = short.partners + <usize>load<u32>(short.begins + 4 * i); entry < end; entry += 8) {
    const a = <usize>load<u32>(entry);
    const b = <usize>load<u32>(entry + 4);
    const xyA = sub(xy, loadPair(a));
    const xyB = sub(xy, loadPair(b));
    const dz = sub(zz, heightsOf(a, b));
    const r2 = sumOfSquares(xyA, xyB, dz);
    const near = <usize>i64x2.bitmask(f64x2.lt(r2, bound));
    // Both are written, the second over the first if that is not near: no processor could guess which are.
    storePair(out, xyA);
    storePair(out + z, lowLanes(dz, r2));
    store<u32>(partner, <u32>ownerOf(a));
    out += (near & 1) << 5;
    partner += (near & 1) << 2;
    storePair(out, xyB);
    storePair(out + z, highLanes(dz, r2));
    store<u32>(partner, <u32>ownerOf(b));
    out += (near & 2) << 4;
    partner += (near & 2) << 1;
  }
  const last = (out - rows.pairs) / pair;
  rows.met += last - first;
  fillUp(rows, last);
  return (last + 1) & ~1;
}

/** The point after the last one gets no force: it is too far away. Written in any case, which is less work than to ask. */
function fillUp(rows: PairRows, last: usize): void {
  storePair(rows.pairs + last * pair, splat(0));
  storePair(rows.pairs + last * pair + z, f64x2(0, nowhere));
  store<u32>(rows.partners + last * 4, <u32>(rows.short.list.placed.count * point));
}

/** Adds the forces of a bunch of rows, pair by pair. */
export function addForces(rows: PairRows, first: usize, next: usize): void {
  for (let i = first; i < next; i++) addRow(rows, i, beginOf(rows, i, first), endOf(rows, i));
}

function addRow(rows: PairRows, i: usize, begin: usize, end: usize): void {
  const force = rows.force;
  const last = rows.pairs + end * pair;
  let partner = rows.partners + 4 * begin;
  let strength = rows.strengths + 8 * begin;
  let xy = splat(0);
  let zw = splat(0);
  for (let k = rows.pairs + begin * pair; k < last; k += pair, partner += 4, strength += 8) {
    const f = loadSplat(strength);
    const j = force + <usize>load<u32>(partner);
    xy = add(xy, decrease(j, mul(f, loadPair(k))));
    zw = add(zw, decrease(j + z, mul(f, loadPair(k + z))));
  }
  increase(force + i * point, xy);
  increase(force + i * point + z, zw);
}

/** Adds Σ f dx², Σ f dy² and Σ f dz² of a bunch of rows to three numbers, row by row: bunches depend on the age of the list. */
export function addVirial(rows: PairRows, first: usize, next: usize, out: usize): void {
  for (let i = first; i < next; i++) addVirialOfRow(rows, beginOf(rows, i, first), endOf(rows, i), out);
}

function addVirialOfRow(rows: PairRows, begin: usize, end: usize, out: usize): void {
  let xy = splat(0);
  let zw = splat(0);
  for (let k = begin; k < end; k++) {
    const f = loadSplat(rows.strengths + 8 * k);
    const d = rows.pairs + k * pair;
    xy = add(xy, mul(f, mul(loadPair(d), loadPair(d))));
    zw = add(zw, mul(f, mul(loadPair(d + z), loadPair(d + z))));
  }
  increase(out, xy);
  store<f64>(out + z, load<f64>(out + z) + f64x2.extract_lane(zw, 0));
}
