// Derivatives of f along v by central differences, where no formula is known: the first is good to about 1e-9, the
// second to about 1e-7.

import { maxAbs } from '../linalg/dense.ts';
import type { State } from './state.ts';

/** out = f(z) */
export type Fill = (z: State, out: Float64Array) => void;
/** out = a derivative at z along v; only as many entries of v are read as z has. */
export type Along = (z: State, v: Float64Array, out: Float64Array) => void;

/** Near the best compromise of truncation and rounding for first and second differences. */
const [firstStep, secondStep] = [6e-6, 2e-4];

/** out = (f(z + εv) − f(z − εv)) / 2ε. */
export function createDifference(f: Fill, size: number, length: number): Along {
  const [ahead, behind] = [new Float64Array(length), new Float64Array(length)];
  const shift = createShift(f, size);
  return (z, v, out) => {
    const step = stepAlong(z, v, firstStep);
    if (step === 0) {
      out.fill(0, 0, length);
      return;
    }
    shift(z, v, step, ahead);
    shift(z, v, -step, behind);
    for (let i = 0; i < length; i++) out[i] = (ahead[i] - behind[i]) / (2 * step);
  };
}

/** out = (f(z + εv) − 2f(z) + f(z − εv)) / ε². */
export function createSecondDifference(f: Fill, size: number, length: number): Along {
  const [ahead, here, behind] = [0, 1, 2].map(() => new Float64Array(length));
  const shift = createShift(f, size);
  return (z, v, out) => {
    const step = stepAlong(z, v, secondStep);
    if (step === 0) {
      out.fill(0, 0, length);
      return;
    }
    shift(z, v, step, ahead);
    shift(z, v, 0, here);
    shift(z, v, -step, behind);
    for (let i = 0; i < length; i++) out[i] = (ahead[i] - 2 * here[i] + behind[i]) / (step * step);
  };
}

/** ε so that εv is the given part of the size of z; 0 along no direction. */
function stepAlong(z: State, v: Float64Array, part: number): number {
  const size = maxAbs(v);
  return size === 0 ? 0 : (part * Math.max(1, maxAbs(z))) / size;
}

/** out = f(z + εv). */
function createShift(f: Fill, size: number) {
  const shifted = new Float64Array(size);
  return (z: State, v: Float64Array, step: number, out: Float64Array): void => {
    for (let i = 0; i < size; i++) shifted[i] = z[i] + step * v[i];
    f(shifted, out);
  };
}
