// SHAKE in its position form: Verlet's two-step recursion with the constraint forces −∇gᵢ(q)λᵢ,
//   q₊ = 2q − q₋ − h²M⁻¹∇V(q) + Σ λᵢ kᵢ,    kᵢ = −h²M⁻¹∇gᵢ(q),    g(q₊) = 0,
//   p₊ = M(q₊ − q)/h − (h/2)∇V(q₊),
// which is the state of shake(verlet). A first step has no q₋ and takes q + hM⁻¹p − (h²/2)M⁻¹∇V(q) + Σ λᵢ kᵢ.
// Rounding errors grow faster than in SHAKE, like n² instead of n. Conditions: separable H, g(q).
// Leimkuhler and Skeel 1994, eq. 10–11; Hairer, Nørsett, Wanner, Solving ODEs I (1993), §III.10 (rounding).

import type { Flow } from '../../flows/flow.ts';
import { checkStart, checkStep, identity } from '../../flows/identity.ts';
import { createGradientCache } from '../../flows/splitting.ts';
import { allFinite } from '../../linalg/dense.ts';
import { createBrackets } from '../../problem/brackets.ts';
import { classicalParts } from '../../problem/classical.ts';
import type { Constraints } from '../../problem/constraints.ts';
import type { Separable } from '../../problem/hamiltonian.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { hasConverged, relativeResidual, worstEquation } from '../../solvers/convergence.ts';
import { done, type Failure, failed, type Outcome } from '../../solvers/outcome.ts';
import { createTurnCheck } from '../conditions.ts';
import { createHistory } from '../history.ts';
import { turnedOver } from '../multiplier-step.ts';

interface PositionShake extends Flow {
  /** λ of p' = −H_q − g_qᵀλ in the last step: the warm start of the next. */
  readonly multipliers: Float64Array;
  /** Cycles that the last step needed. */
  iterations(): number;
}

export function positionShake(problem: Problem): PositionShake {
  const separable = classicalParts(problem);
  return separable ? classical(problem, separable) : unsupported();
}

function classical(problem: Problem, separable: Separable): PositionShake {
  const { n, g } = problem;
  const { inverseMass } = separable;
  const { start, index } = g.jacobianPattern;
  const brackets = createBrackets(problem);
  const iteration = createRecursiveIteration(g);
  const gradients = createGradientCache(separable, n);
  const lambda = new Float64Array(g.m);
  const before = new Float64Array(n);
  const last = createHistory(1, 2 * n);
  const turned = createTurnCheck(g, inverseMass);

  /** out = q₊ without the constraint forces. */
  function predict(z: State, h: number, out: State): void {
    const gradient = gradients.atStart(z);
    const isStart = !last.continues(z, h);
    for (let i = 0; i < n; i++) {
      const change = h * inverseMass[i] * (h * gradient[i]);
      out[i] = isStart ? z[i] + h * inverseMass[i] * z[i + n] - 0.5 * change : 2 * z[i] - before[i] - change;
    }
  }
  /** The directions kᵢ at q, and the forces of the last λ as the initial value. */
  function pull(z: State, h: number, out: State): void {
    const { k } = iteration;
    g.jacobian(z, k);
    for (let i = 0; i < g.m; i++)
      for (let at = start[i]; at < start[i + 1]; at++) {
        k[at] *= -h * h * inverseMass[index[at]];
        out[index[at]] += lambda[i] * k[at];
      }
  }
  function fillMomenta(z: State, h: number, out: State): void {
    const gradient = gradients.atEnd(out);
    for (let i = 0; i < n; i++) out[i + n] = (out[i] - z[i]) / (h * inverseMass[i]) - 0.5 * h * gradient[i];
  }
  function move(z: State, h: number, out: State): Outcome {
    predict(z, h, out);
    pull(z, h, out);
    brackets.constraintScale(z, h, iteration.scale);
    const outcome = iteration.solve(out, lambda);
    if (!outcome.ok) return outcome;
    const equation = turned(z, out);
    if (equation >= 0) return turnedOver(equation, iteration.iterations);
    fillMomenta(z, h, out);
    return checkStep(z, h, out);
  }
  function step(z: State, h: number, out: State): Outcome {
    if (h === 0) return identity(z, out);
    const checked = checkStart(z, h);
    const outcome = checked.ok ? move(z, h, out) : checked;
    if (outcome.ok) {
      for (let i = 0; i < n; i++) before[i] = z[i];
      last.restart(out, h);
    } else {
      // The result of a failed iteration is no initial value for another step.
      lambda.fill(0);
      last.forget();
    }
    return outcome;
  }
  return {
    domain: 'g = 0',
    multipliers: lambda,
    iterations: () => iteration.iterations,
    memory: [lambda, before, ...last.memory],
    step,
  };
}

