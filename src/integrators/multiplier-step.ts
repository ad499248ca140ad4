// The constrained step: a move that multipliers steer until a condition holds. Given z ↦ w(z, λ) and F,
//   find λ with F(w(z, λ)) = 0 and return w.
// SHAKE is the case w = flow ∘ slide, F = g; the projection is w = slide, F = {g, H}.
// The solver starts from λ/h of the last step (warm start). It gets the size of the terms of F, which is what round-off means
// here, and, where that is known, the sign of det ∂F/∂λ, by which it refuses a root on another branch.
// The derivative of the result is Dw·v + w_λ dλ with dλ from  F' w_λ dλ = −F' Dw·v  (implicit function theorem).
// Condition: ∂F/∂λ is invertible. McLachlan, Modin, Verdier, Wilkins 2014, Definitions 1.3 and 1.4.

import type { Domain, Flow } from '../flows/flow.ts';
import { maxAbs, setUnit } from '../linalg/dense.ts';
import { createDenseFactor, type DenseFactor } from '../linalg/lu.ts';
import type { State } from '../problem/state.ts';
import type { Equations, JacobianModel, MultiplierSolver } from '../solvers/equations.ts';
import { type Failure, failed, type Outcome } from '../solvers/outcome.ts';

/** A move w(z, λ) by a step h, with its two derivatives at the point where it was made last. */
export interface Move {
  to(z: State, lambda: Float64Array, h: number, out: State): Outcome;
  byState(v: Float64Array, out: Float64Array): void;
  byMultiplier(dlambda: Float64Array, out: Float64Array): void;
}

/** What must hold where the move ends: F(z) = 0, m equations. */
export interface Condition {
  readonly m: number;
  /** Rank of ∂F/∂λ; m where it is not given. */
  readonly rank?: number;
  value(z: State, out: Float64Array): void;
  /** out = F'(z) a */
  along(z: State, a: Float64Array, out: Float64Array): void;
  /** outᵢ = size of the terms in Fᵢ after a step h from z. */
  scale(z: State, h: number, out: Float64Array): void;
  /** Adds to `scale` the size of the terms that the kicks of λ bring in, where that is known. */
  addKicks?(z: State, h: number, lambda: Float64Array, scale: Float64Array): void;
  /** Sign of det ∂F/∂λ on the branch of the solution, for a move by h, where it is known. */
  orientation?(h: number): number;
  /** The equation whose gradient has turned by more than a right angle from start to end, or −1, where that is known. */
  turnedOver?(start: State, end: State): number;
  /** A cheap symmetric model of ∂F/∂λ for the move from z by h, where there is one. */
  model?(start: State, end: State, h: () => number): JacobianModel;
}

/** A flow that has the derivative of its steps. */
type DerivedFlow = Flow & Required<Pick<Flow, 'push'>>;

export interface ConstrainedStep {
  readonly move: Move;
  readonly condition: Condition;
  readonly solver: MultiplierSolver;
  /** Degrees of freedom. */
  readonly n: number;
  /** Where the condition holds. */
  readonly domain: Domain;
}

/** z ↦ w(z, λ) with F(w(z, λ)) = 0. Its memory is λ/h of the last step, the warm start of the next. */
export function constrainedStep({ move, condition, solver, n, domain }: ConstrainedStep): DerivedFlow {
  const { m } = condition;
  const rate = new Float64Array(m);
  const lambda = new Float64Array(m);
  const start = new Float64Array(2 * n);
  const end = new Float64Array(2 * n);
  let step = 0;
  const derivative = createDerivative(move, condition, end, n);

  const equations: Equations = {
    m,
    rank: condition.rank ?? m,
    scale: new Float64Array(m),
    residual(multipliers, out) {
      const outcome = move.to(start, multipliers, step, end);
      if (outcome.ok) condition.value(end, out);
      return outcome;
    },
    jacobian: derivative.byMultipliers,
    countMultipliers(multipliers) {
      if (condition.addKicks) condition.addKicks(start, step, multipliers, equations.scale);
      else derivative.addSensitivity(equations.scale);
    },
    orientation: () => condition.orientation?.(step) ?? 0,
    model: condition.model?.(start, end, () => step) ?? null,
  };

  /** Solves from the given λ; the root of another branch, where a gradient has turned over, is refused whichever solver found it. */
  function solve(z: State, h: number): Outcome {
    condition.scale(z, h, equations.scale);
    const outcome = solver.solve(equations, lambda);
    const equation = outcome.ok ? (condition.turnedOver?.(start, end) ?? -1) : -1;
    return equation < 0 ? outcome : turnedOver(equation, solver.iterations);
  }
  return {
    domain,
    ...(condition.turnedOver ? { refusesTurns: true } : {}),
    memory: [rate],
    push: derivative.push,
    step(z, h, out) {
      start.set(z);
      step = h;
      for (let i = 0; i < m; i++) lambda[i] = rate[i] * h;
      let outcome = solve(z, h);
      // After a jump of the momenta, as noise makes them, the warm start misleads: begin with λ = 0.
      if (!outcome.ok && maxAbs(rate) > 0) {
        lambda.fill(0);
        outcome = solve(z, h);
      }
      if (outcome.ok && h !== 0) for (let i = 0; i < m; i++) rate[i] = lambda[i] / h;
      out.set(end);
      return outcome;
    },
  };
}

/** The failure of a step in which the gradient of a constraint turns over. */
export const turnedOver = (equation: number, iterations: number): Failure =>
  failed('singular matrix', turnedGradient, { equation, iterations });

const turnedGradient =
  'the gradient of the constraint turns by more than a right angle in this step, so that the root may be that of another branch: the step is too long; halve it';

/** ∂F/∂λ at the end of the last move, column by column, and the derivative of the constrained step as a map. */
function createDerivative(move: Move, condition: Condition, end: State, n: number) {
  const { m } = condition;
  const unit = new Float64Array(m);
  const moved = new Float64Array(2 * n);
  const column = new Float64Array(m);
  const matrix = new Float64Array(m * m);
  let lu: DenseFactor | undefined;

  function byMultipliers(out: Float64Array): void {
    for (let j = 0; j < m; j++) {
      setUnit(j, unit);
      move.byMultiplier(unit, moved);
      condition.along(end, moved, column);
      for (let i = 0; i < m; i++) out[i * m + j] = column[i];
    }
  }
  /** scaleᵢ += Σⱼ |∂Fᵢ/∂zⱼ| |zⱼ|: what rounding the state alone does to F. */
  function addSensitivity(scale: Float64Array): void {
    const direction = new Float64Array(2 * n);
    for (let j = 0; j < 2 * n; j++) {
      direction.fill(0);
      direction[j] = end[j];
      condition.along(end, direction, column);
      for (let i = 0; i < m; i++) scale[i] += Math.abs(column[i]);
    }
  }
  function push(v: Float64Array, out: Float64Array): void {
    lu ??= createDenseFactor(m, condition.rank ?? m);
    byMultipliers(matrix);
    lu.factor(matrix);
    move.byState(v, out);
    condition.along(end, out, column);
    for (let i = 0; i < m; i++) column[i] = -column[i];
    lu.solve(column);
    move.byMultiplier(column, moved);
    for (let i = 0; i < 2 * n; i++) out[i] += moved[i];
  }
  return { byMultipliers, push, addSensitivity };
}
