// Two clusters of particles at a time, one per SIMD lane, out of arrays with x, y, z of each particle of a system in turn:
// a block has x, y and z of its first particles, a pair of doubles each, then those of its second ones.
// Where there is no second cluster the first one takes both lanes; they come to the same result, and it is written twice.

import { component, site } from './blocks.ts';
import { add, highLanes, loadPair, lowLanes, storePair, sub } from './lanes.ts';

const y: usize = component;
const z: usize = 2 * component;

/** Where x of a particle in the first lane stands, in bytes, and then where that in the second one does. */
export const placeBytes: usize = 8;

/** out = the particles with these places. */
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

/** The particles of a block go back to their places; false if one of their numbers is not finite. */
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
    // 0 for a number, NaN for anything else.
    spread = add(spread, add(sub(xs, xs), add(sub(ys, ys), sub(zs, zs))));
  }
  return i64x2.all_true(f64x2.eq(spread, spread));
}
