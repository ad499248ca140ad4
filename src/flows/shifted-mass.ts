// The matrix M + s V''(q) of the linearly implicit methods, factored with its structure: tridiagonal, banded, block by
// block, sparse or dense. The pattern is analysed once; for chains and molecules a solve costs O(n).

import { columnsOfRow, patternFromRows, position } from '../linalg/pattern.ts';
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
  // Every diagonal entry exists in K; where V'' lacks one its source is the spare zero at the end.
  const rows = Array.from({ length: n }, (_, i) => [...columnsOfRow(hessianPattern, i), i]);
  const pattern = patternFromRows(rows, n);
  const curvature = new Float64Array(hessianPattern.index.length + 1);
  const spare = curvature.length - 1;
  const from = new Int32Array(pattern.index.length);
  const diagonal = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    diagonal[i] = position(pattern, i, i);
    for (let k = pattern.start[i]; k < pattern.start[i + 1]; k++) {
      const at = position(hessianPattern, i, pattern.index[k]);
      from[k] = at < 0 ? spare : at;
    }
  }
  const entries = curvature.subarray(0, spare);
  const K = new Float64Array(pattern.index.length);
  const factor = createSymmetricFactor(pattern);
  return {
    moveTo(z, s) {
      hessian(z, entries);
      for (let k = 0; k < K.length; k++) K[k] = s * curvature[from[k]];
      for (let i = 0; i < n; i++) K[diagonal[i]] += mass[i];
      return factor.factor(K);
    },
    solve: b => factor.solve(b),
    structure: factor.structure,
  };
}

export function separableOf({ separable }: Hamiltonian): Separable {
  if (separable) return separable;
  throw new RangeError('this method needs H = ½ pᵀM⁻¹p + V(q)');
}

export const singularStep: Outcome = failed(
  'singular matrix',
  'the matrix M + βh²V″ is singular: V bends downwards more than a step this long allows; halve the step',
);
