// Velocity Verlet for free atoms with pair forces in a periodic box:
//   p ← p + h/2 F(x),  x ← x + h p/m,  p ← p + h/2 F(x)

import { at, both, bothAt, increase, mul } from './lanes.ts';
import { PairForces, pairPushes } from './pair-forces.ts';
import { point } from './placed-points.ts';
import { updateShortList } from './short-list.ts';

/** As their owner lays them out in memory. */
export class FreeAtoms {
  term: PairForces;
  p: usize;
  /** 1/m of each atom. */
  inverseMass: usize;
  reserved: usize;
}

/** 0, or the number of partners that the list needs room for; then the steps are to be begun again. */
export function atomSteps(atoms: FreeAtoms, h: f64, steps: i32): usize {
  const term = atoms.term;
  for (let n = 0; n < steps; n++) {
    kickAtoms(atoms, 0.5 * h);
    driftAtoms(atoms, h);
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
  const xy = both(h);
  // The fourth number of a force is none.
  const z = f64x2(h, 0);
  for (let k: usize = 0; k < end; k += point) {
    increase(atoms.p + k, mul(xy, at(rows.force + k)));
    increase(atoms.p + k + 16, mul(z, at(rows.force + k + 16)));
  }
}

function driftAtoms(atoms: FreeAtoms, h: f64): void {
  const placed = atoms.term.rows.short.list.placed;
  for (let i: usize = 0; i < placed.count; i++) {
    const factor = mul(both(h), bothAt(atoms.inverseMass + 8 * i));
    const k = i * point;
    increase(placed.points + k, mul(factor, at(atoms.p + k)));
    increase(placed.points + k + 16, mul(factor, at(atoms.p + k + 16)));
  }
}
