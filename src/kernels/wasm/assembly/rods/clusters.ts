// Newton's method for clusters of rods of one topology, two clusters at a time. In vectors d_k = r_a − r_b:
//   r_k = (|d_k|² − length²)/2,   J_kl = c_kl d_k·d₀_l,   J δ = −r,   d_k ← d_k + Σ_l c_kl d₀_l δ_l,   μ ← μ + δ,
// c_kk = w_a + w_b, c_kl = ± w of the particle that rods k and l share; at the end x ← x + M⁻¹G(x₀)ᵀμ, p ← p + G(x₀)ᵀμ/h.
// J is a band, full for a few rods. It is near to G M⁻¹ Gᵀ, so that elimination needs no pivoting. For momenta J is
// G M⁻¹ Gᵀ, and one solve is enough. A lane that has converged is masked while the other continues: the result of a cluster
// does not depend on the other one of its block.
// Conditions: independent rods, each turning by less than a right angle.
// Reference: Kräutler, van Gunsteren & Hünenberger, J. Comput. Chem. 22 (2001) 501.

import { component, site } from '../blocks.ts';
import { gatherBlock, scatterBlock } from '../cluster-blocks.ts';
import { add, decrease, div, loadPair, mul, neg, splat, storePair, sub } from '../lanes.ts';
import { addScaled, difference, dot } from '../vectors.ts';
import { inverseMasses, maxIterations, placesOf, RodBatch } from './batch.ts';

/** A rod by its ends, numbers of particles in a block. */
class Rod {
  a: usize;
  b: usize;
}

/** Rods k > l that share a particle: 1 if it is the same end of both, −1 if not. */
class Pair {
  k: usize;
  l: usize;
  particle: usize;
  sign: i32;
}

const rodBytes: usize = offsetof<Rod>();
const pairBytes: usize = offsetof<Pair>();

/** Returns the first block that cannot be solved, or −1. */
export function moveClusters(batch: RodBatch, h: f64): i32 {
  const rate = h === 0 ? 0 : 1 / h;
  for (let block: usize = 0; block < batch.blocks; block++) {
    const places = placesOf(batch, block);
    gatherBlock(batch.old, places, batch.particles, batch.work);
    fillVectors(batch, oldVectors(batch));
    gatherBlock(batch.x, places, batch.particles, batch.work);
    fillVectors(batch, vectors(batch));
    if (!solve(batch, block)) return <i32>block;
    addToPositions(batch, block);
    if (!scatterBlock(batch.work, places, batch.particles, batch.x)) return <i32>block;
    gatherBlock(batch.p, places, batch.particles, batch.work);
    addToMomenta(batch, oldVectors(batch), multipliers(batch), splat(rate));
    if (!scatterBlock(batch.work, places, batch.particles, batch.p)) return <i32>block;
  }
  return -1;
}

/** Returns the first block that cannot be solved, or −1. */
export function projectClusters(batch: RodBatch): i32 {
  for (let block: usize = 0; block < batch.blocks; block++) {
    const places = placesOf(batch, block);
    gatherBlock(batch.x, places, batch.particles, batch.work);
    fillVectors(batch, vectors(batch));
    gatherBlock(batch.p, places, batch.particles, batch.work);
    fillRates(batch, block);
    fillMatrix(batch, block, vectors(batch));
    if (!eliminate(batch)) return <i32>block;
    substitute(batch);
    addToMomenta(batch, vectors(batch), residuals(batch), splat(-1));
    if (!scatterBlock(batch.work, places, batch.particles, batch.p)) return <i32>block;
  }
  return -1;
}

// The work space: consecutive arrays.

function oldVectors(batch: RodBatch): usize {
  return batch.work + batch.particles * site;
}

function vectors(batch: RodBatch): usize {
  return oldVectors(batch) + batch.rods * site;
}

function residuals(batch: RodBatch): usize {
  return vectors(batch) + batch.rods * site;
}

function multipliers(batch: RodBatch): usize {
  return residuals(batch) + batch.rods * component;
}

/** J_kl at k · row + l · component. */
function matrix(batch: RodBatch): usize {
  return multipliers(batch) + batch.rods * component;
}

