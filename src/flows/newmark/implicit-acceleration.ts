// The acceleration a that M a = −∇V(x + βh²a) defines: the nonlinear equation inside every Newmark step, solved to
// round-off by Newton with the matrix M + βh²V''(x + βh²a). Conditions: βh²V'' > −M along the way, as for short steps.
// Reference: Tao and Owhadi 2016, eq. 2.3.

import { maxAbs } from '../../linalg/dense.ts';
import { createSymmetricFactor } from '../../linalg/ldlt/symmetric-factor.ts';
import { columnsOfRow, type Pattern, patternFromRows, patternTimes, position } from '../../linalg/pattern.ts';
import type { Curvature, Hamiltonian, Separable } from '../../problem/hamiltonian.ts';
import type { State } from '../../problem/state.ts';
import { done, failed, type Outcome } from '../../solvers/outcome.ts';

export interface ImplicitAcceleration {
  /** a, length n. */
  readonly a: Float64Array;
  /** Where ∇V was evaluated, here x + βh²a, in its first n entries. */
  readonly point: Float64Array;
  /** Solves for a at the x in the first n entries of z, with s = βh². */
  solve(z: State, s: number): Outcome;
  /** b becomes (M + βh²V'')⁻¹ b at that point. */
  solveLinear(b: Float64Array): void;
}

const maxIterations = 50;
/** A correction of the point this small, relative to it, is round-off. */
const roundOff = 4 * Number.EPSILON;
/** A correction that no longer shrinks is accepted when it is this small. */
const stalledRoundOff = 256 * Number.EPSILON;

export function createImplicitAcceleration(V: Separable): ImplicitAcceleration {
  const n = V.inverseMass.length;
  const mass = V.inverseMass.map(w => 1 / w);
  const matrix = createShiftedMass(V, mass);
  const [a, correction] = [new Float64Array(n), new Float64Array(n)];
  const point = new Float64Array(2 * n);

  /** One Newton correction of a at the point; the matrix stays factored there. */
  function correct(s: number): boolean {
    if (!matrix.moveTo(point, s)) return false;
    V.gradient(point, correction);
    for (let i = 0; i < n; i++) correction[i] += mass[i] * a[i];
    matrix.solve(correction);
    for (let i = 0; i < n; i++) a[i] -= correction[i];
    return true;
  }

  return {
    a,
    point,
    solveLinear: b => matrix.solve(b),
    solve(z, s) {
      a.fill(0);
      let previous = Number.POSITIVE_INFINITY;
      for (let iteration = 1; iteration <= maxIterations; iteration++) {
        for (let i = 0; i < n; i++) point[i] = z[i] + s * a[i];
        if (!correct(s)) return singularStep;
        // What counts is the error of a, or that of the point where it is the smaller one.
        const change = maxAbs(correction);
        const relative = Math.min(change / maxAbs(a), (s * change) / maxAbs(point));
        if (change === 0 || relative <= roundOff) return done;
        if (change >= previous && relative <= stalledRoundOff) return done;
        if (!Number.isFinite(change)) break;
        previous = change;
      }
      return notSolved(maxAbs(correction));
    },
  };
}

function notSolved(residual: number): Outcome {
  return failed(
    'did not converge',
    'the nonlinear equation M a = −∇V(x + βh²a) of the step was not solved; halve the step',
    { residual, iterations: maxIterations },
  );
}

// The acceleration of the linearly implicit methods, (M + βh²A(q)) a = −∇V(q): one Newton correction, from rest, of the
// equation in implicit-acceleration.ts, with A = V'' or with that of the stiff part of V alone.
// Reference: Tao and Owhadi 2016, eq. 1.3 and 2.8.

/** `implicit`: the curvature A that the matrix takes in. Its `point` is q itself. */
export function createLinearisedAcceleration(V: Separable, implicit: Curvature): ImplicitAcceleration {
  const n = V.inverseMass.length;
  const mass = V.inverseMass.map(w => 1 / w);
  const matrix = createShiftedMass(implicit, mass);
  const a = new Float64Array(n);
  const point = new Float64Array(2 * n);
  return {
    a,
    point,
    solveLinear: b => matrix.solve(b),
    solve(z, s) {
      for (let i = 0; i < n; i++) point[i] = z[i];
      if (!matrix.moveTo(point, s)) return singularStep;
      V.gradient(point, a);
      for (let i = 0; i < n; i++) a[i] = -a[i];
      matrix.solve(a);
      return done;
    },
  };
}

