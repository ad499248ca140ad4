// RATTLE for rigid waters, as velocity Verlet:
//   p ← p + h/2 F(x),  x ← x + h p/m,  settle (x, p),  p ← p + h/2 F(x),  project p
// The force at x stays in memory for the next step; it must be right when the first one begins.

import { at, both, increase, mul } from './lanes.ts';
import { RigidWaters } from './rigid-waters.ts';
import { block, component, site } from './water-blocks.ts';

/** p ← p + h F. */
export function kickWaters(waters: RigidWaters, h: f64): void {
  const end = waters.blocks * block;
  for (let k: usize = 0; k < end; k += component) increase(waters.p + k, mul(both(h), at(waters.force + k)));
}

/** old ← x,  x ← x + h p/m. */
export function driftWaters(waters: RigidWaters, h: f64): void {
  const end = waters.blocks * block;
  memory.copy(waters.old, waters.x, end);
  for (let k: usize = 0; k < end; k += block) {
    driftSites(waters, k, k + site, h / waters.massO);
    driftSites(waters, k + site, k + block, h / waters.massH);
  }
}

function driftSites(waters: RigidWaters, begin: usize, end: usize, factor: f64): void {
  for (let k = begin; k < end; k += component) increase(waters.x + k, mul(both(factor), at(waters.p + k)));
}