/** Bytes from J_kl to J_(k+1)l. */
function row(batch: RodBatch): usize {
  return 2 * batch.band * component;
}

/**
 * Work space for each particle, for each rod (two sets of vectors, r, μ, J_kk), and for each rod and unit of the half-width of J.
 */
export const clusterParticleBytes: usize = site;
export const clusterRodBytes: usize = 2 * site + 3 * component;
export const clusterBandBytes: usize = 2 * component;

/** d_k of the particles in the work space. */
function fillVectors(batch: RodBatch, d: usize): void {
  let rod = batch.rod;
  for (let end = d + batch.rods * site; d < end; d += site, rod += rodBytes) {
    const ends = changetype<Rod>(rod);
    difference(batch.work + ends.a * site, batch.work + ends.b * site, d);
  }
}

/** Solves for μ and updates the vectors; false when there is no solution. */
function solve(batch: RodBatch, block: usize): bool {
  memory.fill(multipliers(batch), 0, batch.rods * component);
  let before = splat(Infinity);
  for (let iterations = 0; iterations < maxIterations; iterations++) {
    const error = fillResiduals(batch, block);
    const off = v128.not(f64x2.le(error, splat(batch.tolerance)));
    if (!v128.any_true(off)) return true;
    if (v128.any_true(v128.andnot(off, f64x2.lt(error, before)))) return false;
    before = error;
    fillMatrix(batch, block, oldVectors(batch));
    if (!eliminate(batch)) return false;
    substitute(batch);
    correct(batch, block, off);
  }
  return false;
}

/** r_k; returns the largest |r_k|/length², NaN if any is. */
function fillResiduals(batch: RodBatch, block: usize): v128 {
  const half = splat(0.5);
  let d = vectors(batch);
  let r = residuals(batch);
  let target = batch.length2 + block * batch.rods * component;
  let largest = splat(0);
  for (let end = r + batch.rods * component; r < end; r += component) {
    const value = mul(half, sub(dot(d, d), loadPair(target)));
    storePair(r, value);
    largest = f64x2.max(largest, div(f64x2.abs(value), loadPair(target)));
    d += site;
    target += component;
  }
  return largest;
}

/** r_k = d_k·(v_a − v_b), with momenta in the work space. */
function fillRates(batch: RodBatch, block: usize): void {
  const w = inverseMasses(batch, block);
  const p = batch.work;
  let d = vectors(batch);
  let r = residuals(batch);
  let rod = batch.rod;
  for (let end = r + batch.rods * component; r < end; r += component) {
    const ends = changetype<Rod>(rod);
    const first = mul(loadPair(w + ends.a * component), dot(d, p + ends.a * site));
    storePair(r, sub(first, mul(loadPair(w + ends.b * component), dot(d, p + ends.b * site))));
    d += site;
    rod += rodBytes;
  }
}

/** J_kl = c_kl d_k·right_l. */
function fillMatrix(batch: RodBatch, block: usize, right: usize): void {
  const w = inverseMasses(batch, block);
  const d = vectors(batch);
  const J = matrix(batch);
  const down = row(batch);
  if (batch.band > 1) memory.fill(J, 0, batch.rods * (down + component));
  for (let k: usize = 0, rod = batch.rod; k < batch.rods; k++, rod += rodBytes) {
    const ends = changetype<Rod>(rod);
    const own = add(loadPair(w + ends.a * component), loadPair(w + ends.b * component));
    storePair(J + k * (down + component), mul(own, dot(d + k * site, right + k * site)));
  }
  let address = batch.pair;
  for (let end = address + batch.pairs * pairBytes; address < end; address += pairBytes) {
    const pair = changetype<Pair>(address);
    const c = mul(splat(pair.sign), loadPair(w + pair.particle * component));
    const k = pair.k;
    const l = pair.l;
    storePair(J + k * down + l * component, mul(c, dot(d + k * site, right + l * site)));
    storePair(J + l * down + k * component, mul(c, dot(d + l * site, right + k * site)));
  }
}

