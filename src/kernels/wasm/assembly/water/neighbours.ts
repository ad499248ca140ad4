// Forces among rigid three-site waters in a periodic box: see site-pairs.ts for the law. The list holds molecules by
// their centres, half-way between the hydrogens, close to all sites. Pairs of molecules beyond the cut-off are
// left out, so that the pairs, and which two of them share a block, depend on the positions alone: results do not
// depend on the age of the list. Waters are packed in 80 bytes each: O, H1, H2 and one unused number.

import { block, component, site } from '../blocks.ts';
import {
  add,
  decrease,
  highLanes,
  loadPair,
  loadSplat,
  lowLanes,
  mul,
  splat,
  storePair,
  sub,
  sumLanes,
} from '../lanes.ts';
import { NeighbourList } from '../pairs/neighbour-list.ts';
import { dummyPoint, ownerOf, point, shiftOf, squaresTo } from '../pairs/periodic-points.ts';
import { meetPartners, ownForce, WaterLaw } from './site-pairs.ts';

/** Record, written by the host. */
export class LiquidWater {
  list: NeighbourList;
  law: WaterLaw;
  /** Packed waters at the points of the list, and a dummy water far from all; packed forces likewise. */
  sites: usize;
  force: usize;
  /** Addresses of the partners of one water within the cut-off, u32. */
  near: usize;
  /** Work space for one water with its force, and for blocks of partners and of forces on them. */
  work: usize;
  /** The largest distance of two centres with sites within the cut-off, squared. */
  reach: f64;
}

export const packedWater: usize = 80;

/** Blocks of partners evaluated before their forces are added: they stay in the cache. */
const chunk: usize = 64;
const partnersAt: usize = 2 * block;
const forcesAt: usize = partnersAt + chunk * block;
/** Size of `work`. */
export const partnerWorkBytes: usize = forcesAt + chunk * block;

const y: usize = component;
const z: usize = 2 * component;

/** force ← −∇U; returns U. */
export function liquidWaterForces(term: LiquidWater): f64 {
  const count = term.list.placed.count;
  memory.fill(term.force, 0, (count + 1) * packedWater);
  let energy: f64 = 0;
  for (let i: usize = 0; i < count; i++) energy += waterRow(term, i);
  return energy;
}

function waterRow(term: LiquidWater, i: usize): f64 {
  const end = beginRow(term, i);
  let energy = splat(0);
  for (let entry = term.near; entry < end; entry += 8 * chunk) {
    const last = min(end, entry + 8 * chunk);
    energy = add(energy, meetChunk(term, entry, last));
    subtractForces(term, entry, last);
  }
  const force = term.force + i * packedWater;
  for (let k: usize = 0; k < 9; k++) {
    const sum = sumLanes(loadPair(term.work + ownForce + k * component));
    store<f64>(force + 8 * k, load<f64>(force + 8 * k) + sum);
  }
  return sumLanes(energy);
}

/** virial += −Σ r_k ∂U/∂r_k over pairs of sites, k = x, y, z: that is Σ x f over both sides of each pair of waters. */
export function addLiquidVirial(term: LiquidWater, virial: usize): void {
  for (let i: usize = 0; i < term.list.placed.count; i++) {
    const end = beginRow(term, i);
    for (let entry = term.near; entry < end; entry += 8 * chunk) {
      const last = min(end, entry + 8 * chunk);
      meetChunk(term, entry, last);
      const blocks = (last - entry) >> 3;
      for (let n: usize = 0; n < blocks; n++)
        addMoments(
          term.work,
          term.work + partnersAt + n * block,
          term.work + forcesAt + n * block,
          -1,
          virial,
        );
    }
    addMoments(term.work, term.work, term.work + ownForce, 1, virial);
  }
}

/**
 * Positions are relative to the first site of the row's own water, at `origin`: the forces of a pair sum to zero, so that any
 * origin will do, and results do not depend on the images that were chosen when the list was built.
 */
function addMoments(origin: usize, x: usize, force: usize, sign: f64, virial: usize): void {
  for (let k: usize = 0; k < 9; k++) {
    const distance = sub(loadPair(x + k * component), loadPair(origin + (k % 3) * component));
    const moment = sumLanes(mul(distance, loadPair(force + k * component)));
    const axis = virial + 8 * (k % 3);
    store<f64>(axis, load<f64>(axis) + sign * moment);
  }
}

