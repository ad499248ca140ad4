// The point nearest to y₀ with c(y) = 0:   min ½ Σ (y − y₀)ⱼ² / wⱼ   subject to c(y) = 0;  wⱼ = 0 freezes yⱼ.
//   1. Restore: Levenberg–Marquardt steps  d = −W Cᵀ (C W Cᵀ + μ D)⁻¹ c,  D its diagonal, until c is round-off.
//   2. Approach: slide along c = 0 towards y₀ by the tangential part of y₀ − y, with Barzilai–Borwein steps.
// Redundant equations are allowed (μ > 0). Where c = 0 has no solution the search ends at a stationary point of |c|²:
// there Cᵀc = 0, so the remaining residuals identify the equations that contradict each other.
// References: Nocedal & Wright (2006), §10.3; Barzilai & Borwein, IMA J. Numer. Anal. 8 (1988), eq. 5.

import { maxAbs } from '../linalg/dense.ts';
import { createWeightedGram, type WeightedGram } from '../linalg/gram.ts';
import type { SymmetricFactorisation } from '../linalg/ldlt/factorisation.ts';
import { createSymmetricFactor } from '../linalg/ldlt/symmetric-factor.ts';
import {
  type Pattern,
  patternTimes,
  patternTransposedTimes,
  position,
  rowLengths,
} from '../linalg/pattern.ts';
import { roundingShare } from '../problem/term-sizes.ts';

export interface SparseEquations {
  readonly count: number;
  /** Sparsity of the Jacobian, count × unknowns. */
  readonly pattern: Pattern;
  value(y: Float64Array, out: Float64Array): void;
  jacobian(y: Float64Array, out: Float64Array): void;
  /** Accuracy to which c can be evaluated; default: round-off. */
  readonly precision?: Precision;
}

export interface Precision {
  /** Relative to the terms of each equation. */
  readonly rounding: number;
  /** Terms smaller than this fraction of the largest count as zero. */
  readonly floor: number;
}

export interface NearestZero {
  readonly ok: boolean;
  readonly y: Float64Array;
  /** Largest |cᵢ| relative to the terms of cᵢ. */
  readonly residual: number;
  /** True where |c|² cannot be made smaller nearby. */
  readonly stationary: boolean;
  /** cᵢ over the length of its gradient at the start. */
  readonly residuals: Float64Array;
}

const exact: Precision = { rounding: 1e-14, floor: 0 };
/** A solution may have residuals this many times larger than rounding. */
const accepted = 1000;
const leastDamping = 1e-12;
const mostDamping = 1e10;
const maxRestore = 80;
const maxApproach = 80;
const stationaryAngle = 1e-3;

class Search {
  readonly y: Float64Array;
  readonly c: Float64Array;
  private readonly equations: SparseEquations;
  private readonly weight: Float64Array;
  private readonly C: Float64Array;
  private readonly N: Float64Array;
  private readonly damped: Float64Array;
  private readonly lambda: Float64Array;
  private readonly trial: Float64Array;
  private readonly step: Float64Array;
  private readonly size: Float64Array;
  private readonly terms: Float64Array;
  private readonly diagonal: Int32Array;
  private readonly precision: Precision;
  /** Unknowns that the search changes: the others may have other units and are no scale for round-off. */
  private readonly moved: Int32Array;
  /** The largest of them at the start: the round-off scale of a search that ends at zero. */
  private readonly startSize: number;
  private readonly gram: WeightedGram;
  private readonly factor: SymmetricFactorisation;

