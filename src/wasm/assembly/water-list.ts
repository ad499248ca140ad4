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
  /** Room for what is gathered, see below. */
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

/** Work space: water i in both lanes; then blocks of partners, the forces on i and on them, energies. */
const partners: usize = block;
const chunk: usize = 32;
const toForceI: usize = chunk * block;
const toForceJ: usize = 2 * chunk * block;
const energies: usize = partners + 3 * chunk * block;

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

/** Water i with its partners, so many at a time that all stay near the processor. */
function waterRow(term: LiquidWater, i: usize): f64 {
  const list = term.list;
  const water = list.points + i * packedWater;
  const row = list.rows + 4 * i * list.capacity;
  const end = row + 4 * <usize>load<u32>(list.lengths + 4 * i);
  gather(water, water, term.work);
  let energy: f64 = 0;
  for (let entry = row; entry < end; entry += 8 * chunk) {
    const last = min(end, entry + 8 * chunk);
    const stop = gatherPartners(term, entry, last);
    lennardJones(term, stop);
    reactionField(term, 0, stop, term.kOO, term.kOH);
    reactionField(term, site, stop, term.kOH, term.kHH);
    reactionField(term, 2 * site, stop, term.kOH, term.kHH);
    energy = scatterForces(term, i, entry, last, energy);
  }
  return energy;
}

/** Partners become blocks, at the images nearest to water i as seen from the oxygens; returns where they end. */
function gatherPartners(term: LiquidWater, entry: usize, last: usize): usize {
  const points = term.list.points;
  let out = term.work + partners;
  for (; entry < last; entry += 8, out += block) {
    gather(points + load<u32>(entry), points + load<u32>(entry + 4), out);
    shiftToImage(term, out);
    clear(out + toForceI);
    clear(out + toForceJ);
  }
  return out;
}

function clear(begin: usize): void {
  for (let k: usize = 0; k < block; k += component) put(begin + k, both(0));
}

/** Adds what the blocks of partners have gathered, pair by pair; returns the energy so far. */
function scatterForces(term: LiquidWater, i: usize, entry: usize, last: usize, energy: f64): f64 {
  const force = term.force + i * packedWater;
  let from = term.work + partners;
  for (let u = term.work + energies; entry < last; entry += 8, from += block, u += component) {
    scatter(from + toForceI, force, force);
    scatter(from + toForceJ, term.force + load<u32>(entry), term.force + load<u32>(entry + 4));
    energy = energy + load<f64>(u) + load<f64>(u + 8);
  }
  return energy;
}

function shiftToImage(term: LiquidWater, partner: usize): void {
  const list = term.list;
  shiftAlong(term.work, partner, list.edgeX, list.perX);
  shiftAlong(term.work + y, partner + y, list.edgeY, list.perY);
  shiftAlong(term.work + z, partner + z, list.edgeZ, list.perZ);
}

/** One component of three sites. */
function shiftAlong(i: usize, partner: usize, edge: f64, per: f64): void {
  const shift = nearestMultiple(sub(at(i), at(partner)), edge, per);
  increase(partner, shift);
  increase(partner + site, shift);
  increase(partner + 2 * site, shift);
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

/** One site of water i with all sites of its partners; kO and kH belong to their O and H. */
function reactionField(term: LiquidWater, a: usize, stop: usize, kO: f64, kH: f64): void {
  const list = term.list;
  const xi = at(term.work + a);
  const yi = at(term.work + a + y);
  const zi = at(term.work + a + z);
  const small = term.small !== 0;
  const bound = both(term.cutoff * term.cutoff);
  const one = both(term.one);
  const kRF = both(term.kRF);
  const cRF = both(term.cRF);
  let u = term.work + energies;
  for (let partner = term.work + partners; partner < stop; partner += block, u += component) {
    let fx = both(0);
    let fy = both(0);
    let fz = both(0);
    let energy = both(0);
    let k = both(kO);
    for (let j = partner; j < partner + block; j += site) {
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
    increase(partner + toForceI + a, fx);
    increase(partner + toForceI + a + y, fy);
    increase(partner + toForceI + a + z, fz);
    increase(u, energy);
  }
}

/** The oxygens of water i and its partners. */
function lennardJones(term: LiquidWater, stop: usize): void {
  const xi = at(term.work);
  const yi = at(term.work + y);
  const zi = at(term.work + z);
  const bound = both(term.cutoff * term.cutoff);
  const one = both(term.one);
  const six = both(6 * term.one);
  const c6 = both(term.c6);
  const c12 = both(term.c12);
  const shift = both(term.shift);
  let u = term.work + energies;
  for (let j = term.work + partners; j < stop; j += block, u += component) {
    const dx = sub(xi, at(j));
    const dy = sub(yi, at(j + y));
    const dz = sub(zi, at(j + z));
    const r2 = sum3(mul(dx, dx), mul(dy, dy), mul(dz, dz));
    const near = f64x2.lt(r2, bound);
    const s = div(one, r2);
    const s3 = mul(s, mul(s, s));
    const repulsion = mul(c12, mul(s3, s3));
    const difference = sub(repulsion, mul(c6, s3));
    const f = mul(mul(six, s), add(repulsion, difference));
    increase(j + toForceI, decrease(j + toForceJ, v128.and(near, mul(f, dx))));
    increase(j + toForceI + y, decrease(j + toForceJ + y, v128.and(near, mul(f, dy))));
    increase(j + toForceI + z, decrease(j + toForceJ + z, v128.and(near, mul(f, dz))));
    put(u, v128.and(near, sub(difference, shift)));
  }
}
