// The equations of one BDF step for z = z_{n+1} and λ, with the known part c = Σ_{i≥2} αᵢ (z_{n+1−i} − z_n):
//   z − z_n + (c − h X_H(z) − h Σ λⱼ X_{gⱼ}(z)) / α₀ = 0,     g(z) = 0.
// Σ αᵢ = 0 allows the differences; they round far less than sums of αᵢ z_{n+1−i}, whose errors the step divides by h.
// Unknowns and equations are measured in units in which the Newton matrix is of size 1 whatever h and the units of
// the problem: z by the size of the state, gᵢ by its gradient, and λᵢ by the move hλᵢX_{gᵢ} that it causes.
// Leimkuhler and Skeel 1994, eq. 35–37, for any H(q, p) and g(q, p).

import { once } from '../../formula/once.ts';
import { allFinite, maxAbs } from '../../linalg/dense.ts';
import type { Pattern } from '../../linalg/pattern.ts';
import { createBrackets } from '../../problem/brackets.ts';
import { constraintRank } from '../../problem/classical.ts';
import type { Constraints } from '../../problem/constraints.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { roundingShare } from '../../problem/term-sizes.ts';
import type { Equations } from '../../solvers/equations.ts';
import { done, failed, type Outcome } from '../../solvers/outcome.ts';
import { stateScale } from '../state-scale.ts';

interface BdfStep {
  readonly guess: State;
  readonly lambda: Float64Array;
  /** z_n */
  readonly base: State;
  /** c = Σ_{i≥2} αᵢ (z_{n+1−i} − z_n) */
  readonly known: Float64Array;
  readonly h: number;
}

export interface BdfSystem {
  readonly equations: Equations;
  /** The unknowns in their units; the first `dynamics` equations are those of motion, the others are g = 0. */
  readonly x: Float64Array;
  readonly dynamics: number;
  /** Prepares a step; x becomes the guess. */
  begin(step: BdfStep): void;
  /** Reads the solution from x. */
  end(z: State, lambda: Float64Array): void;
}

export function createGeneralBdfSystem(problem: Problem, alpha0: number): BdfSystem {
  const { n, g } = problem;
  const size = 2 * n + g.m;
  const brackets = createBrackets(problem);
  const s = stateScale(problem);
  const units = createConstraintUnits(g, s, inverses(s));
  const [z, base, known, field, force] = Array.from({ length: 5 }, () => new Float64Array(2 * n));
  const [lambda, values] = [0, 1].map(() => new Float64Array(g.m));
  const matrix = createMatrix(problem, s);
  const x = new Float64Array(size);
  let step = 1;

  function read(from: Float64Array): void {
    for (let j = 0; j < 2 * n; j++) z[j] = from[j] * s[j];
    for (let i = 0; i < g.m; i++) lambda[i] = from[2 * n + i] / (step * units.move[i]);
  }
  function residual(from: Float64Array, out: Float64Array) {
    read(from);
    brackets.hamiltonianField(z, field);
    brackets.constraintField(z, lambda, force);
    g.value(z, values);
    for (let j = 0; j < 2 * n; j++)
      out[j] = (z[j] - base[j]) / s[j] + (known[j] - step * (field[j] + force[j])) / (alpha0 * s[j]);
    for (let i = 0; i < g.m; i++) out[2 * n + i] = values[i] / units.value[i];
    return checkResidual(out);
  }
  const equations: Equations = {
    m: size,
    rank: 2 * n + constraintRank(problem),
    scale: new Float64Array(size),
    residual,
    jacobian: out => matrix({ z, lambda, ratio: step / alpha0, alpha0, units, out }),
    model: null,
  };
  /** What the terms of each equation are at the guess. */
  function fillScale(): void {
    brackets.hamiltonianField(z, field);
    for (let j = 0; j < 2 * n; j++)
      equations.scale[j] =
        Math.abs(x[j]) + (Math.abs(known[j]) + Math.abs(step * field[j])) / (alpha0 * s[j]);
    raiseSmall(equations.scale.subarray(0, n));
    raiseSmall(equations.scale.subarray(n, 2 * n));
    brackets.constraintScale(z, 0, values);
    for (let i = 0; i < g.m; i++) equations.scale[2 * n + i] = values[i] / units.value[i];
  }
  return {
    equations,
    x,
    dynamics: 2 * n,
    begin({ guess, lambda: guessLambda, base: from, known: c, h }) {
      step = h;
      base.set(from);
      known.set(c);
      z.set(guess);
      units.at(guess);
      for (let j = 0; j < 2 * n; j++) x[j] = guess[j] / s[j];
      for (let i = 0; i < g.m; i++) x[2 * n + i] = guessLambda[i] * h * units.move[i];
      fillScale();
    },
    end(out, outLambda) {
      read(x);
      out.set(z);
      outLambda.set(lambda);
    },
  };
}

