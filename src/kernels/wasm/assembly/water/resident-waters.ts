// State transfer of waters: the host has z = (q, p) with x, y, z of O, H1 and H2 of each water, the kernel blocks of two. The host
// copies a state as a whole; comparison with the resident state, reordering and the test for finite numbers are done here.

import { block, component, lane } from '../blocks.ts';
import { add, loadPair, loadSplat, splat, storePair, sub } from '../lanes.ts';
import { RigidWaters } from './rigid-waters.ts';

/** Bytes of a water on the host side: nine numbers. */
const water: usize = 72;

/** Coordinate of the dummy water in the last block of an odd number of waters. */
const away: f64 = 1e6;

/**
 * Whether the uploaded positions are those in the blocks, with their forces. Compared by bits: 0 and −0 may have different
 * forces.
 */
export function areResident(waters: RigidWaters): bool {
  if (!waters.isResident) return false;
  let differs: u64 = 0;
  for (let k: usize = 0, end = waters.count * water; k < end; k += 8)
    differs |= load<u64>(waters.uploaded + k) ^ load<u64>(waters.resident + k);
  return differs === 0;
}

/** Uploads positions into the blocks; false if they are resident. */
export function uploadPositions(waters: RigidWaters): bool {
  if (areResident(waters)) return false;
  memory.copy(waters.resident, waters.uploaded, waters.count * water);
  waters.isResident = 1;
  toBlocks(waters.uploaded, waters.count, waters.x);
  if (waters.count & 1) fillLastBlock(waters.x + (waters.blocks - 1) * block);
  return true;
}

/** Uploads momenta into the blocks. */
export function uploadMomenta(waters: RigidWaters): void {
  toBlocks(waters.uploaded + waters.count * water, waters.count, waters.p);
}

/** resident ← the state in the blocks, whose forces are those in memory; false, and not resident, if it is not finite. */
export function downloadState(waters: RigidWaters): bool {
  const spread = add(
    fromBlocks(waters.x, waters.count, waters.resident),
    fromBlocks(waters.p, waters.count, waters.resident + waters.count * water),
  );
  waters.isResident = i64x2.all_true(f64x2.eq(spread, spread)) ? 1 : 0;
  return waters.isResident !== 0;
}

function toBlocks(from: usize, count: usize, to: usize): void {
  for (const end = from + (count >> 1) * 2 * water; from < end; from += 2 * water, to += block)
    for (let k: usize = 0; k < 9; k++)
      storePair(
        to + k * component,
        v128.load_lane<f64>(from + water + 8 * k, v128.load_zero<f64>(from + 8 * k), 1),
      );
  if (count & 1) for (let k: usize = 0; k < 9; k++) store<f64>(to + k * component, load<f64>(from + 8 * k));
}

/** Returns 0 in both lanes if all numbers are finite, else NaN. */
function fromBlocks(from: usize, count: usize, to: usize): v128 {
  let spread = splat(0);
  for (const end = to + (count >> 1) * 2 * water; to < end; to += 2 * water, from += block)
    for (let k: usize = 0; k < 9; k++) {
      const pair = loadPair(from + k * component);
      v128.store_lane<f64>(to + 8 * k, pair, 0);
      v128.store_lane<f64>(to + water + 8 * k, pair, 1);
      spread = add(spread, sub(pair, pair));
    }
  if (count & 1)
    for (let k: usize = 0; k < 9; k++) {
      const alone = loadSplat(from + k * component);
      v128.store_lane<f64>(to + 8 * k, alone, 0);
      spread = add(spread, sub(alone, alone));
    }
  return spread;
}

/** A copy of the last water, valid for SETTLE, far from all others. */
function fillLastBlock(last: usize): void {
  for (let k: usize = 0; k < block; k += component) store<f64>(last + k + lane, load<f64>(last + k) + away);
}
