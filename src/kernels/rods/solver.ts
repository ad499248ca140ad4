// Solver of the rods |r_a − r_b| = length of a set of particles: the two solves of RATTLE.
//   positions   x ← x + M⁻¹ G(x₀)ᵀ μ,   p ← p + G(x₀)ᵀ μ/h,   μ such that every rod has its length at x
//   momenta     p ← p + G(x)ᵀ ν,        ν such that G(x) M⁻¹ p = 0
// A system is a union of clusters of rods that share particles; each cluster has the solver that suits it.
// A solver changes the particles of its own rods only, so solvers can run in sequence on the same arrays.

import { done, type Outcome } from '../../solvers/outcome.ts';
import type { RodTable } from './table.ts';
import { addToMomenta, addToPositions, fillVectors, toImpulse } from './vectors.ts';

export interface RodSolver {
  /** For display: which solver, and for how many rods. */
  readonly title: string;
  /** x and p hold three entries for each particle of the whole system; x₀ is the start of the step. */
  moveOntoRods(x0: Float64Array, h: number, x: Float64Array, p: Float64Array): Outcome;
  projectMomenta(x: Float64Array, p: Float64Array): Outcome;
  /** Number of solves that fell back from WebAssembly to the plain solver; absent where there is no fallback. */
  declined?(): number;
}

/** Solver of one cluster in vectors d_k = r_a − r_b; clusters of one size are stored consecutively. */
export interface ClusterMethod {
  readonly title: string;
  /** Directions along which multipliers act in a move, three entries for each rod. */
  readonly directions: Float64Array;
  /** The vectors of the rods. */
  readonly d: Float64Array;
  readonly mu: Float64Array;
  /** Fills the directions, from positions at the start of the step. */
  begin(cluster: number, x0: Float64Array): void;
  /** μ of the cluster, from the directions and d. */
  solve(cluster: number): Outcome;
  project(cluster: number, x: Float64Array, p: Float64Array): Outcome;
}

/** Solves cluster by cluster; positions are updated once per cluster, with the final multipliers. */
export function clusterByCluster(rods: RodTable, method: ClusterMethod): RodSolver {
  const { title, directions, d, mu } = method;
  const clusters = rods.count / mu.length;
  return {
    title,
    moveOntoRods(x0, h, x, p): Outcome {
      for (let cluster = 0, first = 0; cluster < clusters; cluster++, first += mu.length) {
        method.begin(cluster, x0);
        fillVectors(rods, first, x, d);
        const outcome = method.solve(cluster);
        if (!outcome.ok) return outcome;
        addToPositions(rods, first, directions, mu, x);
        toImpulse(h, mu);
        addToMomenta(rods, first, directions, mu, p);
      }
      return done;
    },
    projectMomenta(x, p): Outcome {
      for (let cluster = 0; cluster < clusters; cluster++) {
        const outcome = method.project(cluster, x, p);
        if (!outcome.ok) return outcome;
      }
      return done;
    },
  };
}

/** Largest |r² − length²| / (2 length²) that counts as solved; the default. */
export const rodTolerance = 1e-10;

/** Several solvers for the rods of one system, in sequence on the same arrays, up to the first failure. */
export function runInSequence(solvers: readonly RodSolver[]): Omit<RodSolver, 'title'> {
  const declining = solvers.flatMap(({ declined }) => (declined ? [declined] : []));
  return {
    ...(declining.length > 0
      ? { declined: () => declining.reduce((sum, declined) => sum + declined(), 0) }
      : {}),
    moveOntoRods(x0, h, x, p): Outcome {
      for (const solver of solvers) {
        const outcome = solver.moveOntoRods(x0, h, x, p);
        if (!outcome.ok) return outcome;
      }
      return done;
    },
    projectMomenta(x, p): Outcome {
      for (const solver of solvers) {
        const outcome = solver.projectMomenta(x, p);
        if (!outcome.ok) return outcome;
      }
      return done;
    },
  };
}
