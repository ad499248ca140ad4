// Forces among rigid three-site waters in a periodic box, each pair of atoms at its nearest image and within the
// cut-off, pairs of one molecule left out:
//   U = Σ_{a,b: r < cut-off} k_ab (1/r + k_rf r² − c_rf) + Σ_{OO: r < cut-off} (c12 / r¹² − c6 / r⁶ − shift)
// Reference for the reaction field: Tironi et al., J. Chem. Phys. 102 (1995) 5451, eqs. (7)–(9).
// The list holds molecules by their oxygens. Waters have 80 bytes each: O, H1, H2 and one number that is not used.
// Two partners are gathered into a block at a time; their parts are added one after the other, so that the sums do not
// depend on which two came together, nor on partners out of reach.

import {
  add,
  at,
  both,
  decrease,
  div,
  highs,
  increase,
  lows,
  mul,
  nearestMultiple,
  put,
  sqrt,
  sub,
  sum3,
} from './lanes.ts';
import { NeighbourList } from './neighbour-list.ts';
import { block, component, site } from './water-blocks.ts';

/** As its owner lays it out in memory. */
export class LiquidWater {
  list: NeighbourList;
  /** Address of the packed forces, with one water more than there are. */
  force: usize;
  /** Room for four blocks and a site: water i twice, two partners, the forces on either, images. */
  work: usize;
  /** 1 if an edge is shorter than 2 (cut-off + 2 OH), so that atoms of two waters may be near at different images. */
  small: u32;
  cutoff: f64;
  kOO: f64;
  kOH: f64;
  kHH: f64;
  kRF: f64;
  cRF: f64;
  c6: f64;
  c12: f64;
  shift: f64;
  /** 1, from memory: engines build a constant again on each turn of a loop. */
  one: f64;
}

export const packedWater: usize = 80;

const partners: usize = block;
const forceI: usize = 2 * block;
const forceJ: usize = 3 * block;
const image: usize = 4 * block;
const toForceJ: usize = forceJ - partners;
const y: usize = component;
const z: usize = 2 * component;

/** force ← −∇U; returns U. */
export function liquidWaterForces(term: LiquidWater): f64 {
  const count = term.list.count;
  memory.fill(term.force, 0, (count + 1) * packedWater);
  let energy: f64 = 0;
  for (let i: usize = 0; i < count; i++) energy += waterRow(term, i);
  return energy;
}

function waterRow(term: LiquidWater, i: usize): f64 {
  const list = term.list;
  const water = list.points + i * packedWater;
  const row = list.rows + 4 * i * list.capacity;
  const end = row + 4 * <usize>load<u32>(list.lengths + 4 * i);
  let energy: f64 = 0;
  gather(water, water, term.work);
  for (let entry = row; entry < end; entry += 8) {
    const a = <usize>load<u32>(entry);
    const b = <usize>load<u32>(entry + 4);
    gather(list.points + a, list.points + b, term.work + partners);
    findImages(term);
    clear(term.work + forceI, 2 * block);
    const u = add(reactionField(term), lennardJones(term));
    energy = energy + f64x2.extract_lane(u, 0) + f64x2.extract_lane(u, 1);
    const force = term.force + i * packedWater;
    scatter(term.work + forceI, force, force);
    scatter(term.work + forceJ, term.force + a, term.force + b);
  }
  return energy;
}

function clear(begin: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) put(begin + k, both(0));
}

/** Two packed waters become a block. */
function gather(a: usize, b: usize, out: usize): void {
  for (let k: usize = 0; k < 4; k++) {
    const first = at(a + 16 * k);
    const second = at(b + 16 * k);
    put(out + 2 * k * component, lows(first, second));
    put(out + (2 * k + 1) * component, highs(first, second));
  }
  put(out + 8 * component, lows(at(a + 64), at(b + 64)));
}

/** The first lane of a block is added to water a, then the second one to water b, which may be the same. */
function scatter(from: usize, a: usize, b: usize): void {
  for (let k: usize = 0; k < 4; k++) {
    const even = at(from + 2 * k * component);
    const odd = at(from + (2 * k + 1) * component);
    increase(a + 16 * k, lows(even, odd));
    increase(b + 16 * k, highs(even, odd));
  }
  const last = at(from + 8 * component);
  increase(a + 64, lows(last, both(0)));
  increase(b + 64, highs(last, both(0)));
}

