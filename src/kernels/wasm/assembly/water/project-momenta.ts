// Projects the momenta of rigid waters so that the rods r₁ = H1 − O, r₂ = H2 − O, r₃ = H2 − H1 do not change their lengths:
//   p ← p + Gᵀ ν,   (G M⁻¹ Gᵀ) ν = −s,   s_k = r_k · (velocity of r_k)
// For the rigid shape the matrix is constant, (a b c; b a c; c c e), with the explicit inverse:
//   ν₁ − ν₂ = −(s₁ − s₂)/(a − b),   ν₁ + ν₂ = −(e (s₁ + s₂) − 2c s₃)/D,   ν₃ = −((a + b) s₃ − c (s₁ + s₂))/D,
//   D = (a + b) e − 2c².
// Reference: Miyamoto and Kollman, J. Comput. Chem. 13 (1992) 952, appendix B, rewritten.

import { block, site } from '../blocks.ts';
import { add, mul, splat, sub } from '../lanes.ts';
import { addScaled, difference, dot } from '../vectors.ts';
import { RigidWaters } from './rigid-waters.ts';

const H1: usize = site;
const H2: usize = 2 * site;

/** Offsets in the work space: the rods. */
const R1: usize = 0;
const R2: usize = site;
const R3: usize = 2 * site;

export function projectMomenta(waters: RigidWaters): void {
  const OO = waters.OH * waters.OH;
  const HH = waters.HH * waters.HH;
  const a = OO * (1 / waters.massO + 1 / waters.massH);
  const b = (OO - 0.5 * HH) / waters.massO;
  const c = (0.5 * HH) / waters.massH;
  const e = (2 * HH) / waters.massH;
  const D = (a + b) * e - 2 * c * c;
  const perO = splat(1 / waters.massO);
  const perH = splat(1 / waters.massH);
  const ofOdd = splat(-0.5 / (a - b));
  const ofSum = splat((0.5 * e) / D);
  const ofThird = splat((a + b) / D);
  const mixed = splat(c / D);
  const work = waters.work;
  for (let k: usize = 0; k < waters.blocks; k++) {
    const x = waters.x + k * block;
    const p = waters.p + k * block;
    difference(x + H1, x, work + R1);
    difference(x + H2, x, work + R2);
    difference(x + H2, x + H1, work + R3);
    const s1 = stretching(perH, p + H1, perO, p, work + R1);
    const s2 = stretching(perH, p + H2, perO, p, work + R2);
    const s3 = mul(perH, sub(dot(work + R3, p + H2), dot(work + R3, p + H1)));
    const sum = add(s1, s2);
    const odd = mul(ofOdd, sub(s1, s2));
    const even = sub(mul(mixed, s3), mul(ofSum, sum));
    const nu3 = sub(mul(mixed, sum), mul(ofThird, s3));
    pull(work + R1, add(even, odd), p, p + H1);
    pull(work + R2, sub(even, odd), p, p + H2);
    pull(work + R3, nu3, p + H1, p + H2);
  }
}

/** r · (velocity of r), for the rod from O to an H. */
function stretching(perH: v128, pH: usize, perO: v128, pO: usize, r: usize): v128 {
  return sub(mul(perH, dot(r, pH)), mul(perO, dot(r, pO)));
}

/** Adds an impulse ν r at the end of a rod, and its opposite at the beginning. */
function pull(r: usize, nu: v128, begin: usize, end: usize): void {
  addScaled(nu, r, end);
  addScaled(f64x2.neg(nu), r, begin);
}
