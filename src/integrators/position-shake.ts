// SHAKE in its position form: Verlet's two-step recursion with the constraint forces −∇gᵢ(q)λᵢ,
//   q₊ = 2q − q₋ − h²M⁻¹∇V(q) + Σ λᵢ kᵢ,    kᵢ = −h²M⁻¹∇gᵢ(q),    g(q₊) = 0,
//   p₊ = M(q₊ − q)/h − (h/2)∇V(q₊),
// which is the state of shake(verlet). A first step has no q₋ and takes q + hM⁻¹p − (h²/2)M⁻¹∇V(q) + Σ λᵢ kᵢ.
// Rounding errors grow faster than in SHAKE, like n² instead of n. Conditions: separable H, g(q).
// Leimkuhler and Skeel 1994, eq. 10–11; Hairer, Nørsett, Wanner, Solving ODEs I (1993), §III.10 (rounding).

import { checkStart, checkStep } from '../flows/finite.ts';
import type { Flow } from '../flows/flow.ts';
import { createGradientCache } from '../flows/gradient-cache.ts';
import { createBrackets } from '../problem/brackets.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Separable } from '../problem/hamiltonian.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { failed, type Outcome } from '../solvers/outcome.ts';
import { createHistory } from './history.ts';
import { createRecursiveIteration } from './recursive-iteration.ts';
import { stay } from './stay.ts';

export interface PositionShake extends Flow {
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

  /** out = q₊ without the constraint forces. */
  function predict(z: State, h: number, out: State): void {
    const gradient = gradients.atStart(z);
    const isStart = !last.continues(z, h);
    for (let i = 0; i < n; i++) {
      const change = h * inverseMass[i] * (h * gradient[i]);
      out[i] = isStart ? z[i] + h * inverseMass[i] * z[i + n] - 0.5 * change : 2 * z[i] - before[i] - change;
    }
  }
  /** The directions kᵢ at q, and the forces of the last λ as a first guess. */
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
    fillMomenta(z, h, out);
    return checkStep(z, h, out);
  }
  function step(z: State, h: number, out: State): Outcome {
    if (h === 0) return stay(z, out);
    const checked = checkStart(z, h);
    const outcome = checked.ok ? move(z, h, out) : checked;
    if (outcome.ok) {
      for (let i = 0; i < n; i++) before[i] = z[i];
      last.restart(out, h);
    } else {
      // What a failed iteration leaves behind is no guess for another step.
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
