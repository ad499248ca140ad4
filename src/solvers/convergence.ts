// The convergence rule of all iterations for multipliers. Residuals count relative to the scale of their equation:
//   aim      8 ε   reached: converged
//   accept  1e-13  good enough when the iteration has stopped improving: this is what rounding leaves
// The iteration must contract; if it does not, the root that it might still find is another one than the
// continuation of the solution, and we refuse it.

import type { Equations } from './equations.ts';
import { failed, type Outcome } from './outcome.ts';

export const aim = 8 * 2 ** -52;
export const accept = 1e-13;
/** Below this an iteration that does not contract is not given up at once: rounding may be all that is in its way. */
export const nearRoundOff = 1e-10;
export const maxIterations = 60;

/**
 * Whether an iteration has converged: its relative residual is at the aim, or acceptable and no longer shrinking by the factor
 * `contraction` from the residual `before`.
 */
export function hasConverged(size: number, before: number, contraction: number): boolean {
  return size <= aim || (size <= accept && size >= contraction * before);
}

/** The same rule as text of generated code. */
export const hasConvergedText = (size: string, before: string, contraction: number): string =>
  `${size} <= ${aim} || (${size} <= ${accept} && ${size} >= ${contraction} * ${before})`;

/**
 * Whether an iteration that has stopped improving is at round-off after all: large multipliers that nearly cancel round
 * more than the terms of the equations alone would tell.
 */
export function isAtRoundOff(r: Float64Array, equations: Equations, lambda: Float64Array): boolean {
  equations.countMultipliers?.(lambda);
  return relativeResidual(r, equations.scale) <= accept;
}

/** The largest |Rᵢ| / scaleᵢ; NaN when a residual is not finite. */
export function relativeResidual(r: Float64Array, scale: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < r.length; i++) {
    const size = Math.abs(r[i]) / scale[i];
    if (Number.isNaN(size)) return size;
    if (size > largest) largest = size;
  }
  return largest;
}

/** The equation with the largest residual; one that is not a number is worse than any other. */
export function worstEquation(r: Float64Array, scale: Float64Array): number {
  let worst = 0;
  let largest = 0;
  for (let i = 0; i < r.length; i++) {
    const size = Math.abs(r[i]) / scale[i];
    if (Number.isNaN(size)) return i;
    if (size > largest) [worst, largest] = [i, size];
  }
  return worst;
}

export function notConverged(
  r: Float64Array,
  equations: Equations,
  iterations: number,
  detail: string,
): Outcome {
  const equation = worstEquation(r, equations.scale);
  return failed('did not converge', detail, { equation, residual: Math.abs(r[equation]), iterations });
}

export function singular(r: Float64Array, equations: Equations, iterations: number): Outcome {
  const equation = worstEquation(r, equations.scale);
  const detail =
    'the matrix for the multipliers is singular or has turned over: a degenerate point is reached, where the constraints are more dependent than at the start, or the step is so long that a constraint changes its direction';
  return failed('singular matrix', detail, { equation, residual: Math.abs(r[equation]), iterations });
}
