// Forces between one water and two partners, one per lane: all nine pairs of sites, within the cut-off.
//   U = Σ_{a,b: r < cut-off} k_ab (1/r + k r² + k₄ r⁴ − c) + [OO: r < cut-off] (c12 / r¹² − c6 / r⁶ − shift)
// Reference: src/particles/terms/coulomb.ts, which has the same constants.

import { block, component, site } from '../blocks.ts';
import { add, div, increase, loadPair, loadSplat, mul, splat, sqrt, storePair, sub, sum3 } from '../lanes.ts';

/** Record, written by the host. */
export class WaterLaw {
  /** The cut-off, squared. */
  bound: f64;
  /** In this order the constants of a site with O and with H are adjacent. */
  kOO: f64;
  kOH: f64;
  kHH: f64;
  /** k, 2k, k₄, 4k₄, c. */
  k2: f64;
  twoK2: f64;
  k4: f64;
  fourK4: f64;
  c: f64;
  c6: f64;
  c12: f64;
  shift: f64;
  /** 1 and 6. */
  one: f64;
  six: f64;
}

/** The own water, in both lanes: its block, then the block of the forces on it. */
export const ownForce: usize = block;

const y: usize = component;
const z: usize = 2 * component;
const O: usize = 0;
const H1: usize = site;
const H2: usize = 2 * site;

/**
 * Adds the force on the own water, in lanes; force ← minus that on the partners; returns U, in lanes. Each site of the
 * partners is paired with O, H1 and H2 of the own water, numbered 0, 1, 2: three square roots are in flight at once, which
 * hides their latency.
 */
export function meetPartners(law: WaterLaw, own: usize, partners: usize, end: usize, force: usize): v128 {
  const record = changetype<usize>(law);
  const one = loadSplat(record + offsetof<WaterLaw>('one'));
  const bound = loadSplat(record + offsetof<WaterLaw>('bound'));
  const k2 = loadSplat(record + offsetof<WaterLaw>('k2'));
  const twoK2 = loadSplat(record + offsetof<WaterLaw>('twoK2'));
  const k4 = loadSplat(record + offsetof<WaterLaw>('k4'));
  const fourK4 = loadSplat(record + offsetof<WaterLaw>('fourK4'));
  const c = loadSplat(record + offsetof<WaterLaw>('c'));
  const F = own + ownForce;
  let energy = splat(0);
  for (let j = partners, b = O; j < end; j += site, force += site, b = b === H2 ? O : b + site) {
    const xj = loadPair(j);
    const yj = loadPair(j + y);
    const zj = loadPair(j + z);
    const x0 = sub(loadPair(own), xj);
    const y0 = sub(loadPair(own + y), yj);
    const z0 = sub(loadPair(own + z), zj);
    const q0 = norm2(x0, y0, z0);
    const s0 = div(one, q0);
    const w0 = sqrt(s0);
    const x1 = sub(loadPair(own + H1), xj);
    const y1 = sub(loadPair(own + H1 + y), yj);
    const z1 = sub(loadPair(own + H1 + z), zj);
    const q1 = norm2(x1, y1, z1);
    const s1 = div(one, q1);
    const w1 = sqrt(s1);
    const x2 = sub(loadPair(own + H2), xj);
    const y2 = sub(loadPair(own + H2 + y), yj);
    const z2 = sub(loadPair(own + H2 + z), zj);
    const q2 = norm2(x2, y2, z2);
    const s2 = div(one, q2);
    const w2 = sqrt(s2);
    const near0 = f64x2.lt(q0, bound);
    const near1 = f64x2.lt(q1, bound);
    const near2 = f64x2.lt(q2, bound);
    const u0 = v128.and(near0, potential(w0, q0, k2, k4, c));
    const uH = add(
      v128.and(near1, potential(w1, q1, k2, k4, c)),
      v128.and(near2, potential(w2, q2, k2, k4, c)),
    );
    const k = record + (b === O ? offsetof<WaterLaw>('kOO') : offsetof<WaterLaw>('kOH'));
    const kO = loadSplat(k);
    const kH = loadSplat(k + 8);
    energy = add(energy, add(mul(kO, u0), mul(kH, uH)));
    let f0 = mul(kO, v128.and(near0, sub(mul(w0, s0), add(twoK2, mul(fourK4, q0)))));
    const f1 = mul(kH, v128.and(near1, sub(mul(w1, s1), add(twoK2, mul(fourK4, q1)))));
    const f2 = mul(kH, v128.and(near2, sub(mul(w2, s2), add(twoK2, mul(fourK4, q2)))));
    if (b === O) {
      const s3 = v128.and(near0, mul(s0, mul(s0, s0)));
      const repulsion = mul(loadSplat(record + offsetof<WaterLaw>('c12')), mul(s3, s3));
      const difference = sub(repulsion, mul(loadSplat(record + offsetof<WaterLaw>('c6')), s3));
      energy = add(energy, sub(difference, v128.and(near0, loadSplat(record + offsetof<WaterLaw>('shift')))));
      f0 = add(f0, mul(mul(loadSplat(record + offsetof<WaterLaw>('six')), s0), add(repulsion, difference)));
    }
    storePair(force, sum3(push(F, f0, x0), push(F + H1, f1, x1), push(F + H2, f2, x2)));
    storePair(force + y, sum3(push(F + y, f0, y0), push(F + H1 + y, f1, y1), push(F + H2 + y, f2, y2)));
    storePair(force + z, sum3(push(F + z, f0, z0), push(F + H1 + z, f1, z1), push(F + H2 + z, f2, z2)));
  }
  return energy;
}

/** 1/r + k r² + k₄ r⁴ − c, with w = 1/r and q = r². */
function potential(w: v128, q: v128, k2: v128, k4: v128, c: v128): v128 {
  return add(w, sub(mul(add(k2, mul(k4, q)), q), c));
}

/** Adds f d to a force; returns f d. */
function push(force: usize, f: v128, d: v128): v128 {
  const product = mul(f, d);
  increase(force, product);
  return product;
}

function norm2(x: v128, y: v128, z: v128): v128 {
  return sum3(mul(x, x), mul(y, y), mul(z, z));
}
