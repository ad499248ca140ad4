// Newton's method for clusters of rods (M-SHAKE, and its symmetric form for chains). In vectors d_k = r_a − r_b:
//   r_k = (|d_k|² − length²)/2,   J δ = −r,   d_k ← d_k + Σ_l c_kl d₀_l δ_l,   μ ← μ + δ.
// The matrix J near to ∂r/∂μ, when it is made anew, and how it is factored is a strategy (newton-matrices.ts). For momenta J is
// G M⁻¹ Gᵀ and one solve is enough.
// Conditions: independent rods, each turning by less than a right angle; the iteration must contract.
// References: Kräutler, van Gunsteren & Hünenberger, J. Comput. Chem. 22 (2001) 501; Barth, Kuczera, Leimkuhler & Skeel,
// J. Comput. Chem. 16 (1995) 1192.

import { done, type Outcome } from '../../solvers/outcome.ts';
import { denseMatrix, type NewtonMatrix, sparseMatrix } from './newton-matrices.ts';
import { type ClusterMethod, clusterByCluster, type RodSolver } from './solver.ts';
import { noMultipliers, notConverged, notFinite, type RodTable } from './table.ts';
import { fillRates, fillResiduals, fillVectors, subtractFromMomenta, worstRod } from './vectors.ts';

/** For a few rods. `rods` holds clusters of m rods and one topology, one after the other. */
export const clusterNewton = (rods: RodTable, m: number, tolerance: number): RodSolver =>
  clusterByCluster(rods, new NewtonRods(rods, denseMatrix(rods, m), tolerance));

/** For many rods: chains in their order along the chain, trees, rings. */
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
