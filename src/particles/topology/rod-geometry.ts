// The rods of a system, g = ½(|r_a − r_b|² − length²), with Jacobian G and masses M:
//   projection   p ← p − Gᵀ (G M⁻¹ Gᵀ)⁻¹ G M⁻¹ p,  after which G M⁻¹ p = 0
//   restoration  x ← x − M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ g(x),  iterated (Gauss–Newton)
// Anchored particles have M⁻¹ = 0. Redundant rods are left out by rank; the residual at the end is checked for all rods.
// For starting values; the dynamics has its own solvers. Hairer, Lubich, Wanner (2006), §VII.1.4 and §IV.4.

import { createWeightedGram } from '../../linalg/gram.ts';
import { createSymmetricFactor } from '../../linalg/ldlt/symmetric-factor.ts';
import { type Pattern, patternTimes, patternTransposedTimes } from '../../linalg/pattern.ts';
import { rowRank } from '../../linalg/rank.ts';
import type { ParticleSystem, Rod } from '../system.ts';

export interface RodGeometry {
  /** Number of independent rods. */
  readonly rank: number;
  /** Makes p tangent at x; false when the rods are dependent there. */
  projectMomenta(x: Float64Array, p: Float64Array): boolean;
  /** Moves x onto the rods; false when they cannot be reached from there. */
  restore(x: Float64Array): boolean;
}

type Rods = Pick<ParticleSystem, 'count' | 'mass' | 'positions' | 'rods' | 'anchored'>;

/** Largest |r² − length²| / 2length² of a restored rod, and the limit of iterations. */
const tolerance = 1e-14;
const mostSteps = 50;
/** Below this residual an iteration without improvement has reached round-off. */
const roundOff = 1e-12;

export function createRodGeometry(system: Rods): RodGeometry {
  const inverseMass = inverseMasses(system);
  const rods = independentRods(system, inverseMass);
  const pattern = rodPattern(rods, system.count);
  const gram = createWeightedGram(pattern);
  const factorisation = createSymmetricFactor(gram.pattern);
  const G = new Float64Array(pattern.index.length);
  const N = new Float64Array(gram.pattern.index.length);
  const lambda = new Float64Array(rods.length);
  const velocity = new Float64Array(3 * system.count);
  const kick = new Float64Array(3 * system.count);

  function moveTo(x: Float64Array): boolean {
    fillJacobian(rods, x, G);
    gram.fill(G, G, inverseMass, N);
    return factorisation.factor(N);
  }
  return {
    rank: rods.length,
    projectMomenta(x, p) {
      if (rods.length === 0) return true;
      if (!moveTo(x)) return false;
      for (let i = 0; i < p.length; i++) velocity[i] = inverseMass[i] * p[i];
      patternTimes(pattern, G, velocity, lambda);
      factorisation.solve(lambda);
      patternTransposedTimes(pattern, G, lambda, kick);
      for (let i = 0; i < p.length; i++) if (inverseMass[i] > 0) p[i] -= kick[i];
      return true;
    },
    restore(x) {
      let before = Number.POSITIVE_INFINITY;
      for (let step = 0; step < mostSteps; step++) {
        const worst = worstRod(system.rods, x);
        if (worst <= tolerance || (worst < roundOff && worst >= before)) return true;
        if (!Number.isFinite(worst) || !moveTo(x)) return false;
        before = worst;
        rods.forEach((rod, k) => {
          lambda[k] = (squaredLength(rod, x) - rod.length * rod.length) / 2;
        });
        factorisation.solve(lambda);
        patternTransposedTimes(pattern, G, lambda, kick);
        for (let i = 0; i < x.length; i++) x[i] -= inverseMass[i] * kick[i];
      }
      return false;
    },
  };
}

/** Largest |r² − length²| / 2length²; 0 without rods. */
export function worstRod(rods: readonly Rod[], x: Float64Array): number {
  let worst = 0;
  for (const rod of rods) {
    const error = Math.abs(squaredLength(rod, x) / (rod.length * rod.length) - 1) / 2;
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

function squaredLength({ a, b }: Rod, x: Float64Array): number {
  const [u, v, w] = [x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]];
  return u * u + v * v + w * w;
}

function inverseMasses({ count, mass, anchored }: Rods): Float64Array {
  const inverse = Float64Array.from({ length: 3 * count }, (_, i) => 1 / mass[Math.floor(i / 3)]);
  for (const i of anchored) inverse.fill(0, 3 * i, 3 * i + 3);
  return inverse;
}

function independentRods({ count, positions, rods }: Rods, inverseMass: Float64Array): Rod[] {
  const pattern = rodPattern(rods, count);
  const G = new Float64Array(pattern.index.length);
  fillJacobian(rods, positions, G);
  // No derivatives for fixed ends.
  for (let at = 0; at < G.length; at++) if (inverseMass[pattern.index[at]] === 0) G[at] = 0;
  const dependent = new Set(rowRank(pattern, G).dependent.map(({ row }) => row));
  return rods.filter((_, row) => !dependent.has(row));
}

function rodPattern(rods: readonly Rod[], count: number): Pattern {
  const a = Int32Array.from(rods, rod => 3 * rod.a);
  const b = Int32Array.from(rods, rod => 3 * rod.b);
  return rodJacobianPattern(a, b, 3 * count);
}

/** Three columns for each end of a rod, ascending; `a` and `b`: where the ends begin among the columns, −1 for none. */
export function rodJacobianPattern(a: Int32Array, b: Int32Array, cols: number): Pattern {
  const rows = a.length;
  const start = new Int32Array(rows + 1);
  for (let k = 0; k < rows; k++) start[k + 1] = start[k] + (a[k] >= 0 ? 3 : 0) + (b[k] >= 0 ? 3 : 0);
  const index = new Int32Array(start[rows]);
  let at = 0;
  const addEnd = (first: number) => {
    for (let c = 0; c < 3 && first >= 0; c++) index[at++] = first + c;
  };
  for (let k = 0; k < rows; k++) {
    addEnd(Math.min(a[k], b[k]));
    addEnd(Math.max(a[k], b[k]));
  }
  return { rows, cols, start, index };
}

/** Rows hold the particle with the smaller index first, as the pattern does. */
function fillJacobian(rods: readonly Rod[], x: Float64Array, G: Float64Array): void {
  rods.forEach(({ a, b }, row) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    for (let k = 0; k < 3; k++) {
      const d = x[3 * low + k] - x[3 * high + k];
      G[6 * row + k] = d;
      G[6 * row + 3 + k] = -d;
    }
  });
}
