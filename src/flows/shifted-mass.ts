// The matrix M + s V''(q) of the linearly implicit methods, factored with its structure: tridiagonal, banded, block by
// block, sparse or dense. The pattern is analysed once; for chains and molecules a solve costs O(n).

import { maxAbs } from '../linalg/dense.ts';
import { columnsOfRow, type Pattern, patternFromRows, position } from '../linalg/pattern.ts';
import { patternTimes } from '../linalg/sparse-products.ts';
import { createSymmetricFactor } from '../linalg/symmetric-factor.ts';
import type { Curvature, Hamiltonian, Separable } from '../problem/hamiltonian.ts';
import type { State } from '../problem/state.ts';
import { failed, type Outcome } from '../solvers/outcome.ts';

export interface ShiftedMass {
  /** Factors M + s V''(q); false when the matrix is singular or not finite. */
  moveTo(z: State, s: number): boolean;
  /** b becomes (M + s V''(q))⁻¹ b. */
  solve(b: Float64Array): void;
  /** Which structure the factorisation uses, for people. */
  readonly structure: string;
}

export function createShiftedMass({ hessianPattern, hessian }: Curvature, mass: Float64Array): ShiftedMass {
  const n = mass.length;
  const rows = Array.from({ length: n }, (_, i) => [...columnsOfRow(hessianPattern, i), i]);
  const pattern = patternFromRows(rows, n);
  const diagonal = Int32Array.from(mass, (_, i) => position(pattern, i, i));
  const K = new Float64Array(pattern.index.length);
  const isWhole = pattern.index.length === hessianPattern.index.length;
  const fill = isWhole ? hessian : withMissingDiagonal({ hessianPattern, hessian }, pattern);
  const factor = createSymmetricFactor(pattern);
  const [right, product] = [new Float64Array(n), new Float64Array(n)];

  /** product = right − K x; returns its size relative to the right-hand side. */
  function residual(x: Float64Array): number {
    patternTimes(pattern, K, x, product);
    for (let i = 0; i < n; i++) product[i] = right[i] - product[i];
    return maxAbs(product) / maxAbs(right);
  }
  /** Without pivoting an indefinite matrix loses digits; refinement brings them back, or shows that they are gone. */
  function refined(b: Float64Array): void {
    for (let i = 0; i < n; i++) right[i] = b[i];
    factor.solve(b);
    let error = residual(b);
    for (let round = 0; error > roundOff && round < maxRefinements; round++) {
      factor.solve(product);
      for (let i = 0; i < n; i++) b[i] += product[i];
      error = residual(b);
    }
    if (error > lost) b.fill(Number.NaN, 0, n);
  }
  return {
    moveTo(z, s) {
      fill(z, K);
      scale(s, K);
      addDiagonal(mass, diagonal, K);
      return factor.factor(K);
    },
    solve: b => (factor.negativePivots > 0 ? refined(b) : factor.solve(b)),
    structure: factor.structure,
  };
}

const maxRefinements = 8;
const roundOff = 4 * Number.EPSILON;
/** A residual, relative to the right-hand side, above which a solution is none. */
const lost = 1e-6;

type FillEntries = (z: State, out: Float64Array) => void;

/** The entries of V'' at their places in the larger pattern; diagonal entries that V'' lacks are zero. */
function withMissingDiagonal(
  { hessianPattern, hessian }: Pick<Curvature, 'hessianPattern' | 'hessian'>,
  pattern: Pattern,
): FillEntries {
  const entries = new Float64Array(hessianPattern.index.length);
  const places = new Int32Array(entries.length);
  for (let i = 0; i < pattern.rows; i++)
    for (let k = hessianPattern.start[i]; k < hessianPattern.start[i + 1]; k++)
      places[k] = position(pattern, i, hessianPattern.index[k]);
  return (z, out) => {
    hessian(z, entries);
    scatter(entries, places, out);
  };
}

// Loops over arrays that are arguments: over captured ones they take twice as long in V8.

function scatter(entries: Float64Array, places: Int32Array, out: Float64Array): void {
  out.fill(0);
  for (let k = 0; k < entries.length; k++) out[places[k]] = entries[k];
}

function scale(s: number, out: Float64Array): void {
  for (let k = 0; k < out.length; k++) out[k] *= s;
}

function addDiagonal(mass: Float64Array, diagonal: Int32Array, out: Float64Array): void {
  for (let i = 0; i < mass.length; i++) out[diagonal[i]] += mass[i];
}

export function separableOf({ separable }: Hamiltonian): Separable {
  if (separable) return separable;
  throw new RangeError('this method needs H = ½ pᵀM⁻¹p + V(q)');
}

export const singularStep: Outcome = failed(
  'singular matrix',
  'the matrix M + βh²V″ is singular: V bends downwards more than a step this long allows; halve the step',
);
