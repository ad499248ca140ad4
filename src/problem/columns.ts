// The entries of a symmetric matrix that is known by its products alone, column by column.

import { setUnit } from '../linalg/dense.ts';

/** out = the leading block of this size of a symmetric map of vectors of this length; its columns are its rows. */
export function fillBlock(
  size: number,
  length: number,
  times: (unit: Float64Array, out: Float64Array) => void,
  out: Float64Array,
): void {
  const [unit, column] = [new Float64Array(length), new Float64Array(length)];
  for (let j = 0; j < size; j++) {
    setUnit(j, unit);
    times(unit, column);
    out.set(column.subarray(0, size), j * size);
  }
}
