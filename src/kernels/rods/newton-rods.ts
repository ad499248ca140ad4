// Newton's method for clusters of rods (M-SHAKE, and its symmetric form for chains). In vectors d_k = r_a − r_b:
//   r_k = (|d_k|² − length²)/2,   J δ = −r,   d_k ← d_k + Σ_l c_kl d₀_l δ_l,   μ ← μ + δ.
// The choice of J ≈ ∂r/∂μ, of its renewal and of its factorisation is a strategy (NewtonMatrix, below). For momenta J is
// G M⁻¹ Gᵀ and one solve is enough.
// Conditions: independent rods, each turning by less than a right angle; the iteration must contract.
// References: Kräutler, van Gunsteren & Hünenberger, J. Comput. Chem. 22 (2001) 501 (dense); Barth, Kuczera, Leimkuhler &
// Skeel, J. Comput. Chem. 16 (1995) 1192 (symmetric Newton iteration).

import { createSymmetricFactor } from '../../linalg/ldlt/symmetric-factor.ts';
import { product, subtract } from '../../particles/vector3.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import { createCoupling, gramPattern, subtractCoupled } from './coupling.ts';
import { type ClusterMethod, clusterByCluster, type RodSolver } from './solver.ts';
import { noMultipliers, notConverged, notFinite, type RodTable } from './table.ts';
import { fillRates, fillResiduals, fillVectors, subtractFromMomenta, worstRod } from './vectors.ts';

/** For a few rods. `rods` holds consecutive clusters of m rods and one topology. */
export const clusterNewton = (rods: RodTable, m: number, tolerance: number): RodSolver =>
  clusterByCluster(rods, new NewtonRods(rods, denseMatrix(rods, m), tolerance));

/** For many rods: chains with rods in order along the chain, trees, rings. */
export const chainNewton = (rods: RodTable, m: number, tolerance: number): RodSolver =>
  clusterByCluster(rods, new NewtonRods(rods, sparseMatrix(rods, m), tolerance));

class NewtonRods implements ClusterMethod {
  readonly title: string;
  readonly directions: Float64Array;
  readonly d: Float64Array;
  readonly mu: Float64Array;
  private readonly rods: RodTable;
  private readonly matrix: NewtonMatrix;
  private readonly tolerance: number;
  private readonly r: Float64Array;

  constructor(rods: RodTable, matrix: NewtonMatrix, tolerance: number) {
    const { m, title } = matrix;
    this.rods = rods;
    this.matrix = matrix;
    this.tolerance = tolerance;
    this.title = `${rods.count / m} × ${title}`;
    [this.directions, this.d] = [new Float64Array(3 * m), new Float64Array(3 * m)];
    [this.r, this.mu] = [new Float64Array(m), new Float64Array(m)];
  }

  begin(cluster: number, x0: Float64Array): void {
    fillVectors(this.rods, cluster * this.matrix.m, x0, this.directions);
  }

  solve(cluster: number): Outcome {
    const { rods, matrix, directions, d, r, mu, tolerance } = this;
    const first = cluster * matrix.m;
    mu.fill(0);
    let before = Number.POSITIVE_INFINITY;
    for (let iterations = 0; ; iterations++) {
      const error = fillResiduals(rods, first, d, r);
      if (error <= tolerance) return done;
      if (!(error < before) || iterations === matrix.maxIterations)
        return notConverged(rods, worstRod(rods, first, r), error, iterations);
      if (matrix.isStale(error, before) && !matrix.factor(cluster, d, directions))
        return noMultipliers(rods, first, d, directions, iterations);
      before = error;
      matrix.solve(r);
      for (let k = 0; k < r.length; k++) mu[k] -= r[k];
      matrix.correct(cluster, r, directions, d);
    }
  }

  project(cluster: number, x: Float64Array, p: Float64Array): Outcome {
    const { rods, matrix, d, r } = this;
    const first = cluster * matrix.m;
    fillVectors(rods, first, x, d);
    if (!matrix.factor(cluster, d, d)) return noMultipliers(rods, first, d, d, 1);
    fillRates(rods, first, d, p, r);
    matrix.solve(r);
    return subtractFromMomenta(rods, first, d, r, p) ? done : notFinite(rods, first, 1);
  }
}