/** By how many edges the partners are away from water i, seen from their oxygens. */
function findImages(term: LiquidWater): void {
  const list = term.list;
  const i = term.work;
  const j = term.work + partners;
  put(i + image, nearestMultiple(sub(at(i), at(j)), list.edgeX, list.perX));
  put(i + image + y, nearestMultiple(sub(at(i + y), at(j + y)), list.edgeY, list.perY));
  put(i + image + z, nearestMultiple(sub(at(i + z), at(j + z)), list.edgeZ, list.perZ));
}

/** All nine pairs of sites, in two lanes: their energy; their forces go to the work space. */
function reactionField(term: LiquidWater): v128 {
  return sum3(
    reactionFieldRow(term, 0, term.kOO, term.kOH),
    reactionFieldRow(term, site, term.kOH, term.kHH),
    reactionFieldRow(term, 2 * site, term.kOH, term.kHH),
  );
}

/** One site of water i with the three sites of its partners; kO and kH belong to their O and H. */
function reactionFieldRow(term: LiquidWater, a: usize, kO: f64, kH: f64): v128 {
  const list = term.list;
  const i = term.work + a;
  const xi = sub(at(i), at(term.work + image));
  const yi = sub(at(i + y), at(term.work + image + y));
  const zi = sub(at(i + z), at(term.work + image + z));
  const small = term.small !== 0;
  const bound = both(term.cutoff * term.cutoff);
  const one = both(term.one);
  const kRF = both(term.kRF);
  const cRF = both(term.cRF);
  let fx = both(0);
  let fy = both(0);
  let fz = both(0);
  let energy = both(0);
  let k = both(kO);
  const end = term.work + partners + block;
  for (let j = term.work + partners; j < end; j += site) {
    let dx = sub(xi, at(j));
    let dy = sub(yi, at(j + y));
    let dz = sub(zi, at(j + z));
    if (small) {
      dx = sub(dx, nearestMultiple(dx, list.edgeX, list.perX));
      dy = sub(dy, nearestMultiple(dy, list.edgeY, list.perY));
      dz = sub(dz, nearestMultiple(dz, list.edgeZ, list.perZ));
    }
    const r2 = sum3(mul(dx, dx), mul(dy, dy), mul(dz, dz));
    const near = f64x2.lt(r2, bound);
    const w = div(one, sqrt(r2));
    const field = mul(kRF, r2);
    energy = add(energy, v128.and(near, mul(k, sub(add(w, field), cRF))));
    const f = mul(k, sub(mul(w, mul(w, w)), add(kRF, kRF)));
    fx = add(fx, decrease(j + toForceJ, v128.and(near, mul(f, dx))));
    fy = add(fy, decrease(j + toForceJ + y, v128.and(near, mul(f, dy))));
    fz = add(fz, decrease(j + toForceJ + z, v128.and(near, mul(f, dz))));
    k = both(kH);
  }
  increase(i + forceI, fx);
  increase(i + forceI + y, fy);
  increase(i + forceI + z, fz);
  return energy;
}

/** The oxygens of water i and its partners, in two lanes. */
function lennardJones(term: LiquidWater): v128 {
  const i = term.work;
  const j = term.work + partners;
  const dx = sub(sub(at(i), at(i + image)), at(j));
  const dy = sub(sub(at(i + y), at(i + image + y)), at(j + y));
  const dz = sub(sub(at(i + z), at(i + image + z)), at(j + z));
  const r2 = sum3(mul(dx, dx), mul(dy, dy), mul(dz, dz));
  const near = f64x2.lt(r2, both(term.cutoff * term.cutoff));
  const s = div(both(1), r2);
  const s3 = mul(s, mul(s, s));
  const attraction = mul(both(term.c6), s3);
  const repulsion = mul(both(term.c12), mul(s3, s3));
  const f = mul(s, sub(mul(both(12), repulsion), mul(both(6), attraction)));
  increase(i + forceI, decrease(j + toForceJ, v128.and(near, mul(f, dx))));
  increase(i + forceI + y, decrease(j + toForceJ + y, v128.and(near, mul(f, dy))));
  increase(i + forceI + z, decrease(j + toForceJ + z, v128.and(near, mul(f, dz))));
  return v128.and(near, sub(sub(repulsion, attraction), both(term.shift)));
}
