// State transfer of atoms: the host has x, y, z of each particle of a state, the kernel 32 bytes per atom. The host copies a
// state as a whole; comparison with the resident state, reordering and the test for finite numbers are done here.

import { add, loadPair, splat, storePair, sub } from '../lanes.ts';
import { point } from '../pairs/periodic-points.ts';

/** Record, written by the host. */
export class ResidentAtoms {
  /** Positions and momenta: x, y, z and an unused number. */
  x: usize;
  p: usize;
  count: usize;
  /** Byte offset of each atom among the particles of a state: u32. */
  members: usize;
  /** A state, or its positions, as copied by the host; the state that the atoms have. */
  uploaded: usize;
  resident: usize;
  /** Bytes of the positions up to those of the last atom. */
  reach: usize;
  /** Whether the forces in memory belong to the resident state. */
  isResident: u32;
}

/** Results of uploadAtoms. */
const resident: i32 = 0;
const fresh: i32 = 1;
const lost: i32 = 2;

/** Bytes of a particle on the host side. */
const particle: usize = 24;
const z: usize = 16;

/** Uploads positions: 0 if they are resident (same bits); 2 if some are not finite; else 1. */
export function uploadAtoms(atoms: ResidentAtoms): i32 {
  if (areAtoms(atoms)) return resident;
  memory.copy(atoms.resident, atoms.uploaded, atoms.reach);
  atoms.isResident = 1;
  gather(atoms, atoms.uploaded, atoms.x);
  let spread: f64 = 0;
  for (let k: usize = 0; k < atoms.reach; k += 8) spread += 0 * load<f64>(atoms.uploaded + k);
  return spread === 0 ? fresh : lost;
}

function areAtoms(atoms: ResidentAtoms): bool {
  if (!atoms.isResident) return false;
  let differs: u64 = 0;
  let a = atoms.resident;
  let b = atoms.uploaded;
  for (const end = b + atoms.reach; b < end; b += particle, a += particle) {
    differs |= load<u64>(b) ^ load<u64>(a);
    differs |= load<u64>(b, 8) ^ load<u64>(a, 8);
    differs |= load<u64>(b, 16) ^ load<u64>(a, 16);
  }
  return differs === 0;
}

/** Uploads momenta, where all particles are atoms. */
export function uploadAtomMomenta(atoms: ResidentAtoms): void {
  gather(atoms, atoms.uploaded + atoms.reach, atoms.p);
}

/** resident ← the state of the atoms, where all particles are atoms; false, and not resident, if it is not finite. */
export function downloadAtoms(atoms: ResidentAtoms): bool {
  const spread = add(
    spreadOut(atoms.x, atoms.count, atoms.resident),
    spreadOut(atoms.p, atoms.count, atoms.resident + atoms.reach),
  );
  atoms.isResident = i64x2.all_true(f64x2.eq(spread, spread)) ? 1 : 0;
  return atoms.isResident !== 0;
}

function gather(atoms: ResidentAtoms, from: usize, to: usize): void {
  for (let i: usize = 0; i < atoms.count; i++, to += point) {
    const place = from + <usize>load<u32>(atoms.members + 4 * i);
    storePair(to, loadPair(place));
    store<f64>(to + z, load<f64>(place + z));
  }
}

/** Returns 0 in both lanes if all numbers are finite, else NaN. */
function spreadOut(from: usize, count: usize, to: usize): v128 {
  let spread = splat(0);
  for (let i: usize = 0; i < count; i++, from += point, to += particle) {
    const xy = loadPair(from);
    const last = v128.load_zero<f64>(from + z);
    storePair(to, xy);
    v128.store_lane<f64>(to + z, last, 0);
    spread = add(spread, add(sub(xy, xy), sub(last, last)));
  }
  return spread;
}
