// RATTLE for rigid waters, as velocity Verlet:
//   p ← p + h/2 F(x),  x ← x + h p/m,  settle (x, p),  p ← p + h/2 F(x),  project p
// The force at x stays in memory for the next step; it must be valid before the first one.

import { block, component, site } from '../blocks.ts';
import { add, increase, loadPair, mul, splat, storePair } from '../lanes.ts';
import { RigidWaters } from './rigid-waters.ts';

/** p ← p + h F. */
export function kickWaters(waters: RigidWaters, h: f64): void {
  const end = waters.blocks * block;
  for (let k: usize = 0; k < end; k += component)
    increase(waters.p + k, mul(splat(h), loadPair(waters.force + k)));
}

/** old ← x,  x ← x + h p/m. */
export function driftWaters(waters: RigidWaters, h: f64): void {
  const end = waters.blocks * block;
  const forO = splat(h / waters.massO);
  const forH = splat(h / waters.massH);
  for (let k: usize = 0; k < end; k += block) {
    driftSites(waters, k, k + site, forO);
    driftSites(waters, k + site, k + block, forH);
  }
}

function driftSites(waters: RigidWaters, begin: usize, end: usize, factor: v128): void {
  for (let k = begin; k < end; k += component) {
    const x = loadPair(waters.x + k);
    storePair(waters.old + k, x);
    storePair(waters.x + k, add(x, mul(factor, loadPair(waters.p + k))));
  }
}