  constructor(equations: SparseEquations, start: Float64Array, weight: Float64Array) {
    const { count, pattern } = equations;
    this.equations = equations;
    this.weight = weight;
    this.precision = equations.precision ?? exact;
    this.y = start.slice();
    const moved = new Set(pattern.index);
    this.moved = Int32Array.from([...moved].filter(j => weight[j] > 0));
    this.startSize = this.largestMoved();
    this.gram = createWeightedGram(pattern);
    this.factor = createSymmetricFactor(this.gram.pattern);
    this.C = new Float64Array(pattern.index.length);
    this.N = new Float64Array(this.gram.pattern.index.length);
    this.damped = new Float64Array(this.N.length);
    [this.c, this.lambda, this.size, this.terms] = Array.from({ length: 4 }, () => new Float64Array(count));
    [this.trial, this.step] = [start.slice(), start.slice()];
    this.diagonal = Int32Array.from({ length: count }, (_, i) => position(this.gram.pattern, i, i));
    equations.value(this.y, this.c);
    this.linearise();
    // Residuals are compared as distances: each over the length of its gradient at the start.
    rowLengths(pattern, this.C, this.size);
    const least = this.precision.floor * maxAbs(this.size);
    for (let i = 0; i < count; i++) this.size[i] = Math.max(this.size[i], least) || 1;
  }

  private largestMoved(): number {
    let largest = 0;
    for (const j of this.moved) largest = Math.max(largest, Math.abs(this.y[j]));
    return largest;
  }

  private linearise(): void {
    this.equations.jacobian(this.y, this.C);
    this.gram.fill(this.C, this.C, this.weight, this.N);
  }

  /** out = W Cᵀ (N + μ D)⁻¹ r; r is overwritten. */
  private correction(r: Float64Array, mu: number, out: Float64Array): boolean {
    this.damped.set(this.N);
    for (const at of this.diagonal) this.damped[at] += mu * this.damped[at] || mu;
    if (!this.factor.factor(this.damped)) return false;
    this.factor.solve(r);
    patternTransposedTimes(this.equations.pattern, this.C, r, out);
    for (let j = 0; j < out.length; j++) out[j] *= this.weight[j];
    return true;
  }

