// A x, Aᵀ w and the lengths of the rows for a matrix A in compressed rows.

import type { Pattern } from './pattern.ts';

/** out = A x; out has length rows and must not be x. */
export function patternTimes(
  pattern: Pattern,
  values: Float64Array,
  x: Float64Array,
  out: Float64Array,
): void {
  const { rows, start, index } = pattern;
  for (let i = 0, at = 0; i < rows; i++) {
    let sum = 0;
    for (const end = start[i + 1]; at < end; at++) sum += values[at] * x[index[at]];
    out[i] = sum;
  }
}

/** out = Aᵀ w; out has length cols, must not be w, and is zeroed first. */
export function patternTransposedTimes(
  pattern: Pattern,
  values: Float64Array,
  w: Float64Array,
  out: Float64Array,
): void {
  const { rows, cols, start, index } = pattern;
  for (let j = 0; j < cols; j++) out[j] = 0;
  for (let i = 0, at = 0; i < rows; i++) {
    const wi = w[i];
    for (const end = start[i + 1]; at < end; at++) out[index[at]] += values[at] * wi;
  }
}

/** outᵢ = |row i| in the 2-norm. */
export function rowLengths({ rows, start }: Pattern, values: Float64Array, out: Float64Array): void {
  for (let i = 0, at = 0; i < rows; i++) {
    let sum = 0;
    for (const end = start[i + 1]; at < end; at++) sum += values[at] * values[at];
    out[i] = Math.sqrt(sum);
  }
}
