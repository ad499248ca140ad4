// LINCS: with unit vectors B of the rods at the start of the step and S_k = (w_a + w_b)^{−1/2}, the matrix of the rods is
//   S B M⁻¹ Bᵀ S = I − A,   A_kl = −S_k S_l c_kl B_k·B_l (k ≠ l),   (I − A)⁻¹ ≈ I + A + … + A^order.
// First the component along B of every rod is set to its length, then rotation is corrected with the projected length
// √(2 length² − |d|²) as the target, at most `corrections` times. The result obeys the same equations as SHAKE's.
// Conditions: the spectral radius of A is below 1 (rigid triangles come near it or exceed it), rods turn by less than 45°.
// Reference: Hess, Bekker, Berendsen & Fraaije, J. Comput. Chem. 18 (1997) 1463.

import { maxAbs, norm2 } from '../../linalg/dense.ts';
import { product } from '../../particles/vector3.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import { type Coupling, createCoupling, subtractCoupled } from './coupling.ts';
import { type ClusterMethod, clusterByCluster, type RodSolver } from './solver.ts';
import { notConverged, notFinite, outOfReach, type RodTable } from './table.ts';
import {
  areFinite,
  fastest,
  fillRates,
  fillResiduals,
  fillVectors,
  subtractFromMomenta,
  worstRod,
} from './vectors.ts';

export interface LincsOptions {
  readonly tolerance: number;
  /** Highest power of A in the expansion. */
  readonly order: number;
  readonly corrections: number;
}

export interface LincsSolver extends RodSolver {
  /** Largest relative error of a rod after the last call of moveOntoRods. */
  readonly reached: number;
  /** Largest |eigenvalue| of A over all clusters at x: the factor by which a power of A shrinks. */
  spectralRadius(x: Float64Array): number;
}

/** `rods` holds consecutive clusters of m rods and one topology. */
export function lincs(rods: RodTable, m: number, options: LincsOptions): LincsSolver {
  const method = new Lincs(rods, m, options);
  const solver = clusterByCluster(rods, method);
  return {
    ...solver,
    moveOntoRods(x0, h, x, p) {
      method.reached = 0;
      return solver.moveOntoRods(x0, h, x, p);
    },
    get reached() {
      return method.reached;
    },
    spectralRadius: x => method.spectralRadius(x),
  };
}

const powerSteps = 100;
const advice = 'raise lincsOrder or lincsIterations, shorten the step, or use the solver “newton”';

class Lincs implements ClusterMethod {
  readonly title: string;
  /** Unit vectors B at the start of the step. */
  readonly directions: Float64Array;
  readonly d: Float64Array;
  readonly mu: Float64Array;
  /** Largest relative error after the solves of a move. */
  reached = 0;
  private readonly rods: RodTable;
  private readonly options: LincsOptions;
  private readonly coupling: Coupling;
  private readonly S: Float64Array;
  /** For one cluster: A by pairs, current and next term of the series, sum, residuals. */
  private readonly A: Float64Array;
  private readonly term: Float64Array;
  private readonly next: Float64Array;
  private readonly sum: Float64Array;
  private readonly r: Float64Array;

  constructor(rods: RodTable, m: number, options: LincsOptions) {
    this.rods = rods;
    this.options = options;
    this.coupling = createCoupling(rods, m);
    this.S = this.coupling.own.map(own => 1 / Math.sqrt(own));
    [this.directions, this.d] = [new Float64Array(3 * m), new Float64Array(3 * m)];
    this.A = new Float64Array(this.coupling.k.length);
    [this.term, this.next, this.sum] = [0, 1, 2].map(() => new Float64Array(m));
    [this.mu, this.r] = [new Float64Array(m), new Float64Array(m)];
    const { order, corrections } = options;
    this.title = `${rods.count / m} × LINCS (${m} rods, order ${order}, ${corrections} corrections)`;
  }

  spectralRadius(x: Float64Array): number {
    const { coupling, term, next } = this;
    let largest = 0;
    for (let cluster = 0; cluster < coupling.clusters; cluster++) {
      this.begin(cluster, x);
      for (let k = 0; k < term.length; k++) term[k] = 1 + 0.3 * Math.sin(7 * k + 1);
      largest = Math.max(largest, this.powerMethod(term, next));
    }
    return largest;
  }

  /** B, unit vectors at x, and A. */
  begin(cluster: number, x: Float64Array): void {
    const { rods, directions: B, A, S, coupling } = this;
    const { m, k, l, c } = coupling;
    const first = cluster * m;
    fillVectors(rods, first, x, B);
    for (let at = 0; at < B.length; at += 3) {
      const inverse = 1 / Math.sqrt(B[at] * B[at] + B[at + 1] * B[at + 1] + B[at + 2] * B[at + 2]);
      B[at] *= inverse;
      B[at + 1] *= inverse;
      B[at + 2] *= inverse;
    }
    for (let e = 0, at = cluster * k.length; e < k.length; e++, at++)
      A[e] = -S[first + k[e]] * S[first + l[e]] * c[at] * product(B, k[e], B, l[e]);
  }