/** Loads water i, and finds its partners within the cut-off, an even number of them; returns their end. */
function beginRow(term: LiquidWater, i: usize): usize {
  const water = term.sites + i * packedWater;
  for (let k: usize = 0; k < 9; k++) storePair(term.work + k * component, loadSplat(water + 8 * k));
  memory.fill(term.work + ownForce, 0, block);
  const end = nearPartners(term, i);
  store<u32>(end, <u32>dummyPoint(term.list.placed));
  return term.near + ((end - term.near + 4) & ~7);
}

/** Writes the partners of water i within the cut-off, two candidates at a time; returns their end. */
function nearPartners(term: LiquidWater, i: usize): usize {
  const list = term.list;
  const own = list.placed.places + i * point;
  const xy = loadPair(own);
  const zz = loadSplat(own + 16);
  const reach = loadSplat(changetype<usize>(term) + offsetof<LiquidWater>('reach'));
  const end = list.partners + <usize>load<u32>(list.begins + 4 * i + 4);
  let out = term.near;
  for (let entry = list.partners + <usize>load<u32>(list.begins + 4 * i); entry < end; entry += 8) {
    const a = load<u32>(entry);
    const b = load<u32>(entry + 4);
    const near = <usize>i64x2.bitmask(f64x2.lt(squaresTo(xy, zz, <usize>a, <usize>b), reach));
    store<u32>(out, a);
    out += (near & 1) << 2;
    store<u32>(out, b);
    out += (near & 2) << 1;
  }
  return out;
}

/** Gathers some partners into blocks and evaluates their pairs; returns U, in lanes. */
function meetChunk(term: LiquidWater, entry: usize, last: usize): v128 {
  const work = term.work;
  let partners = work + partnersAt;
  for (; entry < last; entry += 8, partners += block)
    gather(term, <usize>load<u32>(entry), <usize>load<u32>(entry + 4), partners);
  return meetPartners(term.law, work, work + partnersAt, partners, work + forcesAt);
}

function packed(waters: usize, place: usize): usize {
  return waters + (ownerOf(place) / point) * packedWater;
}

/** out = a block of two packed waters, each at its image. */
function gather(term: LiquidWater, a: usize, b: usize, out: usize): void {
  const imageA = shiftOf(a);
  const imageB = shiftOf(b);
  const dx = lowLanes(loadPair(imageA), loadPair(imageB));
  const dy = highLanes(loadPair(imageA), loadPair(imageB));
  const dz = lowLanes(loadPair(imageA + 16), loadPair(imageB + 16));
  const A = packed(term.sites, a);
  const B = packed(term.sites, b);
  storePair(out, add(dx, lowLanes(loadPair(A), loadPair(B))));
  storePair(out + y, add(dy, highLanes(loadPair(A), loadPair(B))));
  storePair(out + z, add(dz, lowLanes(loadPair(A + 16), loadPair(B + 16))));
  storePair(out + site, add(dx, highLanes(loadPair(A + 16), loadPair(B + 16))));
  storePair(out + site + y, add(dy, lowLanes(loadPair(A + 32), loadPair(B + 32))));
  storePair(out + site + z, add(dz, highLanes(loadPair(A + 32), loadPair(B + 32))));
  storePair(out + 2 * site, add(dx, lowLanes(loadPair(A + 48), loadPair(B + 48))));
  storePair(out + 2 * site + y, add(dy, highLanes(loadPair(A + 48), loadPair(B + 48))));
  storePair(out + 2 * site + z, add(dz, lowLanes(loadPair(A + 64), loadPair(B + 64))));
}

/** Subtracts the forces on partners that were computed in blocks (Newton's third law). */
function subtractForces(term: LiquidWater, entry: usize, last: usize): void {
  for (let from = term.work + forcesAt; entry < last; entry += 8, from += block) {
    const a = packed(term.force, <usize>load<u32>(entry));
    const b = packed(term.force, <usize>load<u32>(entry + 4));
    subtractLanes(loadPair(from), loadPair(from + y), a, b);
    subtractLanes(loadPair(from + z), loadPair(from + site), a + 16, b + 16);
    subtractLanes(loadPair(from + site + y), loadPair(from + site + z), a + 32, b + 32);
    subtractLanes(loadPair(from + 2 * site), loadPair(from + 2 * site + y), a + 48, b + 48);
    subtractLanes(loadPair(from + 2 * site + z), splat(0), a + 64, b + 64);
  }
}

/** Subtracts the first lanes from water a, then the second ones from water b, which may be the same. */
function subtractLanes(even: v128, odd: v128, a: usize, b: usize): void {
  decrease(a, lowLanes(even, odd));
  decrease(b, highLanes(even, odd));
}
