// The SHAKE iteration: Gauss–Seidel over the rods of a cluster, each set to its length to first order,
//   δ = −(|d|² − length²) / (2 (w_a + w_b) d·d₀),   x_a += w_a δ d₀,   x_b −= w_b δ d₀,
// until a whole sweep finds all within the tolerance; and likewise for momenta (RATTLE), where
//   δ = −d·(v_a − v_b) / ((w_a + w_b) |d|²)   and rates are compared with length × the fastest speed at the start.
// Cost for a chain of n rods grows like n³ near its straight shape: a sweep reduces errors by the factor cos²(π/(n + 1)).
// Reference: Ryckaert, Ciccotti & Berendsen, J. Comput. Phys. 23 (1977) 327; Andersen, J. Comput. Phys. 52 (1983) 24.

import { done, type Outcome } from '../../solvers/outcome.ts';
import type { RodSolver } from './solver.ts';
import { notConverged, outOfReach, type RodTable } from './table.ts';
import { addToMomenta, addToPositions, fastest, fillVectors, toImpulse } from './vectors.ts';

export interface SweepSolver extends RodSolver {
  /** Sweeps of the last solve, in the cluster that needed most. */
  readonly sweeps: number;
}

export interface SweepOptions {
  readonly tolerance: number;
  readonly maxSweeps: number;
}

/** Rods of one cluster are consecutive; `starts` holds the first rod of each cluster, then the end of the last one. */
export function sweepRods(rods: RodTable, starts: Int32Array, options: SweepOptions): SweepSolver {
  return new SweepRods(rods, starts, options);
}

/** One sweep over the rods first … end − 1; returns the largest error found. */
type Pass = (first: number, end: number, p: Float64Array) => number;

class SweepRods implements SweepSolver {
  readonly title: string;
  sweeps = 0;
  private readonly rods: RodTable;
  private readonly starts: Int32Array;
  private readonly tolerance: number;
  private readonly maxSweeps: number;
  /** Vectors at the start of the step and after the unconstrained step, displacements of particles so far, multipliers. */
  private readonly d0: Float64Array;
  private readonly d: Float64Array;
  private readonly moved: Float64Array;
  private readonly mu: Float64Array;
  private readonly overPositions: Pass = (first, end) => this.sweepPositions(first, end);
  private readonly overMomenta: Pass = (first, end, p) => this.sweepMomenta(first, end, p);
  /** The rod with the largest error of the last sweep, and the error of one that turned too far. */
  private worst = 0;
  private turnedError = 0;
  /** The largest component of a velocity in the current cluster, before its momenta are projected. */
  private speed = 0;

  constructor(rods: RodTable, starts: Int32Array, { tolerance, maxSweeps }: SweepOptions) {
    this.rods = rods;
    this.starts = starts;
    [this.tolerance, this.maxSweeps] = [tolerance, maxSweeps];
    const size = rods.a.reduce((most, i, k) => Math.max(most, i + 3, rods.b[k] + 3), 0);
    this.moved = new Float64Array(size);
    [this.d0, this.d] = [new Float64Array(3 * rods.count), new Float64Array(3 * rods.count)];
    this.mu = new Float64Array(rods.count);
    this.title = `${starts.length - 1} × SHAKE sweeps (${rods.count} rods in all)`;
  }

  moveOntoRods(x0: Float64Array, h: number, x: Float64Array, p: Float64Array): Outcome {
    const { rods, d0, d, mu, moved } = this;
    fillVectors(rods, 0, x0, d0);
    fillVectors(rods, 0, x, d);
    moved.fill(0);
    mu.fill(0);
    const outcome = this.repeat(this.overPositions, p);
    if (!outcome.ok) return outcome;
    addToPositions(rods, 0, d0, mu, x);
    toImpulse(h, mu);
    addToMomenta(rods, 0, d0, mu, p);
    return done;
  }

  projectMomenta(x: Float64Array, p: Float64Array): Outcome {
    fillVectors(this.rods, 0, x, this.d);
    return this.repeat(this.overMomenta, p);
  }