  solve(cluster: number): Outcome {
    const { rods, directions: B, d, r, mu, S, coupling, options } = this;
    const first = cluster * coupling.m;
    mu.fill(0);
    for (let k = 0; k < r.length; k++)
      r[k] = S[first + k] * (product(B, k, d, k) - Math.sqrt(rods.length2[first + k]));
    this.correct(cluster);
    for (let iterations = 0; ; iterations++) {
      const error = fillResiduals(rods, first, d, r);
      if (error <= options.tolerance) {
        this.reached = Math.max(this.reached, error);
        return done;
      }
      if (Number.isNaN(error) || iterations === options.corrections) {
        this.reached = error;
        return notConverged(rods, worstRod(rods, first, r), error, iterations, advice);
      }
      const k = this.aimAtTurned(first);
      if (k >= 0) return outOfReach(rods, first + k, error, iterations);
      this.correct(cluster);
    }
  }

  /** Right side length − √(2 length² − |d|²), |d|² = length² + 2r; the rod for which there is no root, or −1. */
  private aimAtTurned(first: number): number {
    const { rods, r, S } = this;
    for (let k = 0; k < r.length; k++) {
      const length2 = rods.length2[first + k];
      const projected2 = length2 - 2 * r[k];
      if (!(projected2 > 0)) return k;
      // The difference of two nearly equal lengths, without cancellation.
      r[k] = (S[first + k] * 2 * r[k]) / (Math.sqrt(length2) + Math.sqrt(projected2));
    }
    return -1;
  }

  /** λ = S (I + A + …) r: μ ← μ − λ, d_k ← d_k − Σ_l c_kl B_l λ_l. */
  private correct(cluster: number): void {
    const { directions, d, sum, mu, coupling } = this;
    this.expand(cluster * coupling.m);
    for (let i = 0; i < coupling.m; i++) mu[i] -= sum[i];
    subtractCoupled(coupling, cluster, sum, directions, d);
  }

  /** sum = S (r + A r + … + A^order r) */
  private expand(first: number): void {
    const { r, term, next, sum, S, options } = this;
    for (let k = 0; k < r.length; k++) sum[k] = term[k] = r[k];
    for (let power = 1; power <= options.order; power++) {
      this.timesA(term, next);
      for (let k = 0; k < r.length; k++) {
        term[k] = next[k];
        sum[k] += next[k];
      }
    }
    for (let k = 0; k < r.length; k++) sum[k] *= S[first + k];
  }

  private timesA(v: Float64Array, out: Float64Array): void {
    const { A, coupling } = this;
    const { k, l } = coupling;
    out.fill(0);
    for (let e = 0; e < A.length; e++) {
      out[k[e]] += A[e] * v[l[e]];
      out[l[e]] += A[e] * v[k[e]];
    }
  }

  /** The expansion is repeated on its residual, until rates are within the tolerance relative to the fastest speed. */
  project(cluster: number, x: Float64Array, p: Float64Array): Outcome {
    const { rods, directions: B, r, S, sum, coupling, options } = this;
    const first = cluster * coupling.m;
    this.begin(cluster, x);
    const speed = fastest(rods, first, first + coupling.m, p);
    for (let iterations = 0; ; iterations++) {
      fillRates(rods, first, B, p, r);
      const error = speed === 0 ? 0 : maxAbs(r) / speed;
      if (error <= options.tolerance) return done;
      if (!areFinite(r)) return notFinite(rods, first, iterations);
      // The first expansion does not count as a correction.
      if (iterations > options.corrections)
        return notConverged(rods, worstRod(rods, first, r), error, iterations, advice);
      for (let k = 0; k < r.length; k++) r[k] *= S[first + k];
      this.expand(first);
      subtractFromMomenta(rods, first, B, sum, p);
    }
  }

  /** |A² v| / |v| after many products: eigenvalues come in pairs ±, so that A² converges where A does not. */
  private powerMethod(v: Float64Array, out: Float64Array): number {
    let growth = 0;
    for (let step = 0; step < powerSteps; step++) {
      const size = norm2(v);
      if (size === 0) return 0;
      for (let k = 0; k < v.length; k++) v[k] /= size;
      this.timesA(v, out);
      this.timesA(out, v);
      growth = Math.sqrt(norm2(v));
    }
    return growth;
  }
}
