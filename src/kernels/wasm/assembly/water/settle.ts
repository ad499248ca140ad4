// SETTLE: restores the shape of rigid three-site waters after an unconstrained step, in closed form, two waters at a time.
//   x ← x + Δ,   p ← p + m Δ / h,   Δ along the rods of the old position, such that |OH| and |HH| are satisfied at x
// In the frame whose Z is normal to the old plane of the atoms and whose X is normal to Z and to the new O, seen from
// the centre of mass, Δ has no Z component, and the angles φ, ψ, θ of the rotated triangle follow one by one.
// Both H are described by u, the sum of the vectors to them from O, and d, the vector from the second to the first; index 0
// is old, 1 is new and unconstrained. X is normal to u₁ too, and |Z × u₁| is the component of u₁ along Y.
// Reference: Miyamoto and Kollman, J. Comput. Chem. 13 (1992) 952, appendix A.

import { block, component, site } from '../blocks.ts';
import { add, decrease, div, increase, loadPair, mul, neg, splat, sqrt, storePair, sub } from '../lanes.ts';
import { cross, difference, dot, normalise } from '../vectors.ts';
import { RigidWaters } from './rigid-waters.ts';

const H1: usize = site;
const H2: usize = 2 * site;

/** Offsets in the work space: axes, u and d; their components along the axes; half of u and d after φ and ψ; half of Δ. */
const X: usize = 0;
const Y: usize = site;
const Z: usize = 2 * site;
const U0: usize = 3 * site;
const D0: usize = 4 * site;
const U1: usize = 5 * site;
const D1: usize = 6 * site;
const xu0: usize = 7 * site;
const yu0: usize = xu0 + component;
const xd0: usize = xu0 + 2 * component;
const yd0: usize = xu0 + 3 * component;
const yu1: usize = xu0 + 4 * component;
const zu1: usize = xu0 + 5 * component;
const xd1: usize = xu0 + 6 * component;
const yd1: usize = xu0 + 7 * component;
const zd1: usize = xu0 + 8 * component;
const middle: usize = U1;
const side: usize = U1 + component;
const tilt: usize = U1 + 2 * component;
const dux: usize = U0;
const duy: usize = dux + component;
const ddx: usize = dux + 2 * component;
const ddy: usize = dux + 3 * component;

/**
 * Work space of one block, and number of blocks in a phase: several blocks hide the latency of square roots. Phases
 * are short, so that out-of-order execution can overlap several blocks.
 */
const settleWork: usize = 10 * site;
const batch: usize = 8;

/** Size of `work` of the waters. */
export const settleWorkBytes: usize = batch * settleWork;

/** The new positions are those of an unconstrained step; returns the first block without a solution, or −1. */
export function settle(waters: RigidWaters, h: f64): i32 {
  for (let k: usize = 0; k < waters.blocks; k += batch) {
    const bad = settleBatch(waters, k, min(k + batch, waters.blocks), 1 / h);
    if (bad >= 0) return bad;
  }
  return -1;
}

function settleBatch(waters: RigidWaters, begin: usize, end: usize, rate: f64): i32 {
  const work = waters.work - begin * settleWork;
  for (let k = begin; k < end; k++) placePlane(waters.old + k * block, work + k * settleWork);
  for (let k = begin; k < end; k++) placeFrame(waters.x + k * block, work + k * settleWork);
  for (let k = begin; k < end; k++) projectOnAxes(work + k * settleWork);
  for (let k = begin; k < end; k++) turnOutOfPlane(waters, work + k * settleWork);
  for (let k = begin; k < end; k++) if (!turnInPlane(waters, work + k * settleWork)) return <i32>k;
  for (let k = begin; k < end; k++) displace(waters, k * block, work + k * settleWork, rate);
  return -1;
}

function placePlane(old: usize, work: usize): void {
  sumFrom(old, work + U0);
  difference(old + H1, old + H2, work + D0);
  cross(work + D0, work + U0, work + Z);
  normalise(work + Z);
}

function placeFrame(x: usize, work: usize): void {
  sumFrom(x, work + U1);
  difference(x + H1, x + H2, work + D1);
  cross(work + Z, work + U1, work + X);
  storePair(work + yu1, neg(normalise(work + X)));
  cross(work + Z, work + X, work + Y);
}

