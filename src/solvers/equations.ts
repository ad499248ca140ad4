// What a multiplier solver sees: m equations R(λ) = 0, the size that counts as 1 in each, and two derivatives of R:
// the exact one, dense, and a cheap symmetric model of it that knows its own sparsity. Nothing of mechanics.

import type { Outcome } from './outcome.ts';

/** A model J̃ ≈ ∂R/∂λ that can be factored and solved with. */
export interface JacobianModel {
  /** Factors the model at the start of the solve; false when it is singular. */
  factorAtStart(): boolean;
  /** Factors the model at the λ evaluated last; false when it is singular. */
  factorHere(): boolean;
  /** r ← J̃⁻¹ r */
  solve(r: Float64Array): void;
  /** Of redundant equations: λ becomes the shortest vector with the same J̃λ. */
  readonly shorten?: ((lambda: Float64Array) => void) | undefined;
}

/** The equations R(λ) = 0 that a multiplier solver sees. */
export interface Equations {
  readonly m: number;
  /** Rank of ∂R/∂λ at the solution; m where it is not given. Below m the equations are redundant, and λ is not unique. */
  readonly rank?: number;
  /** Rᵢ of this size is as large as the terms it is the difference of: ε·scaleᵢ is round-off. */
  readonly scale: Float64Array;
  /** Adds to the scale what λ itself contributes to the terms; asked for only when the iteration is stuck. */
  countMultipliers?(lambda: Float64Array): void;
  /** Sign that det ∂R/∂λ has on the branch of the solution; 0 where it is not known. */
  orientation?(): number;
  /** out = R(λ). */
  residual(lambda: Float64Array, out: Float64Array): Outcome;
  /** out = ∂R/∂λ at the λ evaluated last, row by row. */
  jacobian(out: Float64Array): void;
  readonly model: JacobianModel | null;
}

/** Improves `lambda` (its warm start) until R(λ) = 0 to round-off. */
export interface MultiplierSolver {
  solve(equations: Equations, lambda: Float64Array): Outcome;
  /** Iterations of the last solve. */
  readonly iterations: number;
}