  /** Sweeps over each cluster until all its rods are within the tolerance. */
  private repeat(pass: Pass, p: Float64Array): Outcome {
    const { rods, starts, tolerance, maxSweeps } = this;
    this.sweeps = 0;
    for (let cluster = 0; cluster + 1 < starts.length; cluster++) {
      this.speed = fastest(rods, starts[cluster], starts[cluster + 1], p);
      for (let sweep = 0; ; sweep++) {
        const error = pass(starts[cluster], starts[cluster + 1], p);
        if (sweep > this.sweeps) this.sweeps = sweep;
        if (error <= tolerance) break;
        if (error === Number.POSITIVE_INFINITY) return outOfReach(rods, this.worst, this.turnedError, sweep);
        if (Number.isNaN(error) || sweep === maxSweeps)
          return notConverged(rods, this.worst, error, sweep, advice);
      }
    }
    return done;
  }

  /** One pass; returns the largest error found, infinite when a rod has turned too far for a correction along d₀. */
  private sweepPositions(first: number, end: number): number {
    const { rods, tolerance, d0, d, moved, mu } = this;
    const { a, b, wa, wb, length2 } = rods;
    let largest = 0;
    for (let k = first, at = 3 * first; k < end; k++, at += 3) {
      const i = a[k];
      const j = b[k];
      const x = d[at] + (moved[i] - moved[j]);
      const y = d[at + 1] + (moved[i + 1] - moved[j + 1]);
      const z = d[at + 2] + (moved[i + 2] - moved[j + 2]);
      const r = 0.5 * (x * x + y * y + z * z - length2[k]);
      const error = Math.abs(r) / length2[k];
      if (error <= tolerance) continue;
      const along = x * d0[at] + y * d0[at + 1] + z * d0[at + 2];
      if (!(error <= largest)) this.worst = k;
      if (Number.isNaN(error)) return error;
      if (!(along > 0)) return this.turned(k, error);
      if (error > largest) largest = error;
      const delta = -r / ((wa[k] + wb[k]) * along);
      mu[k] += delta;
      shift(wa[k] * delta, d0, at, moved, i);
      shift(-wb[k] * delta, d0, at, moved, j);
    }
    return largest;
  }

  private turned(k: number, error: number): number {
    [this.worst, this.turnedError] = [k, error];
    return Number.POSITIVE_INFINITY;
  }

  /** One pass; returns the largest rate found, relative to length × speed. */
  private sweepMomenta(first: number, end: number, p: Float64Array): number {
    const { rods, tolerance, d, speed } = this;
    const { a, b, wa, wb, length2 } = rods;
    let largest = 0;
    for (let k = first, at = 3 * first; k < end; k++, at += 3) {
      const i = a[k];
      const j = b[k];
      const s = wa[k];
      const t = wb[k];
      const rate =
        d[at] * (s * p[i] - t * p[j]) +
        d[at + 1] * (s * p[i + 1] - t * p[j + 1]) +
        d[at + 2] * (s * p[i + 2] - t * p[j + 2]);
      // A cluster at rest has no rates either.
      const error = rate === 0 ? 0 : Math.abs(rate) / (Math.sqrt(length2[k]) * speed);
      if (error <= tolerance) continue;
      if (!(error <= largest)) {
        this.worst = k;
        largest = error;
      }
      const delta = -rate / ((s + t) * (d[at] * d[at] + d[at + 1] * d[at + 1] + d[at + 2] * d[at + 2]));
      if (s > 0) shift(delta, d, at, p, i);
      if (t > 0) shift(-delta, d, at, p, j);
    }
    return largest;
  }
}

const advice = 'shorten the step, allow more sweeps, or use the solver “newton”';

/** to_j += s from_i, vectors of three. */
function shift(s: number, from: Float64Array, i: number, to: Float64Array, j: number): void {
  to[j] += s * from[i];
  to[j + 1] += s * from[i + 1];
  to[j + 2] += s * from[i + 2];
}
