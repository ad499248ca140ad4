// Velocity Verlet for free atoms with pair forces in a periodic box:
//   p ← p + h/2 F(x),  x ← x + h p/m,  p ← p + h/2 F(x)

import { add, increase, loadPair, loadSplat, mul, splat, storePair } from '../lanes.ts';
import { point } from '../pairs/periodic-points.ts';
import { updateShortList } from '../pairs/short-list.ts';
import { PairForces, pairPushes } from './pair-forces.ts';

/** Record, written by the host. */
export class FreeAtoms {
  term: PairForces;
  p: usize;
  /** 1/m of each atom. */
  inverseMass: usize;
  reserved: usize;
}

/** 0, or the number of partners that the list needs capacity for; then the steps must be restarted. */
export function atomSteps(atoms: FreeAtoms, h: f64, steps: i32): usize {
  const term = atoms.term;
  for (let n = 0; n < steps; n++) {
    kickAndDrift(atoms, h);
    const room = updateShortList(term.rows.short);
    if (room > 0) return room;
    pairPushes(term);
    kickAtoms(atoms, 0.5 * h);
  }
  return 0;
}

function kickAtoms(atoms: FreeAtoms, h: f64): void {
  const rows = atoms.term.rows;
  const end = rows.short.list.placed.count * point;
  const xy = splat(h);
  // The fourth number of a force is unused.
  const z = f64x2(h, 0);
  for (let k: usize = 0; k < end; k += point) {
    increase(atoms.p + k, mul(xy, loadPair(rows.force + k)));
    increase(atoms.p + k + 16, mul(z, loadPair(rows.force + k + 16)));
  }
}

/** p ← p + h/2 F,  x ← x + h p/m. */
function kickAndDrift(atoms: FreeAtoms, h: f64): void {
  const rows = atoms.term.rows;
  const placed = rows.short.list.placed;
  const end = placed.count * point;
  const xy = splat(0.5 * h);
  const z = f64x2(0.5 * h, 0);
  const step = splat(h);
  let inverseMass = atoms.inverseMass;
  for (let k: usize = 0; k < end; k += point, inverseMass += 8) {
    const factor = mul(step, loadSplat(inverseMass));
    const pxy = add(loadPair(atoms.p + k), mul(xy, loadPair(rows.force + k)));
    const pz = add(loadPair(atoms.p + k + 16), mul(z, loadPair(rows.force + k + 16)));
    storePair(atoms.p + k, pxy);
    storePair(atoms.p + k + 16, pz);
    increase(placed.points + k, mul(factor, pxy));
    increase(placed.points + k + 16, mul(factor, pz));
  }
}
