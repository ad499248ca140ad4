// Velocity Verlet for free atoms with Lennard-Jones forces in a periodic box:
//   p ← p + h/2 F(x),  x ← x + h p/m,  p ← p + h/2 F(x)

import { at, increase, mul } from './lanes.ts';
import { LennardJones, lennardJonesForces } from './lennard-jones-list.ts';
import { buildList, hasMoved } from './neighbour-list.ts';

/** As their owner lays them out in memory. */
export class FreeAtoms {
  term: LennardJones;
  p: usize;
  /** 1/m of each atom. */
  inverseMass: usize;
  reserved: usize;
  /** The list is made again when an atom has gone so far. */
  slack: f64;
}

const atom: usize = 32;

/** 0, or the room that a row of the list needs; then force and list are to be made again before the next call. */
export function atomSteps(atoms: FreeAtoms, h: f64, steps: i32): usize {
  const term = atoms.term;
  for (let n = 0; n < steps; n++) {
    kickAtoms(atoms, 0.5 * h);
    driftAtoms(atoms, h);
    if (hasMoved(term.list, atoms.slack)) {
      const room = buildList(term.list);
      if (room > 0) return room;
    }
    lennardJonesForces(term);
    kickAtoms(atoms, 0.5 * h);
  }
  return 0;
}

function kickAtoms(atoms: FreeAtoms, h: f64): void {
  const end = atoms.term.list.count * atom;
  const factor = f64x2.splat(h);
  const last = f64x2(h, 0);
  for (let k: usize = 0; k < end; k += atom) {
    increase(atoms.p + k, mul(factor, at(atoms.term.force + k)));
    increase(atoms.p + k + 16, mul(last, at(atoms.term.force + k + 16)));
  }
}

function driftAtoms(atoms: FreeAtoms, h: f64): void {
  const list = atoms.term.list;
  for (let i: usize = 0; i < list.count; i++) {
    const factor = f64x2.splat(h * load<f64>(atoms.inverseMass + 8 * i));
    const k = i * atom;
    increase(list.points + k, mul(factor, at(atoms.p + k)));
    increase(list.points + k + 16, mul(factor, at(atoms.p + k + 16)));
  }
}
