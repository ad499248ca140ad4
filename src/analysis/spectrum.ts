// The extreme singular values of a matrix whose rows (and columns) were scaled to a common size.
// Small matrices by Jacobi's method; large Gram matrices G W Gᵀ by power and inverse iteration on their factors
// L D Lᵀ: an estimate, accurate to a few per cent. Reference: Golub & Van Loan (2013), §8.2.1, §8.2.2.

import { dot, norm2 } from '../linalg/dense.ts';
import { createWeightedGram } from '../linalg/gram.ts';
import { createSymmetricFactor } from '../linalg/ldlt/symmetric-factor.ts';
import { type Pattern, patternTimes, position } from '../linalg/pattern.ts';
import { singularValues } from '../linalg/svd.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createRandom } from '../random/mulberry.ts';

export interface Spectrum {
  readonly smallest: number;
  readonly largest: number;
  readonly condition: number;
}

const iterations = 30;

export function spectrum(smallest: number, largest: number): Spectrum {
  return { smallest, largest, condition: smallest > 0 ? largest / smallest : Number.POSITIVE_INFINITY };
}

export function denseSpectrum(A: Float64Array, rows: number, cols: number): Spectrum {
  const sigma = singularValues(A, rows, cols);
  if (sigma.length === 0) return spectrum(1, 1);
  // A wide matrix with fewer columns than rows cannot have independent rows.
  return spectrum(rows > cols ? 0 : sigma[sigma.length - 1], sigma[0]);
}

/** Extreme eigenvalues of G W Gᵀ scaled to unit diagonal. */
export function gramSpectrum(G: Pattern, values: Float64Array, weight: Float64Array): Spectrum {
  const gram = createWeightedGram(G);
  const N = new Float64Array(gram.pattern.index.length);
  gram.fill(values, values, weight, N);
  if (!unitDiagonal(gram.pattern, N)) return spectrum(0, 1);
  const factor = createSymmetricFactor(gram.pattern);
  const largest = dominant(G.rows, (x, out) => patternTimes(gram.pattern, N, x, out));
  if (!factor.factor(N)) return spectrum(0, largest);
  const inverse = dominant(G.rows, (x, out) => {
    out.set(x);
    factor.solve(out);
  });
  return spectrum(inverse > 0 ? 1 / inverse : 0, largest);
}

/** Divides rows and columns by the roots of the diagonal; false when one of them is zero. */
function unitDiagonal(pattern: Pattern, N: Float64Array): boolean {
  const { rows, start, index } = pattern;
  const root = Float64Array.from({ length: rows }, (_, i) => Math.sqrt(N[position(pattern, i, i)]));
  for (let i = 0; i < rows; i++)
    for (let k = start[i]; k < start[i + 1]; k++) N[k] /= root[i] * root[index[k]];
  return root.every(r => r > 0);
}

/** Size of the dominant eigenvalue of a symmetric map. */
function dominant(n: number, apply: (x: Float64Array, out: Float64Array) => void): number {
  const random = createRandom(5);
  let x: Float64Array = Float64Array.from({ length: n }, () => random.symmetric());
  let y: Float64Array = new Float64Array(n);
  let value = 0;
  for (let k = 0; k < iterations; k++) {
    const length = norm2(x);
    if (!(length > 0)) return 0;
    for (let i = 0; i < n; i++) x[i] /= length;
    apply(x, y);
    value = Math.abs(dot(x, y));
    [x, y] = [y, x];
  }
  return value;
}

/**
 * The frequency of the fastest mode of H = ½pᵀM⁻¹p + V(q) at the start: the root of the dominant eigenvalue of M^(−½) V'' M^(−½),
 * estimated from below; null where H has another form. `project` maps the momenta of a state to those that constraints allow: without
 * it the mode is of all coordinates.
 */
export function fastestFrequency(
  { H, n, initial }: Problem,
  project: (z: State) => void = () => {},
): number | null {
  const inverseMass = H.separable?.inverseMass;
  if (!inverseMass) return null;
  const root = inverseMass.map(Math.sqrt);
  const [v, curved] = [0, 1].map(() => new Float64Array(2 * n));
  const state = initial.slice();
  const eigenvalue = dominant(n, (x, out) => {
    for (let i = 0; i < n; i++) v[i] = root[i] * x[i];
    H.hessianTimes(initial, v, curved);
    for (let i = 0; i < n; i++) state[n + i] = curved[i];
    project(state);
    for (let i = 0; i < n; i++) out[i] = root[i] * state[n + i];
  });
  return Math.sqrt(eigenvalue);
}
