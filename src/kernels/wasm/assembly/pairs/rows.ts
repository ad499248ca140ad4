// Pairs of atoms within a cut-off, row by row of a neighbour list: their distances, and their forces from the f of a pair
// law. Pairs beyond the cut-off are left out, so that the pairs, and which two of them share a SIMD vector, depend on the
// positions alone: results do not depend on the age of the list.

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

/** Record, written by the host. */
export class PairRows {
  short: ShortList;
  /** −∇U, 32 bytes each: x, y, z and an unused number; one more than there are atoms. */
  force: usize;
  /** Pairs of some rows, 32 bytes each: dx, dy, dz, r². Rows are padded to an even number with a pair without force. */
  pairs: usize;
  /** Byte offsets of their partners, u32; their −U'/r. */
  partners: usize;
  strengths: usize;
  /** End of each row, counted in pairs. */
  ends: usize;
  /** Number of pairs measured, without padding. */
  met: usize;
  reserved: usize;
  /** The cut-off, squared. */
  bound: f64;
}

/** Bytes of a pair. */
export const pair: usize = 32;

/** Rows are measured until there are this many pairs: a batch that stays in the cache. */
const batchSize: usize = 512;
/** Capacity of a batch, without its last row, which may be as long as there are atoms; 2 for padding. */
export const batchCapacity: usize = batchSize + 2;

/** r² of a padding pair. */
const paddingSquare: f64 = 1e40;

const z: usize = 16;

/** Measures a batch of rows from i on; returns the first row of the next batch. */
export function measureRows(rows: PairRows, i: usize): usize {
  const count = rows.short.list.placed.count;
  let first: usize = 0;
  for (; i < count && first < batchSize; i++) {
    first = measureRow(rows, i, first);
    store<u32>(rows.ends + 4 * i, <u32>first);
  }
  return i;
}

/** Begin of row i in a batch that begins with row `first`. */
export function beginOf(rows: PairRows, i: usize, first: usize): usize {
  return i === first ? 0 : endOf(rows, i - 1);
}

export function endOf(rows: PairRows, i: usize): usize {
  return <usize>load<u32>(rows.ends + 4 * i);
}

/** Writes the pairs of atom i from number `first` on; returns their end. Two candidates at a time. */
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
    // Both are written, the second over the first if that is not near: a branch would be unpredictable.
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

/** Writes a padding pair, whose force is 0, without testing whether it is needed. */
function fillUp(rows: PairRows, last: usize): void {
  storePair(rows.pairs + last * pair, splat(0));
  storePair(rows.pairs + last * pair + z, f64x2(0, paddingSquare));
  store<u32>(rows.partners + last * 4, <u32>(rows.short.list.placed.count * point));
}

/** Adds the forces of a batch of rows, pair by pair. */
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

/** Adds Σ f dx², Σ f dy² and Σ f dz² of a batch of rows to three numbers, row by row: batches depend on the age of the list. */
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
