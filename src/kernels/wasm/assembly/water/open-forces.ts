// Forces among all pairs of rigid three-site waters in open space:
//   U = Σ_{i<j} ( Σ_{a,b} k_ab / r_{ia,jb} + c12 / r¹² − c6 / r⁶ ),  the last two terms for the oxygens,
// k_ab = K q_a q_b. The inner loop takes one site of a water with one site of all later blocks, two waters at a time.
// The order of the sums is fixed, so the bits of the forces depend on the positions only.

import { block, component, lane, site } from '../blocks.ts';
import {
  add,
  decrease,
  div,
  increaseLane,
  loadPair,
  loadSplat,
  mul,
  splat,
  sqrt,
  storePair,
  sub,
  sum3,
  sumLanes,
} from '../lanes.ts';

/** Record, written by the host. x and force are addresses of blocks, and of one spare block each. */
export class WaterCluster {
  x: usize;
  force: usize;
  waters: u32;
  /** Work space for the parameters of oxygens, in lanes, and for a sum. */
  oxygens: usize;
  kOO: f64;
  kOH: f64;
  kHH: f64;
  c6: f64;
  c12: f64;
  /** 1 and 6, from memory: engines rebuild immediate constants in every iteration of a loop. */
  one: f64;
  six: f64;
  /** Set by waterClusterForces: U. */
  energy: f64;
}

/** Blocks that fit into the first-level cache together with their forces. */
const tile: usize = 48 * block;

/** Coordinate of the dummy water in a spare lane, far from all others. */
const away: f64 = 1e6;

const y: usize = component;
const z: usize = 2 * component;
const H1: usize = site;
const H2: usize = 2 * site;

/** Offsets among the parameters of oxygens. */
const K: usize = 0;
const C6: usize = component;
const C12: usize = 2 * component;
/** Offset of the energy sum of a water. */
const E: usize = 3 * component;

/** Size of `oxygens`. */
export const oxygenBytes: usize = 4 * component;

/** force ← −∇U, energy ← U. */
export function waterClusterForces(cluster: WaterCluster): void {
  const full = <usize>(cluster.waters >> 1) * block;
  const odd = (cluster.waters & 1) !== 0;
  const spare = odd ? full + block : full;
  clear(cluster.force, spare);
  let energy: f64 = 0;
  for (let i: usize = 0; i < full; i += block) energy += withinBlock(cluster, i, spare);
  for (let begin: usize = 0; begin < full; begin += tile)
    energy += withTile(cluster, begin, min(begin + tile, full));
  if (odd) for (let i: usize = 0; i < full; i += block) energy += withLast(cluster, i, full);
  cluster.energy = energy;
}

/** All waters with those of the later blocks of one tile. */
function withTile(cluster: WaterCluster, begin: usize, end: usize): f64 {
  const present = splat(1);
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
  const kOH = mul(splat(cluster.kOH), present);
  const kHH = mul(splat(cluster.kHH), present);
  storePair(cluster.oxygens + K, mul(splat(cluster.kOO), present));
  storePair(cluster.oxygens + C6, mul(splat(cluster.c6), present));
  storePair(cluster.oxygens + C12, mul(splat(cluster.c12), present));
  const energy = cluster.oxygens + E;
  store<f64>(energy, oxygenRow(cluster, i, j, end));
  hydrogenRows(cluster, i, j, end, kOH);
  for (let h = H1; h <= H2; h += site) {
    increaseLane(energy, coulombRow(cluster, i + h, j, end, kOH));
    hydrogenRows(cluster, i + h, j, end, kHH);
  }
  return load<f64>(energy);
}

/** One site with both hydrogens of many blocks: k/r. Two square roots are in flight at once, which hides their latency. */
function hydrogenRows(cluster: WaterCluster, i: usize, begin: usize, end: usize, k: v128): void {
  const shift = cluster.force - cluster.x;
  const xi = loadSplat(cluster.x + i);
  const yi = loadSplat(cluster.x + i + y);
  const zi = loadSplat(cluster.x + i + z);
  const one = loadSplat(changetype<usize>(cluster) + offsetof<WaterCluster>('one'));
  let fx1 = splat(0);
  let fy1 = splat(0);
  let fz1 = splat(0);
  let fx2 = splat(0);
  let fy2 = splat(0);
  let fz2 = splat(0);
  let energy1 = splat(0);
  let energy2 = splat(0);
  for (let j = cluster.x + begin, last = cluster.x + end; j < last; j += block) {
    const x1 = sub(xi, loadPair(j + H1));
    const y1 = sub(yi, loadPair(j + H1 + y));
    const z1 = sub(zi, loadPair(j + H1 + z));
    const s1 = div(one, sum3(mul(x1, x1), mul(y1, y1), mul(z1, z1)));
    const x2 = sub(xi, loadPair(j + H2));
    const y2 = sub(yi, loadPair(j + H2 + y));
    const z2 = sub(zi, loadPair(j + H2 + z));
    const s2 = div(one, sum3(mul(x2, x2), mul(y2, y2), mul(z2, z2)));
    const u1 = mul(k, sqrt(s1));
    const u2 = mul(k, sqrt(s2));
    const f1 = mul(u1, s1);
    const f2 = mul(u2, s2);
    energy1 = add(energy1, u1);
    energy2 = add(energy2, u2);
    const force = j + shift;
    fx1 = add(fx1, decrease(force + H1, mul(f1, x1)));
    fy1 = add(fy1, decrease(force + H1 + y, mul(f1, y1)));
    fz1 = add(fz1, decrease(force + H1 + z, mul(f1, z1)));
    fx2 = add(fx2, decrease(force + H2, mul(f2, x2)));
    fy2 = add(fy2, decrease(force + H2 + y, mul(f2, y2)));
    fz2 = add(fz2, decrease(force + H2 + z, mul(f2, z2)));
  }
  addAcross(cluster.force + i, fx1, fy1, fz1);
  addAcross(cluster.force + i, fx2, fy2, fz2);
  increaseLane(cluster.oxygens + E, sumLanes(energy1));
  increaseLane(cluster.oxygens + E, sumLanes(energy2));
}

