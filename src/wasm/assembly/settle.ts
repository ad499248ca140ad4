// SETTLE: puts rigid three-site waters back onto their shape after a step, in closed form, two waters at a time.
//   x ← x + Δ,   p ← p + m Δ / h,   Δ along the rods of the old position, such that |OH| and |HH| are right at x
// In the frame whose Z is normal to the old plane of the atoms and whose X is normal to Z and to the new O, seen from
// the centre of mass, Δ has no Z component, and the angles φ, ψ, θ of the turned triangle follow one by one.
// Below, a is O, b is H1, c is H2; 0 is old, 1 is new and unsettled, 3 is settled.
// Reference: Miyamoto and Kollman, J. Comput. Chem. 13 (1992) 952, appendix A.

import { add, at, both, decrease, div, increase, minor, mul, neg, put, sqrt, sub, sum3 } from './lanes.ts';
import { RigidWaters } from './rigid-waters.ts';
import { addScaled, cross, difference, dot, normalise, scaledSum } from './vectors.ts';
import { block, component, site } from './water-blocks.ts';

const H1: usize = site;
const H2: usize = 2 * site;

/** Places in the work space: the axes, the old H seen from the old O, the new atoms seen from their centre of mass. */
const X: usize = 0;
const Y: usize = site;
const Z: usize = 2 * site;
const B0: usize = 3 * site;
const C0: usize = 4 * site;
const A1: usize = 5 * site;
const B1: usize = 6 * site;
const C1: usize = 7 * site;
/** Coordinates of the triangle turned by φ and ψ. */
const XB2: usize = 8 * site;
const YB2: usize = XB2 + component;
const YC2: usize = XB2 + 2 * component;

/** Work space of one block, and how many blocks go through a phase together: one alone would wait for its roots. */
const settleWork: usize = 9 * site;
const batch: usize = 8;

/** The new positions are those of an unconstrained step; returns the first block that cannot be settled, or −1. */
export function settle(waters: RigidWaters, h: f64): i32 {
  for (let k: usize = 0; k < waters.blocks; k += batch) {
    const bad = settleBatch(waters, k, min(k + batch, waters.blocks), 1 / h);
    if (bad >= 0) return bad;
  }
  return -1;
}

function settleBatch(waters: RigidWaters, begin: usize, end: usize, rate: f64): i32 {
  const work = waters.work - begin * settleWork;
  for (let k = begin; k < end; k++) placeFrame(waters, k * block, work + k * settleWork);
  for (let k = begin; k < end; k++) turnOutOfPlane(waters, work + k * settleWork);
  for (let k = begin; k < end; k++) if (!turnInPlane(work + k * settleWork)) return <i32>k;
  for (let k = begin; k < end; k++) displace(waters, k * block, work + k * settleWork, rate);
  return -1;
}

function placeFrame(waters: RigidWaters, i: usize, work: usize): void {
  const old = waters.old + i;
  const x = waters.x + i;
  difference(old + H1, old, work + B0);
  difference(old + H2, old, work + C0);
  difference(x + H1, x, work + B1);
  difference(x + H2, x, work + C1);
  scaledSum(both(-waters.shareH), work + B1, work + C1, work + A1);
  addScaled(both(1), work + A1, work + B1);
  addScaled(both(1), work + A1, work + C1);
  cross(work + B0, work + C0, work + Z);
  cross(work + A1, work + Z, work + X);
  normalise(work + Z);
  normalise(work + X);
  cross(work + Z, work + X, work + Y);
}

/** φ takes O out of the old plane, ψ turns the H against each other. */
function turnOutOfPlane(waters: RigidWaters, work: usize): void {
  const rc = both(waters.rc);
  const sinPhi = div(dot(work + Z, work + A1), both(waters.ra));
  const cosPhi = cosine(sinPhi);
  const apart = sub(dot(work + Z, work + B1), dot(work + Z, work + C1));
  const sinPsi = div(apart, mul(both(waters.HH), cosPhi));
  const middle = mul(both(-waters.rb), cosPhi);
  const half = mul(rc, mul(sinPsi, sinPhi));
  put(work + XB2, mul(neg(rc), cosine(sinPsi)));
  put(work + YB2, sub(middle, half));
  put(work + YC2, add(middle, half));
}

/** θ turns about Z, such that Δ is a sum of the rods. False where there is no such θ. */
function turnInPlane(work: usize): bool {
  const xb0 = dot(work + X, work + B0);
  const yb0 = dot(work + Y, work + B0);
  const xc0 = dot(work + X, work + C0);
  const yc0 = dot(work + Y, work + C0);
  const xb1 = dot(work + X, work + B1);
  const yb1 = dot(work + Y, work + B1);
  const xc1 = dot(work + X, work + C1);
  const yc1 = dot(work + Y, work + C1);
  const xb2 = at(work + XB2);
  const yb2 = at(work + YB2);
  const yc2 = at(work + YC2);
  const alpha = sum3(mul(xb2, sub(xb0, xc0)), mul(yb0, yb2), mul(yc0, yc2));
  const beta = sum3(mul(xb2, sub(yc0, yb0)), mul(xb0, yb2), mul(xc0, yc2));
  const gamma = add(minor(xb0, yb0, xb1, yb1), minor(xc0, yc0, xc1, yc1));
  const norm = add(mul(alpha, alpha), mul(beta, beta));
  const root = sqrt(sub(norm, mul(gamma, gamma)));
  const sin = div(sub(mul(alpha, gamma), mul(beta, root)), norm);
  const cos = cosine(sin);
  // Δ, the settled triangle less the unsettled one, takes the place of the latter.
  const xb = sub(minor(xb2, yb2, sin, cos), xb1);
  const yb = sub(add(mul(xb2, sin), mul(yb2, cos)), yb1);
  leaveFrame(work, xb, yb, work + B1);
  const xc = sub(neg(add(mul(xb2, cos), mul(yc2, sin))), xc1);
  const yc = sub(sub(mul(yc2, cos), mul(xb2, sin)), yc1);
  leaveFrame(work, xc, yc, work + C1);
  return i64x2.all_true(f64x2.eq(cos, cos));
}

/** out = X dx + Y dy. */
function leaveFrame(work: usize, dx: v128, dy: v128, out: usize): void {
  for (let k: usize = 0; k < site; k += component)
    put(out + k, add(mul(at(work + X + k), dx), mul(at(work + Y + k), dy)));
}

/** x ← x + Δ,  p ← p + m Δ / h; that of O follows from those of both H, so that no momentum is lost. */
function displace(waters: RigidWaters, i: usize, work: usize, rate: f64): void {
  const impulse = both(waters.massH * rate);
  const share = both(waters.massH / waters.massO);
  for (let k: usize = 0; k < site; k += component) {
    const first = at(work + B1 + k);
    const second = at(work + C1 + k);
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
  return sqrt(sub(both(1), mul(sine, sine)));
}