/** Gaussian elimination of (J | r): J becomes upper triangular with 1/pivots on its diagonal. False unless all are positive. */
function eliminate(batch: RodBatch): bool {
  const J = matrix(batch);
  const r = residuals(batch);
  const down = row(batch);
  const m = batch.rods;
  const one = splat(1);
  let positive = f64x2.eq(one, one);
  for (let k: usize = 0; k < m; k++) {
    const Jk = J + k * down;
    const pivot = loadPair(Jk + k * component);
    positive = v128.and(positive, f64x2.gt(pivot, splat(0)));
    const inverse = div(one, pivot);
    storePair(Jk + k * component, inverse);
    const reach = min(m, k + batch.band + 1);
    for (let i = k + 1; i < reach; i++) {
      const Ji = J + i * down;
      const s = mul(loadPair(Ji + k * component), inverse);
      for (let j = k + 1; j < reach; j++) decrease(Ji + j * component, mul(s, loadPair(Jk + j * component)));
      decrease(r + i * component, mul(s, loadPair(r + k * component)));
    }
  }
  return i64x2.all_true(positive);
}

/** r ← the solution of the upper triangular system. */
function substitute(batch: RodBatch): void {
  const J = matrix(batch);
  const r = residuals(batch);
  const down = row(batch);
  const m = batch.rods;
  for (let k = m - 1; <isize>k >= 0; k--) {
    const Jk = J + k * down;
    const reach = min(m, k + batch.band + 1);
    let value = loadPair(r + k * component);
    for (let j = k + 1; j < reach; j++)
      value = sub(value, mul(loadPair(Jk + j * component), loadPair(r + j * component)));
    storePair(r + k * component, mul(value, loadPair(Jk + k * component)));
  }
}

/** δ = −r: μ ← μ + δ, d_k ← d_k + Σ_l c_kl d₀_l δ_l, in the lanes that are `off`. */
function correct(batch: RodBatch, block: usize, off: v128): void {
  const w = inverseMasses(batch, block);
  const d0 = oldVectors(batch);
  const d = vectors(batch);
  const r = residuals(batch);
  const mu = multipliers(batch);
  for (let k: usize = 0, rod = batch.rod; k < batch.rods; k++, rod += rodBytes) {
    const ends = changetype<Rod>(rod);
    const delta = neg(v128.and(off, loadPair(r + k * component)));
    storePair(r + k * component, delta);
    storePair(mu + k * component, add(loadPair(mu + k * component), delta));
    const own = add(loadPair(w + ends.a * component), loadPair(w + ends.b * component));
    addScaled(mul(own, delta), d0 + k * site, d + k * site);
  }
  let address = batch.pair;
  for (let end = address + batch.pairs * pairBytes; address < end; address += pairBytes) {
    const pair = changetype<Pair>(address);
    const c = mul(splat(pair.sign), loadPair(w + pair.particle * component));
    const k = pair.k;
    const l = pair.l;
    addScaled(mul(c, loadPair(r + l * component)), d0 + l * site, d + k * site);
    addScaled(mul(c, loadPair(r + k * component)), d0 + k * site, d + l * site);
  }
}

/** x ← x + M⁻¹ G₀ᵀ μ of the particles in the work space. */
function addToPositions(batch: RodBatch, block: usize): void {
  const w = inverseMasses(batch, block);
  let d0 = oldVectors(batch);
  let mu = multipliers(batch);
  let rod = batch.rod;
  for (let end = mu + batch.rods * component; mu < end; mu += component) {
    const ends = changetype<Rod>(rod);
    addScaled(mul(loadPair(w + ends.a * component), loadPair(mu)), d0, batch.work + ends.a * site);
    addScaled(neg(mul(loadPair(w + ends.b * component), loadPair(mu))), d0, batch.work + ends.b * site);
    d0 += site;
    rod += rodBytes;
  }
}

/** p ← p + s Gᵀ μ of the particles in the work space. */
function addToMomenta(batch: RodBatch, d: usize, mu: usize, s: v128): void {
  let rod = batch.rod;
  for (let end = mu + batch.rods * component; mu < end; mu += component) {
    const ends = changetype<Rod>(rod);
    const impulse = mul(s, loadPair(mu));
    addScaled(impulse, d, batch.work + ends.a * site);
    addScaled(neg(impulse), d, batch.work + ends.b * site);
    d += site;
    rod += rodBytes;
  }
}