// Matrices of Newton's method for clusters of rods, with current vectors d_k and d₀_k at the start of the step:
//   dense   J_kl = c_kl d_k·d₀_l, the Jacobian G(x) M⁻¹ G(x₀)ᵀ itself. It is not symmetric, but near to G M⁻¹ Gᵀ, so that
//           elimination needs no pivoting; it is renewed while errors are large. For a few rods
//   sparse  J_kl = ½ c_kl (d_k·d₀_l + d₀_k·d_l), the Jacobian without its antisymmetric part, which is small like the angle that
//           rods turn in a step. It has the pattern of G M⁻¹ Gᵀ, tridiagonal for a chain: work is linear in the number of rods.
//           The factors are reused as long as each iteration gains a digit

interface NewtonMatrix {
  /** Rods of one cluster. */
  readonly m: number;
  readonly title: string;
  readonly maxIterations: number;
  /** Whether J must be recomputed, from the current error and that of the previous iteration, infinite for the first one. */
  isStale(error: number, before: number): boolean;
  /** Factors J of a cluster, from its vectors d and the directions of the multipliers; false unless all pivots are positive. */
  factor(cluster: number, d: Float64Array, right: Float64Array): boolean;
  /** r ← J⁻¹ r */
  solve(r: Float64Array): void;
  /** d_k ← d_k − Σ_l c_kl d₀_l δ_l */
  correct(cluster: number, delta: Float64Array, d0: Float64Array, d: Float64Array): void;
}

/** Above this error the dense J is recomputed; below, the old one converges fast enough, since rods turn little in a step. */
const renewAbove = 1e-5;

function denseMatrix(rods: RodTable, m: number): NewtonMatrix {
  /** c_kl of all clusters, m × m each. */
  const c = denseCoupling(rods, m);
  /** The matrix, then its factors: L below the diagonal, U above, 1/pivots on it. */
  const J = new Float64Array(m * m);
  return {
    m,
    title: `Newton (${m} rods)`,
    maxIterations: 40,
    isStale: (_, before) => before > renewAbove,
    factor(cluster, d, right) {
      for (let k = 0, at = 0, from = cluster * m * m; k < m; k++)
        for (let l = 0; l < m; l++, at++) J[at] = c[from + at] * product(d, k, right, l);
      return eliminate(J, m);
    },
    solve(r) {
      for (let i = 1; i < m; i++) for (let j = 0; j < i; j++) r[i] -= J[i * m + j] * r[j];
      for (let i = m - 1; i >= 0; i--) {
        for (let j = i + 1; j < m; j++) r[i] -= J[i * m + j] * r[j];
        r[i] *= J[i * m + i];
      }
    },
    correct(cluster, delta, d0, d) {
      for (let k = 0, at = cluster * m * m; k < m; k++)
        for (let l = 0; l < m; l++, at++) subtract(c[at] * delta[l], d0, l, d, k);
    },
  };
}

/** J = L U without pivoting; false when a pivot is not positive. */
function eliminate(J: Float64Array, m: number): boolean {
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

/** The sparse J is recomputed when an iteration leaves more than this fraction of the error. */
const poorGain = 0.1;

function sparseMatrix(rods: RodTable, m: number): NewtonMatrix {
  const coupling = createCoupling(rods, m);
  const { k, l, c, own } = coupling;
  const { pattern, pairAt, diagonalAt } = gramPattern(coupling);
  const factorisation = createSymmetricFactor(pattern);
  const J = new Float64Array(pattern.index.length);
  return {
    m,
    title: `direct Newton (${m} rods, ${factorisation.structure})`,
    maxIterations: 60,
    isStale: (error, before) => before === Number.POSITIVE_INFINITY || error / before > poorGain,
    factor(cluster, d, right) {
      for (let i = 0; i < m; i++) J[diagonalAt[i]] = own[cluster * m + i] * product(d, i, right, i);
      for (let e = 0, at = cluster * k.length; e < k.length; e++, at++)
        J[pairAt[e]] = 0.5 * c[at] * (product(d, k[e], right, l[e]) + product(right, k[e], d, l[e]));
      return factorisation.factor(J) && factorisation.negativePivots === 0;
    },
    solve: r => factorisation.solve(r),
    correct: (cluster, delta, d0, d) => subtractCoupled(coupling, cluster, delta, d0, d),
  };
}