  private merit(c: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < c.length; i++) sum += (c[i] / this.size[i]) ** 2;
    return sum;
  }

  /** The sizes of the terms of the cᵢ. */
  private fillTerms(): void {
    const { y, C, terms } = this;
    const { start, index } = this.equations.pattern;
    const largest = Math.max(this.startSize, this.largestMoved());
    for (let i = 0; i < terms.length; i++) {
      terms[i] = 0;
      for (let k = start[i]; k < start[i + 1]; k++)
        terms[i] += Math.abs(C[k]) * (Math.abs(y[index[k]]) + roundingShare * largest);
    }
  }

  /** Largest residual relative to its terms. */
  relative(): number {
    const { c, terms } = this;
    this.fillTerms();
    const least = this.precision.floor > 0 ? this.precision.floor * maxAbs(terms) : 0;
    let residual = 0;
    for (let i = 0; i < c.length; i++) {
      const size = Math.abs(c[i]);
      const part = size === 0 ? 0 : size / (Math.max(terms[i], least) + size);
      if (!(part <= residual)) residual = part;
    }
    return residual;
  }

  isSolved(): boolean {
    return this.relative() <= this.precision.rounding;
  }

  /** Damped steps until c is round-off or no longer decreases. */
  restore(): boolean {
    let mu = leastDamping;
    for (let iteration = 0; iteration < maxRestore; iteration++) {
      if (this.isSolved()) break;
      mu = this.descend(mu);
      if (mu > mostDamping) break;
      this.linearise();
    }
    return this.relative() <= accepted * this.precision.rounding;
  }

  /** One accepted step and the damping for the next; beyond the largest damping when there is none. */
  private descend(first: number): number {
    const { y, trial, step, lambda, c } = this;
    const merit = this.merit(c);
    for (let mu = first; mu <= mostDamping; mu = Math.max(1e-9, 10 * mu)) {
      lambda.set(c);
      if (!this.correction(lambda, mu, step)) continue;
      for (let j = 0; j < y.length; j++) trial[j] = y[j] - step[j];
      this.equations.value(trial, lambda);
      if (!(this.merit(lambda) < merit)) continue;
      y.set(trial);
      c.set(lambda);
      return Math.max(leastDamping, mu / 10);
    }
    return Number.POSITIVE_INFINITY;
  }

  /** True when Cᵀc vanishes relative to its terms: no direction decreases |c|. */
  isStationary(): boolean {
    const { c, size, step, lambda, N, diagonal } = this;
    for (let i = 0; i < c.length; i++) lambda[i] = c[i] / size[i] ** 2;
    patternTransposedTimes(this.equations.pattern, this.C, lambda, step);
    let [square, terms] = [0, 0];
    for (let j = 0; j < step.length; j++) square += this.weight[j] * step[j] ** 2;
    for (let i = 0; i < c.length; i++)
      terms += Math.abs(lambda[i]) * Math.max(size[i], Math.sqrt(N[diagonal[i]]));
    return Math.sqrt(square) <= stationaryAngle * terms + 1e-12 * Math.sqrt(this.merit(c));
  }

  /** out = the part of anchor − y that is tangent to c = 0; returns its length. */
  private tangent(anchor: Float64Array, out: Float64Array): number {
    const { y, weight, lambda, step } = this;
    for (let j = 0; j < y.length; j++) out[j] = weight[j] > 0 ? anchor[j] - y[j] : 0;
    patternTimes(this.equations.pattern, this.C, out, lambda);
    if (!this.correction(lambda, leastDamping, step)) return 0;
    for (let j = 0; j < y.length; j++) out[j] -= step[j];
    return this.length(out);
  }

  private length(v: Float64Array): number {
    let sum = 0;
    for (const j of this.moved) sum += v[j] ** 2 / this.weight[j];
    return Math.sqrt(sum);
  }

  private distance(anchor: Float64Array): number {
    return this.length(anchor.map((value, j) => (this.weight[j] > 0 ? value - this.y[j] : 0)));
  }

  /** Slides along c = 0 to the point nearest to the anchor; y stays a solution throughout. */
  approach(anchor: Float64Array): void {
    const [t, before, previous] = Array.from({ length: 3 }, () => new Float64Array(this.y.length));
    let length = this.tangent(anchor, t);
    let alpha = 1;
    for (let iteration = 0; iteration < maxApproach; iteration++) {
      const distance = this.distance(anchor);
      if (length <= 1e-10 * distance + this.precision.rounding * this.length(this.y)) return;
      previous.set(this.y);
      before.set(t);
      for (let j = 0; j < t.length; j++) this.y[j] += alpha * t[j];
      this.equations.value(this.y, this.c);
      this.linearise();
      const restored = this.restore();
      const next = restored ? this.tangent(anchor, t) : Number.POSITIVE_INFINITY;
      const nearer = this.distance(anchor) <= distance * (1 + 1e-14) || next < 0.5 * length;
      if (!restored || !nearer) {
        this.returnTo(previous);
        if (alpha < 1e-4) return;
        alpha /= 4;
        length = this.tangent(anchor, t);
        continue;
      }
      alpha = this.barzilaiBorwein(previous, before, t);
      length = next;
    }
  }

  private returnTo(y: Float64Array): void {
    this.y.set(y);
    this.equations.value(y, this.c);
    this.linearise();
  }

  /** ⟨s, s⟩ / ⟨s, t₀ − t₁⟩ for the step s that changed the tangential part from t₀ to t₁. */
  private barzilaiBorwein(from: Float64Array, t0: Float64Array, t1: Float64Array): number {
    let [top, bottom] = [0, 0];
    for (let j = 0; j < t0.length; j++) {
      if (this.weight[j] === 0) continue;
      const s = this.y[j] - from[j];
      top += (s * s) / this.weight[j];
      bottom += (s * (t0[j] - t1[j])) / this.weight[j];
    }
    return bottom > 0 && top > 0 ? Math.min(10, top / bottom) : 1;
  }

  scaledResiduals(): Float64Array {
    return this.c.map((value, i) => value / this.size[i]);
  }
}

/** Searches from `start` for the zero nearest to `anchor`. */
export function nearestZero(
  equations: SparseEquations,
  anchor: Float64Array,
  weight: Float64Array,
  start: Float64Array = anchor,
): NearestZero {
  const search = new Search(equations, start, weight);
  const solved = search.isSolved();
  const ok = search.restore();
  if (ok && !(solved && start === anchor)) search.approach(anchor);
  const stationary = !ok && search.isStationary();
  return { ok, y: search.y, residual: search.relative(), stationary, residuals: search.scaledResiduals() };
}
