// The Legendre transform: H(q, p) = p·v − L(q, v) at the velocity v(q, p) with L_v(q, v) = p. Then
//   H_q = −L_q,   H_p = v,   H_pp = L_vv⁻¹,   H_pq = −L_vv⁻¹ L_vq,   H_qq = −L_qq + L_qv L_vv⁻¹ L_vq.
// Conditions: L_vv is invertible. Where it is not, or no v is found, everything is NaN, like a formula outside its
// domain: the check and the flows look for that and fail with a reason.
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §VI.1.2.

import type { CompiledFunctions } from '../../formula/codegen/functions.ts';
import { once } from '../../formula/once.ts';
import { allFinite, dot, setUnit } from '../../linalg/dense.ts';
import { createLastPoint } from '../../linalg/last-point.ts';
import { createDenseLDLT } from '../../linalg/ldlt/factorisation.ts';
import { createDenseLU } from '../../linalg/lu.ts';
import { fullPattern, type Pattern, patternTimes, position } from '../../linalg/pattern.ts';
import type { Hamiltonian } from '../hamiltonian.ts';
import type { State } from '../state.ts';
import { scalarValue } from './formulas.ts';

export function legendreTransform(lagrangian: Lagrangian): Hamiltonian {
  const { n, functions: L } = lagrangian;
  const { x, mass, isFoundAt, isCurvedAt } = createPoint(lagrangian);
  const lagrangianValue = scalarValue(L);
  const slope = new Float64Array(2 * n);
  const pattern = once(() => fullPattern(2 * n, 2 * n));
  const fillHessian = once(() => createHessian(n, L.hessianPattern, mass));
  const times = createHessianTimes(n, L.hessianPattern, mass);
  return {
    n,
    separable: null,
    value(z) {
      if (!isFoundAt(z)) return Number.NaN;
      let sum = -lagrangianValue(x);
      for (let i = n; i < 2 * n; i++) sum += z[i] * x[i];
      return sum;
    },
    gradient(z, out) {
      if (!isFoundAt(z)) {
        out.fill(Number.NaN);
        return;
      }
      L.gradient(x, slope);
      for (let i = 0; i < n; i++) {
        out[i] = -slope[i];
        out[n + i] = x[n + i];
      }
    },
    hessianTimes(z, u, out) {
      if (isCurvedAt(z)) times(u, out);
      else out.fill(Number.NaN);
    },
    get hessianPattern() {
      return pattern();
    },
    hessian(z, out) {
      if (isCurvedAt(z)) fillHessian()(out);
      else out.fill(Number.NaN);
    },
  };
}

/** x = (q, v) and L'' at x for the state asked for last, cached. */
function createPoint(lagrangian: Lagrangian) {
  const { n, functions } = lagrangian;
  const mass = createMassMatrix(functions, n);
  const fillVelocities = createVelocities(lagrangian, mass);
  const last = createLastPoint(2 * n);
  const x = new Float64Array(2 * n);
  let [isFound, isCurved] = [false, false];

  function isFoundAt(z: State): boolean {
    if (last.is(z)) return isFound;
    isFound = fillVelocities(z, x);
    isCurved = false;
    last.set(z);
    return isFound;
  }
  function isCurvedAt(z: State): boolean {
    if (isFoundAt(z) && !isCurved) isCurved = mass.at(x);
    return isCurved;
  }
  return { x, mass, isFoundAt, isCurvedAt };
}

/** out = H'' u: with u = (dq, dp), dv = L_vv⁻¹ (dp − L_vq dq) and dH_q = −L_qq dq − L_qv dv. */
function createHessianTimes(n: number, pattern: Pattern, mass: MassMatrix) {
  const [dx, image] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  const dv = new Float64Array(n);
  return (u: Float64Array, out: Float64Array): void => {
    dx.set(u);
    dx.fill(0, n);
    patternTimes(pattern, mass.entries, dx, image);
    for (let i = 0; i < n; i++) dv[i] = u[n + i] - image[n + i];
    mass.solve(dv);
    dx.set(dv, n);
    patternTimes(pattern, mass.entries, dx, image);
    for (let i = 0; i < n; i++) {
      out[i] = -image[i];
      out[n + i] = dv[i];
    }
  };
}