// The matrix M + s V''(q) of the linearly implicit methods, factored with its structure: tridiagonal, banded, block by
// block, sparse or dense. The pattern is analysed once; for chains and molecules a solve costs O(n).

interface ShiftedMass {
  /** Factors M + s V''(q); false when the matrix is singular or not finite. */
  moveTo(z: State, s: number): boolean;
  /** b becomes (M + s V''(q))⁻¹ b. */
  solve(b: Float64Array): void;
  /** Which structure the factorisation uses, for people. */
  readonly structure: string;
}

export function createShiftedMass({ hessianPattern, hessian }: Curvature, mass: Float64Array): ShiftedMass {
  const n = mass.length;
  const rows = Array.from({ length: n }, (_, i) => [...columnsOfRow(hessianPattern, i), i]);
  const pattern = patternFromRows(rows, n);
  const diagonal = Int32Array.from(mass, (_, i) => position(pattern, i, i));
  const K = new Float64Array(pattern.index.length);
  const isWhole = pattern.index.length === hessianPattern.index.length;
  const fill = isWhole ? hessian : withMissingDiagonal({ hessianPattern, hessian }, pattern);
  const factor = createSymmetricFactor(pattern);
  const [right, product] = [new Float64Array(n), new Float64Array(n)];

  /** product = right − K x; returns its size relative to the right-hand side. */
  function residual(x: Float64Array): number {
    patternTimes(pattern, K, x, product);
    for (let i = 0; i < n; i++) product[i] = right[i] - product[i];
    return maxAbs(product) / maxAbs(right);
  }
  /** Without pivoting an indefinite matrix loses digits; refinement brings them back, or shows that they are gone. */
  function refined(b: Float64Array): void {
    for (let i = 0; i < n; i++) right[i] = b[i];
    factor.solve(b);
    let error = residual(b);
    for (let round = 0; error > roundOff && round < maxRefinements; round++) {
      factor.solve(product);
      for (let i = 0; i < n; i++) b[i] += product[i];
      error = residual(b);
    }
    if (error > lost) b.fill(Number.NaN, 0, n);
  }
  return {
    moveTo(z, s) {
      fill(z, K);
      scale(s, K);
      addDiagonal(mass, diagonal, K);
      return factor.factor(K);
    },
    solve: b => (factor.negativePivots > 0 ? refined(b) : factor.solve(b)),
    structure: factor.structure,
  };
}

const maxRefinements = 8;

/** A residual, relative to the right-hand side, above which a solution is none. */
const lost = 1e-6;

type FillEntries = (z: State, out: Float64Array) => void;

/** The entries of V'' at their places in the larger pattern; diagonal entries that V'' lacks are zero. */
function withMissingDiagonal(
  { hessianPattern, hessian }: Pick<Curvature, 'hessianPattern' | 'hessian'>,
  pattern: Pattern,
): FillEntries {
  const entries = new Float64Array(hessianPattern.index.length);
  const places = new Int32Array(entries.length);
  for (let i = 0; i < pattern.rows; i++)
    for (let k = hessianPattern.start[i]; k < hessianPattern.start[i + 1]; k++)
      places[k] = position(pattern, i, hessianPattern.index[k]);
  return (z, out) => {
    hessian(z, entries);
    scatter(entries, places, out);
  };
}

// Loops over arrays that are arguments: over captured ones they take twice as long in V8.

function scatter(entries: Float64Array, places: Int32Array, out: Float64Array): void {
  out.fill(0);
  for (let k = 0; k < entries.length; k++) out[places[k]] = entries[k];
}

function scale(s: number, out: Float64Array): void {
  for (let k = 0; k < out.length; k++) out[k] *= s;
}

function addDiagonal(mass: Float64Array, diagonal: Int32Array, out: Float64Array): void {
  for (let i = 0; i < mass.length; i++) out[diagonal[i]] += mass[i];
}

export function separableOf({ separable }: Hamiltonian): Separable {
  if (separable) return separable;
  throw new RangeError('this method needs H = ½ pᵀM⁻¹p + V(q)');
}

export const singularStep: Outcome = failed(
  'singular matrix',
  'the matrix M + βh²V″ is singular: V bends downwards more than a step this long allows; halve the step',
);
