// Atoms as the outside has them, x, y, z of each particle of a state in turn, and as the kernels want them, 32 bytes each.
// A state is handed over as a whole, and everything that has to look at each of its numbers is done here.

import { add, at, both, put, sub } from '../lanes.ts';
import { point } from '../pairs/periodic-points.ts';

/** As its owner lays it out in memory. */
export class HandedAtoms {
  /** Positions and momenta: x, y, z and a number of no meaning. */
  x: usize;
  p: usize;
  count: usize;
  /** Where each atom is among the particles of a state: u32, bytes. */
  members: usize;
  /** A state as it was handed in, or its positions; the one that the atoms have. */
  given: usize;
  held: usize;
  /** Bytes of the positions up to those of the last atom. */
  reach: usize;
  /** Whether what is held has its forces in memory. */
  isHeld: u32;
}

/** Outcomes of takeAtoms. */
const known: i32 = 0;
const fresh: i32 = 1;
const lost: i32 = 2;

/** Bytes of a particle outside. */
const particle: usize = 24;
const z: usize = 16;

/** Takes over the positions given: 0 if the atoms were there already, bit by bit; 2 if some are not finite; else 1. */
export function takeAtoms(atoms: HandedAtoms): i32 {
  if (areAtoms(atoms)) return known;
  memory.copy(atoms.held, atoms.given, atoms.reach);
  atoms.isHeld = 1;
  gather(atoms, atoms.given, atoms.x);
  let spread: f64 = 0;
  for (let k: usize = 0; k < atoms.reach; k += 8) spread += 0 * load<f64>(atoms.given + k);
  return spread === 0 ? fresh : lost;
}

function areAtoms(atoms: HandedAtoms): bool {
  if (!atoms.isHeld) return false;
  let differs: u64 = 0;
  let held = atoms.held;
  let given = atoms.given;
  for (const end = given + atoms.reach; given < end; given += particle, held += particle) {
    differs |= load<u64>(given) ^ load<u64>(held);
    differs |= load<u64>(given, 8) ^ load<u64>(held, 8);
    differs |= load<u64>(given, 16) ^ load<u64>(held, 16);
  }
  return differs === 0;
}

/** Takes over the momenta given, where all particles are atoms. */
export function takeAtomMomenta(atoms: HandedAtoms): void {
  gather(atoms, atoms.given + atoms.reach, atoms.p);
}

/** held ← the state that the atoms have, where all particles are; false, and not held, if it is not finite. */
export function giveAtoms(atoms: HandedAtoms): bool {
  const spread = add(
    spreadOut(atoms.x, atoms.count, atoms.held),
    spreadOut(atoms.p, atoms.count, atoms.held + atoms.reach),
  );
  atoms.isHeld = i64x2.all_true(f64x2.eq(spread, spread)) ? 1 : 0;
  return atoms.isHeld !== 0;
}

function gather(atoms: HandedAtoms, from: usize, to: usize): void {
  for (let i: usize = 0; i < atoms.count; i++, to += point) {
    const place = from + <usize>load<u32>(atoms.members + 4 * i);
    put(to, at(place));
    store<f64>(to + z, load<f64>(place + z));
  }
}

/** Returns 0 in both lanes if all numbers are finite, else NaN. */
function spreadOut(from: usize, count: usize, to: usize): v128 {
  let spread = both(0);
  for (let i: usize = 0; i < count; i++, from += point, to += particle) {
    const xy = at(from);
    const last = v128.load_zero<f64>(from + z);
    put(to, xy);
    v128.store_lane<f64>(to + z, last, 0);
    spread = add(spread, add(sub(xy, xy), sub(last, last)));
  }
  return spread;
}
