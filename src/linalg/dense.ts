// Products, norms and tests of dense vectors and row-major matrices. Lengths are not checked: these run in inner loops.

/** out = A x for a row-major rows × cols matrix. `out` must not be `x`. */

export function matrixVector(
  A: Float64Array,
  rows: number,
  cols: number,
  x: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0, at = 0; i < rows; i++) {
    let sum = 0;
    for (let j = 0; j < cols; j++) sum += A[at++] * x[j];
    out[i] = sum;
  }
}

export function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}

/** Largest absolute value; NaN when any entry is NaN, 0 for an empty vector. */
export function maxAbs(x: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    const size = Math.abs(x[i]);
    if (Number.isNaN(size)) return size;
    if (size > largest) largest = size;
  }
  return largest;
}

export function norm2(x: Float64Array): number {
  return Math.sqrt(dot(x, x));
}

export function distance(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += (x[i] - y[i]) ** 2;
  return Math.sqrt(sum);
}

/** out = the j-th unit vector. */
export function setUnit(j: number, out: Float64Array): void {
  out.fill(0);
  out[j] = 1;
}

/** Index of the first entry that is not a finite number; −1 when there is none. */
export function firstNotFinite(x: Float64Array): number {
  if (allFinite(x)) return -1;
  return x.findIndex(value => !Number.isFinite(value));
}

/** 0 x is 0 for a finite number, else NaN; four independent sums hide the latency of additions. */
export function allFinite(x: Float64Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0];
  let i = x.length % 4;
  for (let k = 0; k < i; k++) a += 0 * x[k];
  for (; i < x.length; i += 4) {
    a += 0 * x[i];
    b += 0 * x[i + 1];
    c += 0 * x[i + 2];
    d += 0 * x[i + 3];
  }
  return a + b + (c + d) === 0;
}

/**
 * Whether z begins with the same bits as `known` (q of a state, or all of it): the test of caches of results at a point.
 * 0 and −0 differ, since their forces may; NaN, the content of an empty cache, equals nothing.
 */

export function sameBits(z: Float64Array, known: Float64Array): boolean {
  for (let i = 0; i < known.length; i++)
    if (z[i] !== known[i] || (z[i] === 0 && 1 / z[i] !== 1 / known[i])) return false;
  return true;
}
