// Forces among all pairs of rigid three-site waters in open space:
//   U = Σ_{i<j} ( Σ_{a,b} k_ab / r_{ia,jb} + c12 / r¹² − c6 / r⁶ ),  the last two terms for the oxygens,
// k_ab being K q_a q_b. One site of a water meets one site of all later blocks, two waters at a time.
// The order of the sums is fixed, so the forces are a function of the positions, bit by bit.

import {
  across,
  add,
  at,
  both,
  bothAt,
  decrease,
  div,
  increaseLane,
  mul,
  put,
  sqrt,
  sub,
  sum3,
} from './lanes.ts';
import { block, component, lane, site } from './water-blocks.ts';

/** A cluster as its owner lays it out in memory. x and force are addresses of blocks, and of one more block each. */
export class WaterCluster {
  x: usize;
  force: usize;
  waters: u32;
  /** Room for the parameters of oxygens, in lanes. */
  oxygens: usize;
  kOO: f64;
  kOH: f64;
  kHH: f64;
  c6: f64;
  c12: f64;
  /** 1 and 6, from memory: engines build a constant again on each turn of a loop. */
  one: f64;
  six: f64;
  /** Set by waterClusterForces: U. */
  energy: f64;
}

/** Blocks that fit into the first-level cache together with their forces. */
const tile: usize = 48 * block;

/** Where the water is that a spare lane holds: no other comes there. */
const away: f64 = 1e6;

const H1: usize = site;
const H2: usize = 2 * site;

/** Places among the parameters of oxygens. */
const K: usize = 0;
const C6: usize = component;
const C12: usize = 2 * component;

/** force ← −∇U, energy ← U. */
export function waterClusterForces(cluster: WaterCluster): void {
  const full = <usize>(cluster.waters >> 1) * block;
  const odd = (cluster.waters & 1) !== 0;
  const spare = odd ? full + block : full;
  memory.fill(cluster.force, 0, spare);
  let energy: f64 = 0;
  for (let i: usize = 0; i < full; i += block) energy += withinBlock(cluster, i, spare);
  for (let begin: usize = 0; begin < full; begin += tile)
    energy += withTile(cluster, begin, min(begin + tile, full));
  if (odd) for (let i: usize = 0; i < full; i += block) energy += withLast(cluster, i, full);
  cluster.energy = energy;
}

/** All waters with those of the later blocks of one tile. */
function withTile(cluster: WaterCluster, begin: usize, end: usize): f64 {
  const present = both(1);
  let energy: f64 = 0;
  for (let i: usize = 0; i + block < end; i += block) {
    const first = max(begin, i + block);
    energy += waterRows(cluster, i, first, end, present);
    energy += waterRows(cluster, i + lane, first, end, present);
  }
  return energy;
}

/** The two waters of a block with the one water of the last block. */
function withLast(cluster: WaterCluster, i: usize, last: usize): f64 {
  const present = f64x2(1, 0);
  const end = last + block;
  return waterRows(cluster, i, last, end, present) + waterRows(cluster, i + lane, last, end, present);
}

/** Water i with the waters of the blocks from j to end; `present` is 1 in lanes that hold a water. */
function waterRows(cluster: WaterCluster, i: usize, j: usize, end: usize, present: v128): f64 {
  const kOH = mul(both(cluster.kOH), present);
  const kHH = mul(both(cluster.kHH), present);
  put(cluster.oxygens + K, mul(both(cluster.kOO), present));
  put(cluster.oxygens + C6, mul(both(cluster.c6), present));
  put(cluster.oxygens + C12, mul(both(cluster.c12), present));
  let energy = oxygenRow(cluster, i, j, end);
  energy += coulombRow(cluster, i, j + H1, end, kOH);
  energy += coulombRow(cluster, i, j + H2, end, kOH);
  for (let h = H1; h <= H2; h += site) {
    energy += coulombRow(cluster, i + h, j, end, kOH);
    energy += coulombRow(cluster, i + h, j + H1, end, kHH);
    energy += coulombRow(cluster, i + h, j + H2, end, kHH);
  }
  return energy;
}

