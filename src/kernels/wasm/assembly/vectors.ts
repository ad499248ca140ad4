// Vectors of two waters in memory: x, y and z, a pair of doubles each, the layout of a site in a block.

import { component } from './blocks.ts';
import { div, increase, loadPair, minor, mul, splat, sqrt, storePair, sub, sum3 } from './lanes.ts';

const y: usize = component;
const z: usize = 2 * component;

export function dot(a: usize, b: usize): v128 {
  return sum3(
    mul(loadPair(a), loadPair(b)),
    mul(loadPair(a + y), loadPair(b + y)),
    mul(loadPair(a + z), loadPair(b + z)),
  );
}

/** out = a − b. */
export function difference(a: usize, b: usize, out: usize): void {
  storePair(out, sub(loadPair(a), loadPair(b)));
  storePair(out + y, sub(loadPair(a + y), loadPair(b + y)));
  storePair(out + z, sub(loadPair(a + z), loadPair(b + z)));
}

/** out = a × b. */
export function cross(a: usize, b: usize, out: usize): void {
  storePair(out, minor(loadPair(a + y), loadPair(a + z), loadPair(b + y), loadPair(b + z)));
  storePair(out + y, minor(loadPair(a + z), loadPair(a), loadPair(b + z), loadPair(b)));
  storePair(out + z, minor(loadPair(a), loadPair(a + y), loadPair(b), loadPair(b + y)));
}

/** out ← out / |out|; returns |out|. */
export function normalise(out: usize): v128 {
  const length = sqrt(dot(out, out));
  const scale = div(splat(1), length);
  storePair(out, mul(loadPair(out), scale));
  storePair(out + y, mul(loadPair(out + y), scale));
  storePair(out + z, mul(loadPair(out + z), scale));
  return length;
}

/** out += s a. */
export function addScaled(s: v128, a: usize, out: usize): void {
  increase(out, mul(s, loadPair(a)));
  increase(out + y, mul(s, loadPair(a + y)));
  increase(out + z, mul(s, loadPair(a + z)));
}
