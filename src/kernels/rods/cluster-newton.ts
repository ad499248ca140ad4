// Newton's method for clusters of a few rods, many of them of one topology (M-SHAKE). In vectors d_k = r_a − r_b:
//   r_k = (|d_k|² − length²)/2,   J_kl = c_kl d_k·d₀_l,   J δ = −r,   d_k ← d_k + Σ_l c_kl d₀_l δ_l,   μ ← μ + δ.
// J = G(x) M⁻¹ G(x₀)ᵀ is not symmetric, but near to G M⁻¹ Gᵀ, so that elimination needs no pivoting; it is renewed
// while errors are large. For momenta J is G M⁻¹ Gᵀ and one solve is enough.
// Conditions: independent rods, each turning by less than a right angle; the iteration must contract.
// Reference: Kräutler, van Gunsteren & Hünenberger, J. Comput. Chem. 22 (2001) 501.

import { done, type Outcome } from '../../solvers/outcome.ts';
import { createCoupling } from './coupling.ts';
import type { RodSolver } from './solver.ts';
import { noMultipliers, notConverged, notFinite, type RodTable } from './table.ts';
import {
  addToMomenta,
  addToPositions,
  fillRates,
  fillResiduals,
  fillVectors,
  product,
  subtract,
  subtractFromMomenta,
  toImpulse,
  worstRod,
} from './vectors.ts';

const maxIterations = 40;
/** Above this error J is made anew: below, the old one gains as many digits as the rod has turned little. */
const renewAbove = 1e-5;

/** `rods` holds clusters of m rods and one topology, one after the other. */
export function clusterNewton(rods: RodTable, m: number, tolerance: number): RodSolver {
  return new ClusterNewton(rods, m, tolerance);
}

class ClusterNewton implements RodSolver {
  readonly title: string;
  private readonly rods: RodTable;
  private readonly m: number;
  private readonly tolerance: number;
  /** c_kl of all clusters, m × m each. */
  private readonly c: Float64Array;
  private readonly d0: Float64Array;
  private readonly d: Float64Array;
  private readonly r: Float64Array;
  private readonly mu: Float64Array;
  /** The matrix, then its factors: L below the diagonal, U above, 1/pivots on it. */
  private readonly J: Float64Array;

  constructor(rods: RodTable, m: number, tolerance: number) {
    this.rods = rods;
    this.m = m;
    this.tolerance = tolerance;
    this.c = denseCoupling(rods, m);
    this.title = `${rods.count / m} × Newton (${m} rods)`;
    [this.d0, this.d] = [new Float64Array(3 * m), new Float64Array(3 * m)];
    [this.r, this.mu] = [new Float64Array(m), new Float64Array(m)];
    this.J = new Float64Array(m * m);
  }

  moveOntoRods(x0: Float64Array, h: number, x: Float64Array, p: Float64Array): Outcome {
    const { rods, m, d0, d, mu } = this;
    for (let first = 0; first < rods.count; first += m) {
      fillVectors(rods, first, x0, d0);
      fillVectors(rods, first, x, d);
      const outcome = this.solve(first);
      if (!outcome.ok) return outcome;
      addToPositions(rods, first, d0, mu, x);
      toImpulse(h, mu);
      addToMomenta(rods, first, d0, mu, p);
    }
    return done;
  }

  projectMomenta(x: Float64Array, p: Float64Array): Outcome {
    const { rods, m, d, r } = this;
    for (let first = 0; first < rods.count; first += m) {
      fillVectors(rods, first, x, d);
      fillRates(rods, first, d, p, r);
      if (!this.factor(first, d)) return noMultipliers(rods, first, d, d, 1);
      this.backSubstitute();
      if (!subtractFromMomenta(rods, first, d, r, p)) return notFinite(rods, first, 1);
    }
    return done;
  }

  /** μ of the cluster that begins at this rod, from its vectors. */
  private solve(first: number): Outcome {
    const { rods, d0, d, r, mu, tolerance } = this;
    mu.fill(0);
    let before = Number.POSITIVE_INFINITY;
    for (let iterations = 0; ; iterations++) {
      const error = fillResiduals(rods, first, d, r);
      if (error <= tolerance) return done;
      if (!(error < before) || iterations === maxIterations)
        return notConverged(rods, worstRod(rods, first, r), error, iterations);
      if (before > renewAbove && !this.factor(first, d0))
        return noMultipliers(rods, first, d, d0, iterations);
      before = error;
      this.backSubstitute();
      this.correct(first);
    }
  }

  /** J_kl = c_kl d_k·right_l and its elimination; false when a pivot is not positive. */
  private factor(first: number, right: Float64Array): boolean {
    this.fill(first * this.m, right);
    const { m, J } = this;
    for (let k = 0; k < m; k++) {
      const pivot = J[k * m + k];
      if (!(pivot > 0 && pivot < Number.POSITIVE_INFINITY)) return false;
      const inverse = 1 / pivot;
      J[k * m + k] = inverse;
      for (let i = k + 1; i < m; i++) {
        const l = J[i * m + k] * inverse;
        J[i * m + k] = l;
        if (l === 0) continue;
        for (let j = k + 1; j < m; j++) J[i * m + j] -= l * J[k * m + j];
      }
    }
    return true;
  }

  private fill(start: number, right: Float64Array): void {
    const { m, c, d, J } = this;
    for (let k = 0, at = 0; k < m; k++) {
      for (let l = 0; l < m; l++, at++) J[at] = c[start + at] * product(d, k, right, l);
    }
  }

  /** r ← J⁻¹ r */
  private backSubstitute(): void {
    const { m, J, r } = this;
    for (let i = 1; i < m; i++) for (let j = 0; j < i; j++) r[i] -= J[i * m + j] * r[j];
    for (let i = m - 1; i >= 0; i--) {
      for (let j = i + 1; j < m; j++) r[i] -= J[i * m + j] * r[j];
      r[i] *= J[i * m + i];
    }
  }

  /** δ = −r: μ ← μ + δ, d_k ← d_k + Σ_l c_kl d₀_l δ_l. */
  private correct(first: number): void {
    const { m, c, d0, d, r, mu } = this;
    for (let k = 0, at = first * m; k < m; k++) {
      mu[k] -= r[k];
      for (let l = 0; l < m; l++, at++) subtract(c[at] * r[l], d0, l, d, k);
    }
  }
}

function denseCoupling(rods: RodTable, m: number): Float64Array {
  const { clusters, k, l, c, own } = createCoupling(rods, m);
  const dense = new Float64Array(clusters * m * m);
  for (let cluster = 0; cluster < clusters; cluster++) {
    const start = cluster * m * m;
    for (let i = 0; i < m; i++) dense[start + i * m + i] = own[cluster * m + i];
    for (let e = 0; e < k.length; e++) {
      const value = c[cluster * k.length + e];
      dense[start + k[e] * m + l[e]] = value;
      dense[start + l[e] * m + k[e]] = value;
    }
  }
  return dense;
}