/** One site with the same site of many blocks: k/r. */
function coulombRow(cluster: WaterCluster, i: usize, begin: usize, end: usize, k: v128): f64 {
  const shift = cluster.force - cluster.x;
  const xi = v128.load64_splat(cluster.x + i);
  const yi = v128.load64_splat(cluster.x + i + component);
  const zi = v128.load64_splat(cluster.x + i + 2 * component);
  const one = bothAt(changetype<usize>(cluster) + offsetof<WaterCluster>('one'));
  let fx = both(0);
  let fy = both(0);
  let fz = both(0);
  let energy = both(0);
  for (let j = cluster.x + begin, last = cluster.x + end; j < last; j += block) {
    const dx = sub(xi, at(j));
    const dy = sub(yi, at(j + component));
    const dz = sub(zi, at(j + 2 * component));
    const s = div(one, sum3(mul(dx, dx), mul(dy, dy), mul(dz, dz)));
    const u = mul(k, sqrt(s));
    const f = mul(u, s);
    energy = add(energy, u);
    fx = add(fx, decrease(j + shift, mul(f, dx)));
    fy = add(fy, decrease(j + shift + component, mul(f, dy)));
    fz = add(fz, decrease(j + shift + 2 * component, mul(f, dz)));
  }
  increaseLane(cluster.force + i, across(fx));
  increaseLane(cluster.force + i + component, across(fy));
  increaseLane(cluster.force + i + 2 * component, across(fz));
  return across(energy);
}

/** The oxygen of one water with those of many blocks: k/r + c12/r¹² − c6/r⁶. */
function oxygenRow(cluster: WaterCluster, i: usize, begin: usize, end: usize): f64 {
  const shift = cluster.force - cluster.x;
  const xi = v128.load64_splat(cluster.x + i);
  const yi = v128.load64_splat(cluster.x + i + component);
  const zi = v128.load64_splat(cluster.x + i + 2 * component);
  const k = at(cluster.oxygens + K);
  const c6 = at(cluster.oxygens + C6);
  const c12 = at(cluster.oxygens + C12);
  const six = bothAt(changetype<usize>(cluster) + offsetof<WaterCluster>('six'));
  const one = bothAt(changetype<usize>(cluster) + offsetof<WaterCluster>('one'));
  let fx = both(0);
  let fy = both(0);
  let fz = both(0);
  let energy = both(0);
  for (let j = cluster.x + begin, last = cluster.x + end; j < last; j += block) {
    const dx = sub(xi, at(j));
    const dy = sub(yi, at(j + component));
    const dz = sub(zi, at(j + 2 * component));
    const s = div(one, sum3(mul(dx, dx), mul(dy, dy), mul(dz, dz)));
    const s3 = mul(s, mul(s, s));
    const coulomb = mul(k, sqrt(s));
    const repulsion = mul(c12, mul(s3, s3));
    const difference = sub(repulsion, mul(c6, s3));
    energy = add(energy, add(coulomb, difference));
    const f = mul(s, add(coulomb, mul(six, add(repulsion, difference))));
    fx = add(fx, decrease(j + shift, mul(f, dx)));
    fy = add(fy, decrease(j + shift + component, mul(f, dy)));
    fz = add(fz, decrease(j + shift + 2 * component, mul(f, dz)));
  }
  increaseLane(cluster.force + i, across(fx));
  increaseLane(cluster.force + i + component, across(fy));
  increaseLane(cluster.force + i + 2 * component, across(fz));
  return across(energy);
}

/** The two waters of a block with each other: the second one is copied to the spare block, where it is alone. */
function withinBlock(cluster: WaterCluster, i: usize, spare: usize): f64 {
  const second = cluster.x + i + lane;
  const copy = cluster.x + spare;
  for (let k: usize = 0; k < block; k += component) {
    const coordinate = load<f64>(second + k);
    store<f64>(copy + k, coordinate);
    store<f64>(copy + k + lane, coordinate + away);
  }
  memory.fill(cluster.force + spare, 0, block);
  const energy = waterRows(cluster, i, spare, spare + block, f64x2(1, 0));
  for (let k: usize = 0; k < block; k += component)
    increaseLane(cluster.force + i + lane + k, load<f64>(cluster.force + spare + k));
  return energy;
}