/** A constraint moves q through g_p and p through g_q: 1/s of the conjugate entry. */
function inverses(s: Float64Array): Float64Array {
  const n = s.length / 2;
  return s.map((_, j) => 1 / s[j < n ? j + n : j - n]);
}

interface MatrixPlace {
  readonly z: State;
  readonly lambda: Float64Array;
  readonly ratio: number;
  readonly alpha0: number;
  readonly units: ConstraintUnits;
  readonly out: Float64Array;
}

/** The derivative [ 1 − (h/α₀) J(H'' + Σλg'')   −X_g/α₀ ;  ∂g   0 ] in the units of the system. */
function createMatrix(problem: Problem, s: Float64Array) {
  const { n, g } = problem;
  const size = 2 * n + g.m;
  const { start, index } = g.jacobianPattern;
  const G = new Float64Array(index.length);
  const hessians = createHessians(problem);

  return ({ z, lambda, ratio, alpha0, units, out }: MatrixPlace): void => {
    out.fill(0);
    for (let j = 0; j < 2 * n; j++) out[j * size + j] = 1;
    const addTurned: AddHessian = (pattern, entries) => {
      for (let r = 0; r < 2 * n; r++) {
        const row = r < n ? r + n : r - n;
        const factor = (r < n ? ratio : -ratio) / s[row];
        for (let k = pattern.start[r]; k < pattern.start[r + 1]; k++)
          out[row * size + pattern.index[k]] += factor * entries[k] * s[pattern.index[k]];
      }
    };
    hessians(z, lambda, addTurned);
    g.jacobian(z, G);
    for (let i = 0; i < g.m; i++)
      for (let k = start[i]; k < start[i + 1]; k++) {
        const j = index[k];
        const turned = j < n ? j + n : j - n;
        out[turned * size + 2 * n + i] = ((j < n ? 1 : -1) * G[k]) / (alpha0 * s[turned] * units.move[i]);
        out[(2 * n + i) * size + j] = (G[k] * s[j]) / units.value[i];
      }
  };
}

// H''(z) and Σ λᵢ gᵢ''(z), one after the other, for the Newton matrix of a BDF step.

/** Takes the entries of a Hessian, in the order of its pattern. */
export type AddHessian = (pattern: Pattern, entries: Float64Array) => void;

/** Patterns of second derivatives are costly for large problems: they are made when a step first needs them. */
export function createHessians({ H, g }: Problem) {
  const ofH = once(() => new Float64Array(H.hessianPattern.index.length));
  const ofG = once(() => new Float64Array(g.hessianPattern.index.length));
  return (z: State, lambda: Float64Array, add: AddHessian): void => {
    H.hessian(z, ofH());
    add(H.hessianPattern, ofH());
    g.hessian(z, lambda, ofG());
    add(g.hessianPattern, ofG());
  };
}

// Forces and constraints that have no value at an iterate end the solve at once, before any size is compared.

export function checkResidual(r: Float64Array): Outcome {
  if (allFinite(r)) return done;
  return failed('not finite', 'a force or a constraint is not finite after the step; halve the step');
}

// Units for the equations of a BDF step: an index-3 DAE is badly scaled in h unless each gᵢ is measured by its
// gradient and each λᵢ by the move that it causes.

export interface ConstraintUnits {
  /** maxⱼ |∂gᵢ/∂zⱼ| · lengthⱼ: what gᵢ is measured in. */
  readonly value: Float64Array;
  /** maxⱼ |∂gᵢ/∂zⱼ| · responseⱼ: the move that a multiplier of 1 causes. */
  readonly move: Float64Array;
  /** Measures at z. */
  at(z: State): void;
}

export function createConstraintUnits(
  g: Constraints,
  length: Float64Array,
  response: Float64Array,
): ConstraintUnits {
  const { start, index } = g.jacobianPattern;
  const G = new Float64Array(index.length);
  const [value, move] = [0, 1].map(() => new Float64Array(g.m).fill(1));

  function largest(i: number, weights: Float64Array): number {
    let size = 0;
    for (let k = start[i]; k < start[i + 1]; k++) size = Math.max(size, Math.abs(G[k]) * weights[index[k]]);
    // A vanishing gradient keeps its zero row: the solver then reports a singular matrix.
    return size > 0 ? size : 1;
  }
  return {
    value,
    move,
    at(z) {
      g.jacobian(z, G);
      for (let i = 0; i < g.m; i++) {
        value[i] = largest(i, length);
        move[i] = largest(i, response);
      }
    },
  };
}

/** Raises the sizes of terms by a share of the largest; to 1 where all are zero. */
export function raiseSmall(scale: Float64Array): void {
  const largest = maxAbs(scale);
  const floor = largest > 0 ? roundingShare * largest : 1;
  for (let j = 0; j < scale.length; j++) scale[j] += floor;
}
