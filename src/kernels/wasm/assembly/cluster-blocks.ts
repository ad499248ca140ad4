// Blocks of two clusters of particles, one per SIMD lane, gathered from arrays with x, y, z of each particle of a system:
// a block has x, y and z of the first particles of both clusters, a pair of doubles each, then those of the second ones.
// A single last cluster takes both lanes; the results are equal and are written twice.

import { component, site } from './blocks.ts';
import { add, highLanes, loadPair, lowLanes, storePair, sub } from './lanes.ts';

const y: usize = component;
const z: usize = 2 * component;

/** Byte offset of x of the particle in the first lane, then of that in the second lane. */
export const placeBytes: usize = 8;

/** out = the particles at these offsets. */
export function gatherBlock(from: usize, places: usize, count: usize, out: usize): void {
  for (let end = places + count * placeBytes; places < end; places += placeBytes, out += site) {
    const a = from + load<u32>(places);
    const b = from + load<u32>(places + 4);
    const first = loadPair(a);
    const second = loadPair(b);
    storePair(out, lowLanes(first, second));
    storePair(out + y, highLanes(first, second));
    storePair(out + z, v128.load_lane<f64>(b + 16, v128.load_zero<f64>(a + 16), 1));
  }
}

/** Writes the particles of a block back; false if one of their numbers is not finite. */
export function scatterBlock(block: usize, places: usize, count: usize, to: usize): bool {
  let spread = f64x2.splat(0);
  for (let end = places + count * placeBytes; places < end; places += placeBytes, block += site) {
    const a = to + load<u32>(places);
    const b = to + load<u32>(places + 4);
    const xs = loadPair(block);
    const ys = loadPair(block + y);
    const zs = loadPair(block + z);
    storePair(a, lowLanes(xs, ys));
    storePair(b, highLanes(xs, ys));
    v128.store_lane<f64>(a + 16, zs, 0);
    v128.store_lane<f64>(b + 16, zs, 1);
    // 0 for a finite number, else NaN.
    spread = add(spread, add(sub(xs, xs), add(sub(ys, ys), sub(zs, zs))));
  }
  return i64x2.all_true(f64x2.eq(spread, spread));
}
