// The matrix L_vv of a Lagrangian L(q, v) at x = (q, v), factored, with the other second derivatives beside it. For
// L = ½vᵀM(q)v − V(q) it is the mass matrix M(q). Dense: the inverse of a sparse M is full in general.
// At the start it is also judged: a singular one leaves a velocity undetermined. For that it is scaled to entries of
// size 1 in every row, so that units do not count (Ruiz 2001, algorithm 2.1).

import type { CompiledFunctions } from '../formula/functions.ts';
import { allFinite } from '../linalg/dense.ts';
import { createDenseLDLT } from '../linalg/dense-ldlt.ts';
import { createDenseLU } from '../linalg/dense-lu.ts';
import { fullPattern, position } from '../linalg/pattern.ts';

export interface MassMatrix {
  /** Evaluates L'' at x and factors L_vv; false when that is exactly singular or not finite. */
  at(x: Float64Array): boolean;
  /** The entries of L'' as evaluated last, in the order of its pattern. */
  readonly entries: Float64Array;
  /** L_vv as evaluated last, row by row. */
  readonly matrix: Float64Array;
  /** Sign of det L_vv; 0 when the last factorisation failed. */
  sign(): -1 | 0 | 1;
  /** b becomes L_vv⁻¹ b. */
  solve(b: Float64Array): void;
}

const unitWeight = Float64Array.of(1);

export function createMassMatrix(L: CompiledFunctions, n: number): MassMatrix {
  const pattern = L.hessianPattern;
  const entries = new Float64Array(pattern.index.length);
  const matrix = new Float64Array(n * n);
  const places = Int32Array.from(matrix, (_, at) => position(pattern, n + Math.floor(at / n), n + (at % n)));
  const lu = createDenseLU(n);
  return {
    entries,
    matrix,
    at(x) {
      L.hessian(x, unitWeight, entries);
      for (let at = 0; at < places.length; at++) matrix[at] = places[at] < 0 ? 0 : entries[places[at]];
      return lu.factor(matrix);
    },
    sign: () => lu.determinantSign(),
    solve: b => lu.solve(b),
  };
}

/** Nearer to singular than this, relative to the scaled entries, is singular but for rounding. */
const singularity = 1e-13;
const scalingSweeps = 5;

/** What keeps the matrix from being inverted, in words that follow “the mass matrix”; null when nothing does. */
export function faultOf(matrix: Float64Array, names: readonly string[]): string | null {
  const n = names.length;
  if (!allFinite(matrix)) return 'is not finite at the start';
  const empty = names.findIndex((_, i) => matrix.subarray(i * n, i * n + n).every(entry => entry === 0));
  if (empty >= 0) return `is zero for ${names[empty]} at the start`;
  const lu = createDenseLU(n);
  const isRegular = lu.factor(scaled(matrix, n)) && lu.reciprocalCondition() > singularity;
  return isRegular ? null : 'is singular at the start';
}

/** Whether vᵀAv > 0 for all v other than 0; A is symmetric. */
export function isPositiveDefinite(A: Float64Array, n: number): boolean {
  const factor = createDenseLDLT(fullPattern(n, n));
  return factor.factor(A) && factor.negativePivots === 0;
}

/** D A D with the diagonal D that brings the largest entry of every row near 1. */
function scaled(A: Float64Array, n: number): Float64Array {
  const out = A.slice();
  for (let sweep = 0; sweep < scalingSweeps; sweep++) {
    const size = Float64Array.from({ length: n }, (_, i) =>
      Math.sqrt(out.subarray(i * n, i * n + n).reduce((most, entry) => Math.max(most, Math.abs(entry)), 0)),
    );
    for (let at = 0; at < n * n; at++) out[at] /= size[Math.floor(at / n)] * size[at % n];
  }
  return out;
}
