// BDF of order k on the constrained equations as they stand, an index-3 DAE, with fixed step:
//   Σ_{i=0…k} αᵢ z_{n+1−i} = h (X_H + Σ λⱼ X_{gⱼ})(z_{n+1}),     g(z_{n+1}) = 0.
// Order k in q, p and λ; dissipative, not symplectic; {g, H} = 0 holds only to O(hᵏ). Newton to round-off from an
// extrapolated guess; the first k − 1 steps are those of the reference. Rounding of size ε|q| in the positions is
// ε|q|/h in the momenta and ε|q|/h² in λ, for any implementation.
// Leimkuhler and Skeel 1994, eq. 35–37; Hairer, Wanner, Solving ODEs II (1996), §VII.3.

import { checkStart, checkStep } from '../flows/finite.ts';
import type { Flow } from '../flows/flow.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { newton } from '../solvers/newton.ts';
import type { Outcome } from '../solvers/outcome.ts';
import { createClassicalBdfSystem } from './bdf-classical-system.ts';
import { bdfFormulas, extrapolationWeights } from './bdf-coefficients.ts';
import { createBdfStabilityTest } from './bdf-stability.ts';
import { type BdfSystem, createGeneralBdfSystem } from './bdf-system.ts';
import { createHistory } from './history.ts';
import { createInvolutionTest } from './involution.ts';
import { reference } from './reference.ts';
import { stay } from './stay.ts';
import { createUnderlyingOde } from './underlying-ode.ts';

export interface Bdf extends Flow {
  /** λ at the end of the last step. */
  readonly multipliers: Float64Array;
}

export function bdf(problem: Problem, order: number): Bdf {
  if (!(Number.isInteger(order) && order >= 1 && order <= bdfFormulas.length))
    throw new RangeError(`BDF has the orders 1 to ${bdfFormulas.length}, not ${order}`);
  const { n, g } = problem;
  const history = createHistory(order, 2 * n);
  const lambda = new Float64Array(g.m);
  const starter = reference(problem);
  const ode = createUnderlyingOde(problem);
  const testInvolution = createInvolutionTest(problem);
  const testStability = createBdfStabilityTest(problem, order);
  const advance = createAdvance(problem, order, history.values);

  function restart(z: State, h: number): Outcome {
    history.restart(z, h);
    for (const part of starter.memory) part.fill(0);
    const outcome = testInvolution(z);
    return outcome.ok ? ode.multipliers(z, lambda) : outcome;
  }
  function start(z: State, h: number, out: State): Outcome {
    const outcome = starter.step(z, h, out);
    return outcome.ok ? ode.multipliers(out, lambda) : outcome;
  }
  function advanceOrStart(z: State, h: number, out: State): Outcome {
    let outcome = checkStart(z, h);
    if (outcome.ok && !history.continues(z, h)) outcome = restart(z, h);
    if (outcome.ok) outcome = testStability(z, lambda);
    if (outcome.ok) outcome = history.count() < order ? start(z, h, out) : advance(lambda, h, out);
    return outcome.ok ? checkStep(z, h, out) : outcome;
  }
  function step(z: State, h: number, out: State): Outcome {
    if (h === 0) return stay(z, out);
    const outcome = advanceOrStart(z, h, out);
    if (outcome.ok) history.add(out);
    else history.forget();
    return outcome;
  }
  return {
    domain: 'g = 0',
    multipliers: lambda,
    memory: [...history.memory, lambda, ...starter.memory],
    step,
  };
}

/** One implicit step from a full history, newest state first. */
function createAdvance(problem: Problem, order: number, history: Float64Array) {
  const dimension = 2 * problem.n;
  const { weights, divisor } = bdfFormulas[order - 1];
  const extrapolation = extrapolationWeights(order);
  const system = createSystem(problem, weights[0]);
  // Low orders begin from a crude extrapolation, from which Newton's first steps contract slowly.
  const solver = newton(system.x.length, 0.9);
  const base = history.subarray(0, dimension);
  const guess = new Float64Array(dimension);
  const known = new Float64Array(dimension);

  return (lambda: Float64Array, h: number, out: State): Outcome => {
    for (let j = 0; j < dimension; j++) {
      guess[j] = base[j];
      known[j] = 0;
      for (let i = 1; i < order; i++) {
        const difference = history[i * dimension + j] - base[j];
        guess[j] += extrapolation[i] * difference;
        known[j] += weights[i + 1] * difference;
      }
    }
    system.begin({ guess, lambda, base, known, h: divisor * h });
    const outcome = solver.solve(system.equations, system.x);
    if (!outcome.ok) return { ...outcome, equation: Math.max(-1, outcome.equation - system.dynamics) };
    system.end(out, lambda);
    return outcome;
  };
}

function createSystem(problem: Problem, alpha0: number): BdfSystem {
  const separable = classicalParts(problem);
  return separable
    ? createClassicalBdfSystem(problem, separable, alpha0)
    : createGeneralBdfSystem(problem, alpha0);
}