/** out = (H1 − O) + (H2 − O). */
function sumFrom(O: usize, out: usize): void {
  for (let k: usize = 0; k < site; k += component) {
    const from = loadPair(O + k);
    storePair(out + k, add(sub(loadPair(O + H1 + k), from), sub(loadPair(O + H2 + k), from)));
  }
}

function projectOnAxes(work: usize): void {
  storePair(work + xu0, dot(work + X, work + U0));
  storePair(work + yu0, dot(work + Y, work + U0));
  storePair(work + xd0, dot(work + X, work + D0));
  storePair(work + yd0, dot(work + Y, work + D0));
  storePair(work + zu1, dot(work + Z, work + U1));
  storePair(work + xd1, dot(work + X, work + D1));
  storePair(work + yd1, dot(work + Y, work + D1));
  storePair(work + zd1, dot(work + Z, work + D1));
}

/** Rotations φ, which moves O out of the old plane, and ψ, about Y: then half of u is (0, middle), of d (side, −tilt). */
function turnOutOfPlane(waters: RigidWaters, work: usize): void {
  const sinPhi = mul(splat(waters.perU), loadPair(work + zu1));
  const cosPhi = cosine(sinPhi);
  const sinPsi = div(loadPair(work + zd1), mul(splat(waters.HH), cosPhi));
  storePair(work + middle, mul(splat(-waters.rb), cosPhi));
  storePair(work + side, mul(splat(-waters.rc), cosine(sinPsi)));
  storePair(work + tilt, mul(splat(waters.rc), mul(sinPsi, sinPhi)));
}

/** Rotation θ about Z, such that Δ is a combination of the rods. False where there is no such θ. */
function turnInPlane(waters: RigidWaters, work: usize): bool {
  const m = loadPair(work + middle);
  const s = loadPair(work + side);
  const t = loadPair(work + tilt);
  const half = splat(0.5);
  const yu = mul(splat(0.5 - waters.shareH), loadPair(work + yu1));
  const xd = mul(half, loadPair(work + xd1));
  const yd = mul(half, loadPair(work + yd1));
  const alpha = sub(
    add(mul(s, loadPair(work + xd0)), mul(m, loadPair(work + yu0))),
    mul(t, loadPair(work + yd0)),
  );
  const beta = sub(
    sub(mul(m, loadPair(work + xu0)), mul(s, loadPair(work + yd0))),
    mul(t, loadPair(work + xd0)),
  );
  const gamma = sub(
    add(mul(loadPair(work + xu0), yu), mul(loadPair(work + xd0), yd)),
    mul(loadPair(work + yd0), xd),
  );
  const norm = add(mul(alpha, alpha), mul(beta, beta));
  const root = sqrt(sub(norm, mul(gamma, gamma)));
  const sin = div(sub(mul(alpha, gamma), mul(beta, root)), norm);
  const cos = cosine(sin);
  storePair(work + dux, neg(mul(m, sin)));
  storePair(work + duy, sub(mul(m, cos), yu));
  storePair(work + ddx, sub(add(mul(s, cos), mul(t, sin)), xd));
  storePair(work + ddy, sub(sub(mul(s, sin), mul(t, cos)), yd));
  return i64x2.all_true(f64x2.eq(cos, cos));
}

/** x ← x + Δ,  p ← p + m Δ / h; Δ of O follows from those of both H, so that momentum is conserved. */
function displace(waters: RigidWaters, i: usize, work: usize, rate: f64): void {
  const impulse = splat(waters.massH * rate);
  const share = splat(waters.massH / waters.massO);
  const ux = loadPair(work + dux);
  const uy = loadPair(work + duy);
  const dx = loadPair(work + ddx);
  const dy = loadPair(work + ddy);
  for (let k: usize = 0; k < site; k += component) {
    const u = add(mul(loadPair(work + X + k), ux), mul(loadPair(work + Y + k), uy));
    const d = add(mul(loadPair(work + X + k), dx), mul(loadPair(work + Y + k), dy));
    const first = add(u, d);
    const second = sub(u, d);
    const sum = add(first, second);
    increase(waters.x + i + H1 + k, first);
    increase(waters.x + i + H2 + k, second);
    decrease(waters.x + i + k, mul(share, sum));
    increase(waters.p + i + H1 + k, mul(impulse, first));
    increase(waters.p + i + H2 + k, mul(impulse, second));
    decrease(waters.p + i + k, mul(impulse, sum));
  }
}

function cosine(sine: v128): v128 {
  return sqrt(sub(splat(1), mul(sine, sine)));
}
