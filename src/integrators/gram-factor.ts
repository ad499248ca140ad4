// N = G M⁻¹ Gᵀ with G = ∂g/∂q at one point, or the symmetric part of G₁ M⁻¹ G₀ᵀ between two points, factored as LDLᵀ.
// The pattern is analysed once; a chain or tree of constraints costs O(m). The factor of the last single point is cached.
// Redundant constraints: N of rank r < m is held densely and factored with pivots chosen anew each time; N⁻¹ is then the
// pseudo-inverse, and between two points the exact G₁ M⁻¹ G₀ᵀ is factored, since its symmetric part has another rank.

import { createWeightedGram } from '../linalg/gram.ts';
import { createLastPoint } from '../linalg/last-point.ts';
import { createSymmetricFactor } from '../linalg/ldlt/symmetric-factor.ts';
import { createDenseFactor } from '../linalg/lu.ts';
import type { Pattern } from '../linalg/pattern.ts';
import type { Constraints } from '../problem/constraints.ts';
import type { State } from '../problem/state.ts';

export interface GramFactor {
  /** The entries of G at the point that was factored last. */
  readonly jacobian: Float64Array;
  at(z: State): boolean;
  between(z0: State, z1: State): boolean;
  /** r ← factor · N⁻¹ r */
  solve(r: Float64Array, factor: number): void;
  /** Of redundant constraints: w becomes the shortest vector with the same N w. */
  readonly shorten: ((w: Float64Array) => void) | undefined;
  /** scale += factor · |G| M⁻¹ |G|ᵀ |w|: the sizes of the terms in N w. */
  addKicks(z: State, factor: number, w: Float64Array, scale: Float64Array): void;
}

/** `rank`: the rank of ∂g/∂q, below m where constraints are redundant. */
export function createGramFactor(g: Constraints, inverseMass: Float64Array, rank: number): GramFactor {
  const isRedundant = rank < g.m;
  const n = inverseMass.length;
  const entries = g.jacobianPattern.index.length;
  const [G0, G1] = [new Float64Array(entries), new Float64Array(entries)];
  const gram = createWeightedGram(g.jacobianPattern);
  const [N, transposed] = [0, 1].map(() => new Float64Array(gram.pattern.index.length));
  const redundant = isRedundant ? createRedundantFactor(gram.pattern, rank) : null;
  const factor = redundant ?? createSymmetricFactor(gram.pattern);
  const last = createLastPoint(n);
  const kicks = new Float64Array(n);

  function at(z: State): boolean {
    if (last.is(z)) return true;
    g.jacobian(z, G0);
    gram.fill(G0, G0, inverseMass, N);
    const isRegular = factor.factor(N);
    if (isRegular) last.set(z);
    else last.forget();
    return isRegular;
  }
  function between(z0: State, z1: State): boolean {
    last.forget();
    g.jacobian(z0, G0);
    g.jacobian(z1, G1);
    gram.fill(G1, G0, inverseMass, N);
    if (isRedundant) return factor.factor(N);
    gram.fill(G0, G1, inverseMass, transposed);
    for (let i = 0; i < N.length; i++) N[i] = 0.5 * (N[i] + transposed[i]);
    return factor.factor(N);
  }
  function addKicks(z: State, weight: number, w: Float64Array, scale: Float64Array): void {
    const { start, index } = g.jacobianPattern;
    g.jacobian(z, G1);
    kicks.fill(0);
    for (let a = 0; a < g.m; a++)
      for (let k = start[a]; k < start[a + 1]; k++) kicks[index[k]] += Math.abs(G1[k] * w[a]);
    for (let a = 0; a < g.m; a++)
      for (let k = start[a]; k < start[a + 1]; k++)
        scale[a] += weight * Math.abs(G1[k]) * inverseMass[index[k]] * kicks[index[k]];
  }
  return {
    jacobian: G0,
    at,
    between,
    addKicks,
    shorten: redundant?.shorten,
    solve(r, scale) {
      factor.solve(r);
      for (let i = 0; i < r.length; i++) r[i] *= scale;
    },
  };
}

/** Matrices with this pattern and rank, held densely. */
function createRedundantFactor({ rows: m, start, index }: Pattern, rank: number) {
  const dense = new Float64Array(m * m);
  const lu = createDenseFactor(m, rank);
  return {
    factor(values: Float64Array): boolean {
      for (let i = 0; i < m; i++)
        for (let k = start[i]; k < start[i + 1]; k++) dense[i * m + index[k]] = values[k];
      return lu.factor(dense);
    },
    solve: (r: Float64Array) => lu.solve(r),
    shorten: (w: Float64Array) => lu.shorten?.(w),
  };
}
