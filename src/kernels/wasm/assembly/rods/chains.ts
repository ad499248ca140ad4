// Newton's method for open chains of rods, two at a time: rod k joins particles k and k + 1, d_k = r_(k+1) − r_k.
//   r_k = (|d_k|² − length²)/2,   J x = r,   μ ← μ − x,   u_k = w_k (x_k d₀_k − x_(k−1) d₀_(k−1)),   d_k ← d_k + u_(k+1) − u_k,
//   J_kk = (w_k + w_(k+1)) d_k·d₀_k,   J_k(k+1) = −w_(k+1) d_k·d₀_(k+1),   J_(k+1)k = −w_(k+1) d_(k+1)·d₀_k.
// J is tridiagonal and eliminated from the last rod to the first, then solved from the first to the last; vectors and new
// residuals follow in the same pass, which hides the latency of divisions. Conditions: those of clusters.ts.
// A rod of zeros follows the last one, so that loops need no special case at the end.
// Reference: Barth, Kuczera, Leimkuhler & Skeel, J. Comput. Chem. 16 (1995) 1192.

import { component, site } from '../blocks.ts';
import { gatherBlock, scatterBlock } from '../cluster-blocks.ts';
import { add, div, increase, loadPair, mul, splat, storePair, sub } from '../lanes.ts';
import { difference, dot } from '../vectors.ts';
import { inverseMasses, maxIterations, placesOf, RodBatch } from './batch.ts';

const y: usize = component;
const z: usize = 2 * component;

/** Returns the first block that cannot be solved, or −1. */
export function moveChains(chains: RodBatch, h: f64): i32 {
  const rate = h === 0 ? 0 : 1 / h;
  const count = chains.particles;
  for (let block: usize = 0; block < chains.blocks; block++) {
    const places = placesOf(chains, block);
    gatherBlock(chains.old, places, count, chains.work);
    fillVectors(chains, oldVectors(chains));
    gatherBlock(chains.x, places, count, chains.work);
    fillVectors(chains, vectors(chains));
    if (!solve(chains, block)) return <i32>block;
    gatherBlock(chains.p, places, count, momenta(chains));
    pull(chains, block, rate);
    if (!scatterBlock(chains.work, places, count, chains.x)) return <i32>block;
    if (!scatterBlock(momenta(chains), places, count, chains.p)) return <i32>block;
  }
  return -1;
}

/** Returns the first block that cannot be solved, or −1. */
export function projectChains(chains: RodBatch): i32 {
  const count = chains.particles;
  for (let block: usize = 0; block < chains.blocks; block++) {
    const places = placesOf(chains, block);
    gatherBlock(chains.x, places, count, chains.work);
    fillVectors(chains, vectors(chains));
    gatherBlock(chains.p, places, count, momenta(chains));
    fillRates(chains, block);
    if (!eliminate(chains, block, vectors(chains))) return <i32>block;
    project(chains);
    if (!scatterBlock(momenta(chains), places, count, chains.p)) return <i32>block;
  }
  return -1;
}

// The work space: consecutive arrays with as many entries as there are particles, one more than rods.

function momenta(chains: RodBatch): usize {
  return chains.work + chains.particles * site;
}

function oldVectors(chains: RodBatch): usize {
  return chains.work + 2 * chains.particles * site;
}

function vectors(chains: RodBatch): usize {
  return chains.work + 3 * chains.particles * site;
}

function residuals(chains: RodBatch): usize {
  return chains.work + 4 * chains.particles * site;
}

function multipliers(chains: RodBatch): usize {
  return residuals(chains) + chains.particles * component;
}

/** 1/pivots. */
function pivots(chains: RodBatch): usize {
  return residuals(chains) + 2 * chains.particles * component;
}

/** −J_k(k−1) */
function lowers(chains: RodBatch): usize {
  return residuals(chains) + 3 * chains.particles * component;
}

/** Work space for each particle of a chain: particles, momenta, and two sets of vectors; four numbers. */
export const chainParticleBytes: usize = 4 * site + 4 * component;