function unsupported(): PositionShake {
  return {
    domain: 'g = 0',
    multipliers: new Float64Array(0),
    iterations: () => 0,
    memory: [],
    step: () =>
      failed(
        'not supported',
        'the position form needs H = ½pᵀM⁻¹p + V(q) and constraints that contain no momenta; use the method “shake”',
      ),
  };
}

// The scalar recursive iteration for r = r₀ + Σ λᵢ kᵢ with g(r) = 0: cycle through the constraints, each time
//   μ = −gᵢ(r) / (kᵢ · ∇gᵢ(r)),    λᵢ ← λᵢ + μ,    r ← r + μ kᵢ.
// For one constraint this is Newton's method; for several it converges linearly. The gradients are renewed once in
// each cycle, the values after each move. Conditions: the directions kᵢ are nearly orthogonal to the other gradients.
// Lecture notes on constraints in molecular dynamics (position Verlet with σ(r⁰ + λk) = 0); Ryckaert, Ciccotti, Berendsen 1977.

interface RecursiveIteration {
  /** Directions kᵢ, in the order of the pattern of ∂g: row i holds the entries of kᵢ. */
  readonly k: Float64Array;
  /** The size of the terms of each gᵢ. */
  readonly scale: Float64Array;
  /** r ← r + Σ Δλᵢ kᵢ with g(r) = 0; lambda is improved likewise. */
  solve(r: State, lambda: Float64Array): Outcome;
  /** Cycles of the last solve. */
  readonly iterations: number;
}

const maxCycles = 1000;
/** An iteration that was better by this factor before has lost its root. */
const lost = 10;

export function createRecursiveIteration(g: Constraints): RecursiveIteration {
  const { start, index } = g.jacobianPattern;
  const [k, G] = [0, 1].map(() => new Float64Array(index.length));
  const [values, scale] = [0, 1].map(() => new Float64Array(g.m));
  const iteration = { k, scale, solve, iterations: 0 };

  /** kᵢ · ∇gᵢ(r) with the gradients evaluated last. */
  function slope(i: number): number {
    let sum = 0;
    for (let at = start[i]; at < start[i + 1]; at++) sum += k[at] * G[at];
    return sum;
  }
  function cycle(r: State, lambda: Float64Array): number {
    g.jacobian(r, G);
    for (let i = 0; i < g.m; i++) {
      const mu = -values[i] / slope(i);
      if (!Number.isFinite(mu)) return i;
      lambda[i] += mu;
      for (let at = start[i]; at < start[i + 1]; at++) r[index[at]] += mu * k[at];
      g.value(r, values);
    }
    return -1;
  }
  function solve(r: State, lambda: Float64Array): Outcome {
    let before = Number.POSITIVE_INFINITY;
    let best = before;
    g.value(r, values);
    for (let count = 0; count < maxCycles; count++) {
      iteration.iterations = count;
      if (!allFinite(values) || !allFinite(scale)) return notFinite(count);
      const size = relativeResidual(values, scale);
      if (hasConverged(size, before, 1)) return done;
      if (count > 1 && size > lost * best) return notConverged(values, scale, count);
      before = size;
      best = Math.min(best, size);
      const stuck = cycle(r, lambda);
      if (stuck >= 0) return degenerate(stuck, count);
    }
    return notConverged(values, scale, maxCycles);
  }
  return iteration;
}

function notFinite(iterations: number): Failure {
  return failed('not finite', 'a constraint is not finite after the step; halve the step', { iterations });
}

function notConverged(values: Float64Array, scale: Float64Array, iterations: number): Failure {
  const equation = worstEquation(values, scale);
  const residual = Math.abs(values[equation]);
  return failed(
    'did not converge',
    'the recursive iteration does not converge: the step is too long or the constraints are strongly coupled; halve the step or use the method “shake”',
    { equation, residual, iterations },
  );
}

function degenerate(equation: number, iterations: number): Failure {
  return failed(
    'degenerate point',
    'the force of this constraint cannot change it: its gradient vanishes, or has turned by a right angle in one step; halve the step',
    { equation, iterations },
  );
}