function addAcross(force: usize, fx: v128, fy: v128, fz: v128): void {
  increaseLane(force, sumLanes(fx));
  increaseLane(force + y, sumLanes(fy));
  increaseLane(force + z, sumLanes(fz));
}

/** One site with the same site of many blocks: k/r. */
function coulombRow(cluster: WaterCluster, i: usize, begin: usize, end: usize, k: v128): f64 {
  const shift = cluster.force - cluster.x;
  const xi = loadSplat(cluster.x + i);
  const yi = loadSplat(cluster.x + i + y);
  const zi = loadSplat(cluster.x + i + z);
  const one = loadSplat(changetype<usize>(cluster) + offsetof<WaterCluster>('one'));
  let fx = splat(0);
  let fy = splat(0);
  let fz = splat(0);
  let energy = splat(0);
  for (let j = cluster.x + begin, last = cluster.x + end; j < last; j += block) {
    const dx = sub(xi, loadPair(j));
    const dy = sub(yi, loadPair(j + y));
    const dz = sub(zi, loadPair(j + z));
    const s = div(one, sum3(mul(dx, dx), mul(dy, dy), mul(dz, dz)));
    const u = mul(k, sqrt(s));
    const f = mul(u, s);
    energy = add(energy, u);
    fx = add(fx, decrease(j + shift, mul(f, dx)));
    fy = add(fy, decrease(j + shift + y, mul(f, dy)));
    fz = add(fz, decrease(j + shift + z, mul(f, dz)));
  }
  addAcross(cluster.force + i, fx, fy, fz);
  return sumLanes(energy);
}

/** The oxygen of one water with those of many blocks: k/r + c12/r¹² − c6/r⁶. */
function oxygenRow(cluster: WaterCluster, i: usize, begin: usize, end: usize): f64 {
  const shift = cluster.force - cluster.x;
  const xi = loadSplat(cluster.x + i);
  const yi = loadSplat(cluster.x + i + y);
  const zi = loadSplat(cluster.x + i + z);
  const k = loadPair(cluster.oxygens + K);
  const c6 = loadPair(cluster.oxygens + C6);
  const c12 = loadPair(cluster.oxygens + C12);
  const six = loadSplat(changetype<usize>(cluster) + offsetof<WaterCluster>('six'));
  const one = loadSplat(changetype<usize>(cluster) + offsetof<WaterCluster>('one'));
  let fx = splat(0);
  let fy = splat(0);
  let fz = splat(0);
  let energy = splat(0);
  for (let j = cluster.x + begin, last = cluster.x + end; j < last; j += block) {
    const dx = sub(xi, loadPair(j));
    const dy = sub(yi, loadPair(j + y));
    const dz = sub(zi, loadPair(j + z));
    const s = div(one, sum3(mul(dx, dx), mul(dy, dy), mul(dz, dz)));
    const s3 = mul(s, mul(s, s));
    const coulomb = mul(k, sqrt(s));
    const repulsion = mul(c12, mul(s3, s3));
    const difference = sub(repulsion, mul(c6, s3));
    energy = add(energy, add(coulomb, difference));
    const f = mul(s, add(coulomb, mul(six, add(repulsion, difference))));
    fx = add(fx, decrease(j + shift, mul(f, dx)));
    fy = add(fy, decrease(j + shift + y, mul(f, dy)));
    fz = add(fz, decrease(j + shift + z, mul(f, dz)));
  }
  addAcross(cluster.force + i, fx, fy, fz);
  return sumLanes(energy);
}

/** The two waters of a block with each other: the second one is copied to the spare block. */
function withinBlock(cluster: WaterCluster, i: usize, spare: usize): f64 {
  const second = cluster.x + i + lane;
  const copy = cluster.x + spare;
  for (let k: usize = 0; k < block; k += component) {
    const coordinate = load<f64>(second + k);
    storePair(copy + k, f64x2.replace_lane(splat(coordinate), 1, coordinate + away));
  }
  clear(cluster.force + spare, block);
  const energy = waterRows(cluster, i, spare, spare + block, f64x2(1, 0));
  for (let k: usize = 0; k < block; k += component)
    increaseLane(cluster.force + i + lane + k, load<f64>(cluster.force + spare + k));
  return energy;
}

/** A plain loop: for few bytes the call overhead of memory.fill is larger. */
function clear(blocks: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += component) storePair(blocks + k, splat(0));
}