/** d_k of the particles in the work space. */
function fillVectors(chains: RodBatch, d: usize): void {
  let x = chains.work;
  for (let end = d + chains.rods * site; d < end; d += site, x += site) difference(x + site, x, d);
}

/** Solves for μ and updates the vectors; false when there is no solution. */
function solve(chains: RodBatch, block: usize): bool {
  const tolerance = splat(chains.tolerance);
  let before = splat(Infinity);
  let error = fillResiduals(chains, block);
  for (let iterations = 0; iterations < maxIterations; iterations++) {
    const off = v128.not(f64x2.le(error, tolerance));
    if (!v128.any_true(off)) return true;
    if (v128.any_true(v128.andnot(off, f64x2.lt(error, before)))) return false;
    before = error;
    if (!eliminate(chains, block, oldVectors(chains))) return false;
    error = correct(chains, block, off);
  }
  return false;
}

/** r_k, and μ = 0; returns the largest |r_k|/length². */
function fillResiduals(chains: RodBatch, block: usize): v128 {
  const target = chains.length2 + block * chains.rods * component;
  const d = vectors(chains);
  const r = residuals(chains);
  const mu = multipliers(chains);
  let largest = splat(0);
  for (let k: usize = 0; k < chains.rods; k++) {
    const length2 = loadPair(target + k * component);
    const value = residual(d + k * site, length2);
    storePair(r + k * component, value);
    storePair(mu + k * component, splat(0));
    largest = worse(largest, value, length2);
  }
  return largest;
}

function residual(d: usize, length2: v128): v128 {
  return mul(splat(0.5), sub(dot(d, d), length2));
}

/** The larger one; NaN if either is. */
function worse(largest: v128, r: v128, length2: v128): v128 {
  return f64x2.max(largest, div(f64x2.abs(r), length2));
}

/** r_k = d_k·(v_(k+1) − v_k) */
function fillRates(chains: RodBatch, block: usize): void {
  const w = inverseMasses(chains, block);
  const p = momenta(chains);
  const d = vectors(chains);
  const r = residuals(chains);
  for (let k: usize = 0; k < chains.rods; k++) {
    const first = mul(loadPair(w + k * component), dot(d + k * site, p + k * site));
    const second = mul(loadPair(w + (k + 1) * component), dot(d + k * site, p + (k + 1) * site));
    storePair(r + k * component, sub(second, first));
  }
}

/** Eliminates J_k(k+1) from (J | r), with `right` instead of d₀; false unless all pivots are positive. */
function eliminate(chains: RodBatch, block: usize, right: usize): bool {
  const w = inverseMasses(chains, block);
  const d = vectors(chains);
  const r = residuals(chains);
  const inverses = pivots(chains);
  const lower = lowers(chains);
  const one = splat(1);
  let positive = f64x2.eq(one, one);
  let inverse = splat(0);
  let value = splat(0);
  for (let k = chains.rods - 1; <isize>k >= 0; k--) {
    const dk = d + k * site;
    const ek = right + k * site;
    const own = loadPair(w + k * component);
    const next = loadPair(w + (k + 1) * component);
    const below = mul(next, dot(dk + site, ek));
    const s = mul(mul(next, dot(dk, ek + site)), inverse);
    const pivot = sub(mul(add(own, next), dot(dk, ek)), mul(s, below));
    positive = v128.and(positive, f64x2.gt(pivot, splat(0)));
    inverse = div(one, pivot);
    value = add(loadPair(r + k * component), mul(s, value));
    storePair(r + k * component, value);
    storePair(inverses + k * component, inverse);
    storePair(lower + (k + 1) * component, below);
  }
  return i64x2.all_true(positive);
}

