// N = G M⁻¹ Gᵀ with G = ∂g/∂q at one point, or the symmetric part of G₁ M⁻¹ G₀ᵀ between two points, factored as LDLᵀ.
// The pattern is analysed once; a chain or tree of constraints costs O(m). The factor of the last single point is cached.

import { createWeightedGram } from '../linalg/gram.ts';
import { createLastPoint } from '../linalg/last-point.ts';
import { createSymmetricFactor } from '../linalg/ldlt/symmetric-factor.ts';
import type { Constraints } from '../problem/constraints.ts';
import type { State } from '../problem/state.ts';

export interface GramFactor {
  /** The entries of G at the point that was factored last. */
  readonly jacobian: Float64Array;
  at(z: State): boolean;
  between(z0: State, z1: State): boolean;
  /** r ← factor · N⁻¹ r */
  solve(r: Float64Array, factor: number): void;
  /** scale += factor · |G| M⁻¹ |G|ᵀ |w|: the sizes of the terms in N w. */
  addKicks(z: State, factor: number, w: Float64Array, scale: Float64Array): void;
}

export function createGramFactor(g: Constraints, inverseMass: Float64Array): GramFactor {
  const n = inverseMass.length;
  const entries = g.jacobianPattern.index.length;
  const [G0, G1] = [new Float64Array(entries), new Float64Array(entries)];
  const gram = createWeightedGram(g.jacobianPattern);
  const [N, transposed] = [0, 1].map(() => new Float64Array(gram.pattern.index.length));
  const factor = createSymmetricFactor(gram.pattern);
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
    gram.fill(G0, G1, inverseMass, N);
    gram.fill(G1, G0, inverseMass, transposed);
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
    solve(r, scale) {
      factor.solve(r);
      for (let i = 0; i < r.length; i++) r[i] *= scale;
    },
  };
}
