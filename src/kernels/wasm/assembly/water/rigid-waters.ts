// Record of rigid three-site waters, written by the host.

import { block, site } from '../blocks.ts';
import { splat, sub } from '../lanes.ts';
import { difference, dot } from '../vectors.ts';

export class RigidWaters {
  /** Addresses of blocks of waters. */
  x: usize;
  old: usize;
  p: usize;
  force: usize;
  /** Work space of settle(). */
  work: usize;
  /** Numbers of blocks, the last perhaps half empty, and of waters. */
  blocks: usize;
  count: usize;
  /** A state as copied by the host; the state in the blocks; whether the forces in memory belong to it. */
  uploaded: usize;
  resident: usize;
  isResident: u32;
  massO: f64;
  massH: f64;
  /** Lengths of the rods OH and HH. */
  OH: f64;
  HH: f64;
  /** Derived from them by shapeWaters(). */
  shareH: f64;
  perU: f64;
  rb: f64;
  rc: f64;
}

/**
 * Mass fraction of one H; sin φ of SETTLE per unit of u along Z; distance from the centre of mass to the middle of HH, and from
 * there to an H.
 */
export function shapeWaters(waters: RigidWaters): void {
  const height = Math.sqrt(waters.OH * waters.OH - 0.25 * waters.HH * waters.HH);
  waters.shareH = waters.massH / (waters.massO + 2 * waters.massH);
  waters.perU = -0.5 / height;
  waters.rb = height * (1 - 2 * waters.shareH);
  waters.rc = 0.5 * waters.HH;
}

/** Whether |r² − length²| is at most the tolerance times length² for all rods. */
export function areOnShape(waters: RigidWaters, tolerance: f64): bool {
  const OH = waters.OH * waters.OH;
  const HH = waters.HH * waters.HH;
  for (let k: usize = 0; k < waters.blocks; k++) {
    const O = waters.x + k * block;
    const first = hasLength(O + site, O, OH, tolerance, waters.work);
    const second = hasLength(O + 2 * site, O, OH, tolerance, waters.work);
    if (!first || !second || !hasLength(O + 2 * site, O + site, HH, tolerance, waters.work)) return false;
  }
  return true;
}

function hasLength(a: usize, b: usize, length2: f64, tolerance: f64, work: usize): bool {
  difference(a, b, work);
  const error = f64x2.abs(sub(dot(work, work), splat(length2)));
  return i64x2.all_true(f64x2.le(error, splat(tolerance * length2)));
}