/** x in the lanes that are `off`, with the update of μ, d and r; returns the largest remaining |r_k|/length². */
function correct(chains: RodBatch, block: usize, off: v128): v128 {
  const target = chains.length2 + block * chains.rods * component;
  const w = inverseMasses(chains, block);
  const d0 = oldVectors(chains);
  const d = vectors(chains);
  const r = residuals(chains);
  const mu = multipliers(chains);
  const inverses = pivots(chains);
  const lower = lowers(chains);
  let x = v128.and(off, mul(loadPair(r), loadPair(inverses)));
  let fx = mul(x, loadPair(d0));
  let fy = mul(x, loadPair(d0 + y));
  let fz = mul(x, loadPair(d0 + z));
  let ux = mul(loadPair(w), fx);
  let uy = mul(loadPair(w), fy);
  let uz = mul(loadPair(w), fz);
  let largest = splat(0);
  for (let k: usize = 0; k < chains.rods; k++) {
    storePair(mu + k * component, sub(loadPair(mu + k * component), x));
    // The next rod, and the particle between it and this one.
    const n = (k + 1) * component;
    const e = d0 + (k + 1) * site;
    x = v128.and(off, mul(add(loadPair(r + n), mul(loadPair(lower + n), x)), loadPair(inverses + n)));
    const next = loadPair(w + n);
    const gx = mul(x, loadPair(e));
    const gy = mul(x, loadPair(e + y));
    const gz = mul(x, loadPair(e + z));
    const vx = mul(next, sub(gx, fx));
    const vy = mul(next, sub(gy, fy));
    const vz = mul(next, sub(gz, fz));
    const dk = d + k * site;
    increase(dk, sub(vx, ux));
    increase(dk + y, sub(vy, uy));
    increase(dk + z, sub(vz, uz));
    const length2 = loadPair(target + k * component);
    const value = residual(dk, length2);
    storePair(r + k * component, value);
    largest = worse(largest, value, length2);
    fx = gx;
    fy = gy;
    fz = gz;
    ux = vx;
    uy = vy;
    uz = vz;
  }
  return largest;
}

/** x ← x + M⁻¹G₀ᵀμ and p ← p + rate G₀ᵀμ of the particles in the work space. */
function pull(chains: RodBatch, block: usize, rate: f64): void {
  const w = inverseMasses(chains, block);
  const d0 = oldVectors(chains);
  const mu = multipliers(chains);
  const x = chains.work;
  const p = momenta(chains);
  const perStep = splat(rate);
  let fx = splat(0);
  let fy = splat(0);
  let fz = splat(0);
  for (let k: usize = 0; k < chains.particles; k++) {
    const i = k * site;
    const m = loadPair(mu + k * component);
    const gx = mul(m, loadPair(d0 + i));
    const gy = mul(m, loadPair(d0 + i + y));
    const gz = mul(m, loadPair(d0 + i + z));
    const own = loadPair(w + k * component);
    increase(x + i, mul(own, sub(fx, gx)));
    increase(x + i + y, mul(own, sub(fy, gy)));
    increase(x + i + z, mul(own, sub(fz, gz)));
    increase(p + i, mul(perStep, sub(fx, gx)));
    increase(p + i + y, mul(perStep, sub(fy, gy)));
    increase(p + i + z, mul(perStep, sub(fz, gz)));
    fx = gx;
    fy = gy;
    fz = gz;
  }
}

/** p ← p − Gᵀx of the particles in the work space. */
function project(chains: RodBatch): void {
  const d = vectors(chains);
  const r = residuals(chains);
  const p = momenta(chains);
  const inverses = pivots(chains);
  const lower = lowers(chains);
  let x = splat(0);
  let fx = splat(0);
  let fy = splat(0);
  let fz = splat(0);
  for (let k: usize = 0; k < chains.particles; k++) {
    const n = k * component;
    const i = k * site;
    x = mul(add(loadPair(r + n), mul(loadPair(lower + n), x)), loadPair(inverses + n));
    const gx = mul(x, loadPair(d + i));
    const gy = mul(x, loadPair(d + i + y));
    const gz = mul(x, loadPair(d + i + z));
    increase(p + i, sub(gx, fx));
    increase(p + i + y, sub(gy, fy));
    increase(p + i + z, sub(gz, fz));
    fx = gx;
    fy = gy;
    fz = gz;
  }
}
