// The equations r(x) = x − Φ(x) = 0 of an implicit stage, solved to round-off:
//   x ← x − r'(x)⁻¹ r(x)   (Newton, dense, small systems)      or      x ← x − r(x)   (large systems, not stiff).
// Only at round-off is an implicit method symplectic, so a stalled iteration is accepted there and nowhere else.
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §VIII.6.

import { createDenseLU } from '../linalg/lu.ts';
import { done, failed, type Outcome } from '../solvers/outcome.ts';

export interface ImplicitEquation {
  readonly size: number;
  /** x consists of blocks of this length; the entries of a block are of one kind (all q or all p) and share a scale. */
  readonly block: number;
  /** out = r(x). */
  residual(x: Float64Array, out: Float64Array): void;
  /** out = r'(x), dense, row-major. */
  jacobian(x: Float64Array, out: Float64Array): void;
  /** out = r'(x) v. */
  jacobianTimes(x: Float64Array, v: Float64Array, out: Float64Array): void;
}

export interface ImplicitSolver {
  /** x becomes the solution of r(x) = 0 near the guess x. */
  solve(x: Float64Array): Outcome;
  /** b becomes r'(x)⁻¹ b at the solution x found last. */
  solveLinear(x: Float64Array, b: Float64Array): Outcome;
}

/** Up to this size the dense Newton matrix is cheaper than the iterations it saves, and stiffness does no harm. */
export const denseLimit = 120;
const newtonIterations = 50;
const fixedPointIterations = 500;
/** A correction this small, relative to its block, is round-off. */
const roundOff = 4 * Number.EPSILON;
/** A stalled correction is accepted when it is this small relative to the largest entry of all. */
const stalledRoundOff = 256 * Number.EPSILON;
/** A stalled residual is accepted when it is this small relative to the terms that it is the sum of. */
const residualRoundOff = 16 * Number.EPSILON;

export function createImplicitSolver(equation: ImplicitEquation): ImplicitSolver {
  return equation.size <= denseLimit ? createNewton(equation) : createFixedPoint(equation);
}

/** Newton with dense matrices. */
export function createNewton(equation: ImplicitEquation): ImplicitSolver {
  const { size } = equation;
  const lu = createDenseLU(size);
  const matrix = new Float64Array(size * size);
  const r = new Float64Array(size);
  const iterate = createIteration(size, equation.block, isAtRoundOff);
  let isFactored = false;

  /** |rᵢ| ≤ ε Σⱼ |r'ᵢⱼ xⱼ|: in a stiff problem rounding x alone does more to small momenta than the other tests allow. */
  function isAtRoundOff(x: Float64Array): boolean {
    equation.residual(x, r);
    equation.jacobian(x, matrix);
    for (let i = 0; i < size; i++) {
      let terms = 0;
      for (let j = 0; j < size; j++) terms += Math.abs(matrix[i * size + j] * x[j]);
      if (!(Math.abs(r[i]) <= residualRoundOff * terms)) return false;
    }
    return true;
  }

  const factor = (x: Float64Array) => {
    equation.jacobian(x, matrix);
    return lu.factor(matrix);
  };
  const correction = (x: Float64Array, out: Float64Array) => {
    equation.residual(x, out);
    if (!factor(x)) return false;
    lu.solve(out);
    return true;
  };
  return {
    solve(x) {
      isFactored = false;
      return iterate(correction, newtonIterations, x);
    },
    solveLinear(x, b) {
      // One factorisation serves all vectors that are pushed through the same step.
      if (!isFactored) isFactored = factor(x);
      if (!isFactored) return singular(0);
      lu.solve(b);
      return done;
    },
  };
}

/** Fixed-point iteration, for systems too large for dense matrices. */
export function createFixedPoint(equation: ImplicitEquation): ImplicitSolver {
  const { size, block } = equation;
  const iterate = createIteration(size, block, () => false);
  const right = new Float64Array(size);
  let point: Float64Array = right;

  const correction = (x: Float64Array, out: Float64Array) => {
    equation.residual(x, out);
    return true;
  };
  const linearCorrection = (v: Float64Array, out: Float64Array) => {
    equation.jacobianTimes(point, v, out);
    for (let i = 0; i < size; i++) out[i] -= right[i];
    return true;
  };
  return {
    solve: x => iterate(correction, fixedPointIterations, x),
    solveLinear(x, b) {
      point = x;
      right.set(b);
      return iterate(linearCorrection, fixedPointIterations, b);
    },
  };
}

/** Fills out with the next correction at x; false when there is none. */
type Correction = (x: Float64Array, out: Float64Array) => boolean;

/** The loop x ← x − correction(x) that both methods share; `isAtRoundOff` is asked where it has stalled. */
function createIteration(size: number, block: number, isAtRoundOff: (x: Float64Array) => boolean) {
  const d = new Float64Array(size);
  /** Size of each block of the guess: what cancels against it leaves round-off of that size. */
  const floors = new Float64Array(size / block);

  return (correction: Correction, maxIterations: number, x: Float64Array): Outcome => {
    for (let k = 0; k < floors.length; k++) floors[k] = largest(x, k * block, block);
    let previous = Number.POSITIVE_INFINITY;
    for (let iteration = 1; iteration <= maxIterations; iteration++) {
      if (!correction(x, d)) return singular(iteration);
      for (let i = 0; i < size; i++) x[i] -= d[i];
      const change = relativeChange(d, x, floors);
      if (change <= roundOff) return done;
      const isStalled = change >= previous;
      if (isStalled && largest(d, 0, size) <= stalledRoundOff * largest(x, 0, size)) return done;
      if (isStalled && isAtRoundOff(x)) return done;
      if (!Number.isFinite(change)) return diverged(d, iteration);
      previous = change;
    }
    return diverged(d, maxIterations);
  };
}

/** The largest ratio |d| / |x| over the blocks, each with one scale; NaN when something is not finite. */
function relativeChange(d: Float64Array, x: Float64Array, floors: Float64Array): number {
  const block = x.length / floors.length;
  let ratio = 0;
  for (let k = 0; k < floors.length; k++) {
    const change = largest(d, k * block, block);
    const scale = Math.max(largest(x, k * block, block), floors[k]);
    if (change > 0) ratio = Math.max(ratio, change / scale);
    else if (Number.isNaN(change)) return Number.NaN;
  }
  return ratio;
}

function largest(x: Float64Array, from: number, count: number): number {
  let size = 0;
  for (let i = from; i < from + count; i++) size = Math.max(size, Math.abs(x[i]));
  return size;
}

function singular(iterations: number): Outcome {
  return failed('singular matrix', 'the matrix of an implicit stage is singular; halve the step', {
    iterations,
  });
}

function diverged(d: Float64Array, iterations: number): Outcome {
  let equation = 0;
  for (let i = 1; i < d.length; i++) if (!(Math.abs(d[i]) <= Math.abs(d[equation]))) equation = i;
  return failed('did not converge', 'the equations of an implicit stage were not solved; halve the step', {
    equation,
    residual: Math.abs(d[equation]),
    iterations,
  });
}