/** Fills the dense H'' from the L'' that the mass matrix was evaluated with; exactly symmetric. */
function createHessian(n: number, { start, index }: Pattern, mass: MassMatrix): (out: Float64Array) => void {
  const N = 2 * n;
  // The columns of L_vq, and of L_vv⁻¹ L_vq or L_vv⁻¹ under way.
  const mixed = Array.from({ length: n }, () => new Float64Array(n));
  const column = new Float64Array(n);

  function fillLagrangian(out: Float64Array): void {
    out.fill(0);
    for (let j = 0; j < n; j++) mixed[j].fill(0);
    for (let i = 0; i < N; i++)
      for (let k = start[i]; k < start[i + 1] && index[k] < n; k++)
        if (i < n) out[i * N + index[k]] = -mass.entries[k];
        else mixed[index[k]][i - n] = mass.entries[k];
  }
  return out => {
    fillLagrangian(out);
    for (let j = 0; j < n; j++) {
      column.set(mixed[j]);
      mass.solve(column);
      for (let i = 0; i <= j; i++) {
        out[i * N + j] += dot(mixed[i], column);
        out[j * N + i] = out[i * N + j];
      }
      for (let i = 0; i < n; i++) {
        out[(n + i) * N + j] = -column[i];
        out[j * N + n + i] = -column[i];
      }
      setUnit(j, column);
      mass.solve(column);
      for (let i = 0; i <= j; i++) {
        out[(n + i) * N + n + j] = column[i];
        out[(n + j) * N + n + i] = column[i];
      }
    }
  };
}

// The velocities that belong to a state: v(q, p) solves L_v(q, v) = p, by Newton's method from rest,
//   v ← v + t L_vv⁻¹ r,    r = p − L_v(q, v),    t = 1, ½, ¼, … until the error is smaller,
// where a Lagrangian quadratic in v needs one step. It begins at rest whatever was computed before, so that a state has
// the same velocities to the last bit in a run and after a restart. The error is measured as an energy, Σ |rᵢ (L_vv⁻¹r)ᵢ|,
// in which the units of the coordinates do not count.
// Conditions: L_vv is invertible at rest and on the way, with a determinant of the sign that it has at the start: a step
// that jumps over a point without mass ends nowhere. Where it is not, there is no velocity, and that is said.
// Reference: Deuflhard, Newton Methods for Nonlinear Problems (2011), §3.3 (natural level functions).

interface Lagrangian {
  readonly n: number;
  /** L as a function of x = (q, v), with its derivatives. */
  readonly functions: CompiledFunctions;
  /** L_vv does not depend on v. */
  readonly isQuadratic: boolean;
  /** Sign of det L_vv where the motion begins; where it is another, the motion cannot come. */
  readonly orientation: -1 | 0 | 1;
}

const maxIterations = 100;
const shortestStep = 2 ** -40;
/** Relative to |v·p|: Newton's method squares the error, so that what is left after this correction is round-off. */
const lastCorrection = 1e-20;
/** A residual that cannot be made smaller is accepted when it is this small relative to the terms in it. */
const roundOff = 64 * Number.EPSILON;

/** Fills x = (q, v) from z = (q, p); false, with x meaningless, where no velocity is found. */
function createVelocities(
  { n, functions: L, isQuadratic, orientation }: Lagrangian,
  mass: MassMatrix,
): (z: State, x: Float64Array) => boolean {
  const slope = new Float64Array(2 * n);
  const [r, dv, start, correction] = Array.from({ length: 4 }, () => new Float64Array(n));

  function fillResidual(z: State, x: Float64Array): void {
    L.gradient(x, slope);
    for (let i = 0; i < n; i++) r[i] = z[n + i] - slope[n + i];
  }
  /** Moves by t dv, with the largest t for which the error falls below `error`; false when there is none. */
  function descend(z: State, x: Float64Array, error: number): boolean {
    for (let i = 0; i < n; i++) start[i] = x[n + i];
    for (let t = 1; t >= shortestStep; t /= 2) {
      for (let i = 0; i < n; i++) x[n + i] = start[i] + t * dv[i];
      fillResidual(z, x);
      correction.set(r);
      mass.solve(correction);
      if (energy(r, correction, 0) < error) return true;
    }
    for (let i = 0; i < n; i++) x[n + i] = start[i];
    fillResidual(z, x);
    return false;
  }
  /** |rᵢ| ≤ ε (|pᵢ| + Σⱼ |(L_vv)ᵢⱼ vⱼ|): rounding v alone does as much. */
  function isAtRoundOff(z: State, x: Float64Array): boolean {
    for (let i = 0; i < n; i++) {
      let terms = Math.abs(z[n + i]);
      for (let j = 0; j < n; j++) terms += Math.abs(mass.matrix[i * n + j] * x[n + j]);
      if (!(Math.abs(r[i]) <= roundOff * terms)) return false;
    }
    return true;
  }
  function newton(z: State, x: Float64Array): boolean {
    for (let iteration = 0; iteration < maxIterations; iteration++) {
      if (!mass.at(x)) return false;
      dv.set(r);
      mass.solve(dv);
      const error = energy(r, dv, 0);
      if (error <= lastCorrection * energy(x, z, n)) {
        for (let i = 0; i < n; i++) x[n + i] += dv[i];
        return true;
      }
      if (!descend(z, x, error)) return isAtRoundOff(z, x);
    }
    return false;
  }
  return (z, x) => {
    x.set(z);
    x.fill(0, n);
    fillResidual(z, x);
    if (isQuadratic) {
      if (!mass.at(x)) return false;
      mass.solve(r);
      x.set(r, n);
    } else if (!newton(z, x)) return false;
    return mass.sign() === orientation && allFinite(x);
  };
}

