// Vectors of two waters in memory: x, y and z, a pair of doubles each, as a site has them in a block.

import { component } from './blocks.ts';
import { at, both, div, increase, minor, mul, put, sqrt, sub, sum3 } from './lanes.ts';

const y: usize = component;
const z: usize = 2 * component;

export function dot(a: usize, b: usize): v128 {
  return sum3(mul(at(a), at(b)), mul(at(a + y), at(b + y)), mul(at(a + z), at(b + z)));
}

/** out = a − b. */
export function difference(a: usize, b: usize, out: usize): void {
  put(out, sub(at(a), at(b)));
  put(out + y, sub(at(a + y), at(b + y)));
  put(out + z, sub(at(a + z), at(b + z)));
}

/** out = a × b. */
export function cross(a: usize, b: usize, out: usize): void {
  put(out, minor(at(a + y), at(a + z), at(b + y), at(b + z)));
  put(out + y, minor(at(a + z), at(a), at(b + z), at(b)));
  put(out + z, minor(at(a), at(a + y), at(b), at(b + y)));
}

/** out ← out / |out|; returns |out|. */
export function normalise(out: usize): v128 {
  const length = sqrt(dot(out, out));
  const scale = div(both(1), length);
  put(out, mul(at(out), scale));
  put(out + y, mul(at(out + y), scale));
  put(out + z, mul(at(out + z), scale));
  return length;
}

/** out += s a. */
export function addScaled(s: v128, a: usize, out: usize): void {
  increase(out, mul(s, at(a)));
  increase(out + y, mul(s, at(a + y)));
  increase(out + z, mul(s, at(a + z)));
}
