// Direct solution for clusters of many rods (chains, trees, rings), in work that grows with the number of rods:
//   J = ½ (G(x) M⁻¹ G(x₀)ᵀ + G(x₀) M⁻¹ G(x)ᵀ),   J δ = −r,   J_kl = ½ c_kl (d_k·d₀_l + d₀_k·d_l),
// Newton's matrix without its antisymmetric part, which is small like the angle that rods turn in a step. It has the
// pattern of G M⁻¹ Gᵀ: tridiagonal for a chain. The factors are used again as long as each iteration gains a digit.
// Conditions: independent rods, each turning by less than a right angle; the iteration must contract.
// Reference: Barth, Kuczera, Leimkuhler & Skeel, J. Comput. Chem. 16 (1995) 1192 (symmetric Newton iteration).

import type { SymmetricFactorisation } from '../../linalg/ldlt/factorisation.ts';
import { createSymmetricFactor } from '../../linalg/ldlt/symmetric-factor.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import { type Coupling, createCoupling, gramPattern } from './coupling.ts';
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

const maxIterations = 60;
/** J is made anew when an iteration leaves more than this part of the error. */
const poorGain = 0.1;

/** `rods` holds clusters of m rods and one topology, one after the other; chains in their order along the chain. */
export function chainNewton(rods: RodTable, m: number, tolerance: number): RodSolver {
  return new ChainNewton(rods, m, tolerance);
}

class ChainNewton implements RodSolver {
  readonly title: string;
  private readonly rods: RodTable;
  private readonly tolerance: number;
  private readonly coupling: Coupling;
  private readonly pairAt: Int32Array;
  private readonly diagonalAt: Int32Array;
  private readonly factorisation: SymmetricFactorisation;
  private readonly J: Float64Array;
  private readonly d0: Float64Array;
  private readonly d: Float64Array;
  private readonly r: Float64Array;
  private readonly mu: Float64Array;

  constructor(rods: RodTable, m: number, tolerance: number) {
    this.rods = rods;
    this.tolerance = tolerance;
    this.coupling = createCoupling(rods, m);
    const { pattern, pairAt, diagonalAt } = gramPattern(this.coupling);
    [this.pairAt, this.diagonalAt] = [pairAt, diagonalAt];
    this.factorisation = createSymmetricFactor(pattern);
    this.J = new Float64Array(pattern.index.length);
    [this.d0, this.d] = [new Float64Array(3 * m), new Float64Array(3 * m)];
    [this.r, this.mu] = [new Float64Array(m), new Float64Array(m)];
    this.title = `${rods.count / m} × direct Newton (${m} rods, ${this.factorisation.structure})`;
  }

  moveOntoRods(x0: Float64Array, h: number, x: Float64Array, p: Float64Array): Outcome {
    const { rods, d0, d, mu, coupling } = this;
    for (let cluster = 0; cluster < coupling.clusters; cluster++) {
      const first = cluster * coupling.m;
      fillVectors(rods, first, x0, d0);
      fillVectors(rods, first, x, d);
      const outcome = this.solve(cluster);
      if (!outcome.ok) return outcome;
      addToPositions(rods, first, d0, mu, x);
      toImpulse(h, mu);
      addToMomenta(rods, first, d0, mu, p);
    }
    return done;
  }

  projectMomenta(x: Float64Array, p: Float64Array): Outcome {
    const { rods, d, r, coupling } = this;
    for (let cluster = 0; cluster < coupling.clusters; cluster++) {
      const first = cluster * coupling.m;
      fillVectors(rods, first, x, d);
      if (!this.factor(cluster, d)) return noMultipliers(rods, first, d, d, 1);
      fillRates(rods, first, d, p, r);
      this.factorisation.solve(r);
      if (!subtractFromMomenta(rods, first, d, r, p)) return notFinite(rods, first, 1);
    }
    return done;
  }

  /** μ of one cluster, from its vectors. */
  private solve(cluster: number): Outcome {
    const { rods, d0, d, r, mu, tolerance, coupling } = this;
    const first = cluster * coupling.m;
    mu.fill(0);
    let before = Number.POSITIVE_INFINITY;
    let gain = 1;
    for (let iterations = 0; ; iterations++) {
      const error = fillResiduals(rods, first, d, r);
      if (error <= tolerance) return done;
      if (!(error < before) || iterations === maxIterations)
        return notConverged(rods, worstRod(rods, first, r), error, iterations);
      if (iterations > 0) gain = error / before;
      if (gain > poorGain && !this.factor(cluster, d0)) return noMultipliers(rods, first, d, d0, iterations);
      before = error;
      this.factorisation.solve(r);
      this.correct(cluster);
    }
  }

  /** Factors ½ c_kl (d_k·right_l + right_k·d_l); false unless it is positive definite. */
  private factor(cluster: number, right: Float64Array): boolean {
    const { d, J, coupling, pairAt, diagonalAt, factorisation } = this;
    const { m, k, l, c, own } = coupling;
    for (let i = 0; i < m; i++) J[diagonalAt[i]] = own[cluster * m + i] * product(d, i, right, i);
    for (let e = 0, at = cluster * k.length; e < k.length; e++, at++)
      J[pairAt[e]] = 0.5 * c[at] * (product(d, k[e], right, l[e]) + product(right, k[e], d, l[e]));
    return factorisation.factor(J) && factorisation.negativePivots === 0;
  }

  /** δ = −r: μ ← μ + δ, d_k ← d_k + Σ_l c_kl d₀_l δ_l. */
  private correct(cluster: number): void {
    const { d0, d, r, mu, coupling } = this;
    const { m, k, l, c, own } = coupling;
    for (let i = 0; i < m; i++) {
      mu[i] -= r[i];
      subtract(own[cluster * m + i] * r[i], d0, i, d, i);
    }
    for (let e = 0, at = cluster * k.length; e < k.length; e++, at++) {
      subtract(c[at] * r[l[e]], d0, l[e], d, k[e]);
      subtract(c[at] * r[k[e]], d0, k[e], d, l[e]);
    }
  }
}