/** Σ |aᵢ bᵢ| over the entries from `first` on. */
function energy(a: Float64Array, b: Float64Array, first: number): number {
  let sum = 0;
  for (let i = first; i < a.length; i++) sum += Math.abs(a[i] * b[i]);
  return sum;
}

// The matrix L_vv of a Lagrangian L(q, v) at x = (q, v), factored, with the other second derivatives beside it. For
// L = ½vᵀM(q)v − V(q) it is the mass matrix M(q). Dense: the inverse of a sparse M is full in general.
// At the start it is also judged: a singular one leaves a velocity undetermined. For that it is scaled to entries of
// size 1 in every row, so that units do not count (Ruiz 2001, algorithm 2.1).

interface MassMatrix {
  /** Evaluates L'' at x and factors L_vv; false when that is exactly singular or not finite. */
  at(x: Float64Array): boolean;
  /** The entries of L'' as evaluated last, in the order of its pattern. */
  readonly entries: Float64Array;
  /** L_vv as evaluated last, row by row. */
  readonly matrix: Float64Array;
  /** Sign of det L_vv; 0 when the last factorisation failed. */
  sign(): -1 | 0 | 1;
  /** b becomes L_vv⁻¹ b. */
  solve(b: Float64Array): void;
}

const unitWeight = Float64Array.of(1);

export function createMassMatrix(L: CompiledFunctions, n: number): MassMatrix {
  const pattern = L.hessianPattern;
  const entries = new Float64Array(pattern.index.length);
  const matrix = new Float64Array(n * n);
  const places = Int32Array.from(matrix, (_, at) => position(pattern, n + Math.floor(at / n), n + (at % n)));
  const lu = createDenseLU(n);
  return {
    entries,
    matrix,
    at(x) {
      L.hessian(x, unitWeight, entries);
      for (let at = 0; at < places.length; at++) matrix[at] = places[at] < 0 ? 0 : entries[places[at]];
      return lu.factor(matrix);
    },
    sign: () => lu.determinantSign(),
    solve: b => lu.solve(b),
  };
}

/** Nearer to singular than this, relative to the scaled entries, is singular but for rounding. */
const singularity = 1e-13;
const scalingSweeps = 5;

/** What keeps the matrix from being inverted, in words that follow “the mass matrix”; null when nothing does. */
export function faultOf(matrix: Float64Array, names: readonly string[]): string | null {
  const n = names.length;
  if (!allFinite(matrix)) return 'is not finite at the start';
  const empty = names.findIndex((_, i) => matrix.subarray(i * n, i * n + n).every(entry => entry === 0));
  if (empty >= 0) return `is zero for ${names[empty]} at the start`;
  const lu = createDenseLU(n);
  const isRegular = lu.factor(scaled(matrix, n)) && lu.reciprocalCondition() > singularity;
  return isRegular ? null : 'is singular at the start';
}

/** Whether vᵀAv > 0 for all v other than 0; A is symmetric. */
export function isPositiveDefinite(A: Float64Array, n: number): boolean {
  const factor = createDenseLDLT(fullPattern(n, n));
  return factor.factor(A) && factor.negativePivots === 0;
}

/** D A D with the diagonal D that brings the largest entry of every row near 1. */
function scaled(A: Float64Array, n: number): Float64Array {
  const out = A.slice();
  for (let sweep = 0; sweep < scalingSweeps; sweep++) {
    const size = Float64Array.from({ length: n }, (_, i) =>
      Math.sqrt(out.subarray(i * n, i * n + n).reduce((most, entry) => Math.max(most, Math.abs(entry)), 0)),
    );
    for (let at = 0; at < n * n; at++) out[at] /= size[Math.floor(at / n)] * size[at % n];
  }
  return out;
}
