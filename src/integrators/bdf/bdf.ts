// BDF of order k on the constrained equations as they stand, an index-3 DAE, with fixed step:
//   Σ_{i=0…k} αᵢ z_{n+1−i} = h (X_H + Σ λⱼ X_{gⱼ})(z_{n+1}),     g(z_{n+1}) = 0.
// Order k in q, p and λ; dissipative, not symplectic; {g, H} = 0 holds only to O(hᵏ). Newton to round-off from an
// extrapolated guess. Rounding of size ε|q| in the positions is ε|q|/h in the momenta and ε|q|/h² in λ, for any implementation.
//
// Start: z₁ … z_{k−1} come from k − 1 steps of the reference (DOP853 on the underlying ODE, relative error 1e-13, returned to
// g = {g, H} = 0), and λ from the underlying ODE at each of them; so the starting values add no error to that of the formula.
// Lower orders with shorter steps would need a change of step and are less accurate. The method starts again whenever a
// step does not continue the last one: another state, another h, or a failure. BDF1 needs no start.
// Leimkuhler and Skeel 1994, eq. 35–37; Hairer, Wanner, Solving ODEs II (1996), §VII.3.

import type { Flow } from '../../flows/flow.ts';
import { checkStart, checkStep, identity } from '../../flows/identity.ts';
import { dot } from '../../linalg/dense.ts';
import { createBrackets } from '../../problem/brackets.ts';
import { classicalParts } from '../../problem/classical.ts';
import type { Problem } from '../../problem/problem.ts';
import { applyJ, type State } from '../../problem/state.ts';
import { newton } from '../../solvers/newton.ts';
import { done, failed, type Outcome } from '../../solvers/outcome.ts';
import { createTurnCheck } from '../conditions.ts';
import { createHistory } from '../history.ts';
import { turnedOver } from '../multiplier-step.ts';
import { createInvolutionTest, reference } from '../reference/reference.ts';
import { createUnderlyingOde } from '../reference/underlying-ode.ts';
import { createClassicalBdfSystem } from './classical-dae-system.ts';
import { type BdfSystem, createGeneralBdfSystem } from './dae-system.ts';

interface Bdf extends Flow {
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
    if (h === 0) return identity(z, out);
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
  const classical = classicalParts(problem);
  const turned = classical && createTurnCheck(problem.g, classical.inverseMass);

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
    const equation = turned?.(base, out) ?? -1;
    return equation < 0 ? outcome : turnedOver(equation, solver.iterations);
  };
}

function createSystem(problem: Problem, alpha0: number): BdfSystem {
  const separable = classicalParts(problem);
  return separable
    ? createClassicalBdfSystem(problem, separable, alpha0)
    : createGeneralBdfSystem(problem, alpha0);
}

// Is BDF of order k stable for one constraint g(q, p) that contains momenta? An error a_n X_g(z_n) along the fibre
// fulfils, as h → 0,
//   (1 − 1/ζ)ᵏ = 1 − K/c,    K = ∂g · J(H'' + λg'') X_g,    c = ∂g · dX_g/dt,    a_n ~ ζⁿ,
// because g = 0 ties z_{n+1} to a fibre that has turned since z_{n+1−i}. With ζ = 1/(1 − w) every k-th root w must have
// |1 − w| ≥ 1; otherwise errors grow in each step, however small h is. For g(q) the fibre does not turn: c = 0, and
// all orders are stable. The convergence proofs (Hairer, Wanner, Solving ODEs II (1996), §VII.3) are for g(q) only.

/** Growth varies along an orbit; below this factor in one step it is left to the solver to notice trouble. */
const tolerated = 1.1;

/** Several constraints with momenta are not tested; there an unstable step ends in an iteration that fails. */
function createBdfStabilityTest(
  problem: Problem,
  order: number,
): (z: State, lambda: Float64Array) => Outcome {
  const { n, H, g } = problem;
  if (g.kind === 'holonomic' || g.m !== 1) return () => done;
  const brackets = createBrackets(problem);
  const unit = Float64Array.of(1);
  const [gradient, fibre, velocity, turning, bent] = Array.from({ length: 5 }, () => new Float64Array(2 * n));

  return (z, lambda) => {
    g.transposedTimes(z, unit, gradient);
    fibre.set(gradient);
    applyJ(fibre);
    brackets.hamiltonianField(z, velocity);
    for (let i = 0; i < 2 * n; i++) velocity[i] += lambda[0] * fibre[i];
    g.hessianTimes(z, unit, velocity, turning);
    applyJ(turning);
    const c = dot(gradient, turning);
    H.hessianTimes(z, fibre, bent);
    g.hessianTimes(z, lambda, fibre, turning);
    for (let i = 0; i < 2 * n; i++) bent[i] += turning[i];
    applyJ(bent);
    const growth = c === 0 ? 0 : largestGrowth(1 - dot(gradient, bent) / c, order);
    return growth <= tolerated ? done : unstable(order, growth);
  };
}

/** The largest |1 / (1 − w)| over the roots wᵏ = value. */
export function largestGrowth(value: number, order: number): number {
  const radius = Math.abs(value) ** (1 / order);
  let least = Number.POSITIVE_INFINITY;
  for (let j = 0; j < order; j++) {
    const angle = ((value < 0 ? Math.PI : 0) + 2 * Math.PI * j) / order;
    least = Math.min(least, Math.hypot(1 - radius * Math.cos(angle), radius * Math.sin(angle)));
  }
  return 1 / least;
}

function unstable(order: number, growth: number): Outcome {
  return failed(
    'not supported',
    `BDF of order ${order} is unstable for this constraint, which contains momenta: errors grow by ${growth.toFixed(2)} in each step, however short; take a lower order or the method “rattle”`,
    { equation: 0, residual: growth },
  );
}

// Backward differentiation formulas of order k = 1 … 6 with fixed step:
//   Σ_{j=1…k} (1/j) ∇ʲ z_{n+1} = (1/d) Σ_{i=0…k} aᵢ z_{n+1−i} = h z'_{n+1}
// with whole numbers aᵢ and d, because a rounded aᵢ/d no longer sums to zero and acts like a constant force.
// Beyond order 6 they are unstable. Hairer, Nørsett, Wanner, Solving ODEs I (1993), §III.1 (1.22').

interface BdfFormula {
  /** a₀ … a_k, newest value first. */
  readonly weights: readonly number[];
  /** d: the formula is that of a step d·h. */
  readonly divisor: number;
}

/** The formulas of order 1, 2, … */
export const bdfFormulas: readonly BdfFormula[] = [
  { weights: [1, -1], divisor: 1 },
  { weights: [3, -4, 1], divisor: 2 },
  { weights: [11, -18, 9, -2], divisor: 6 },
  { weights: [25, -48, 36, -16, 3], divisor: 12 },
  { weights: [137, -300, 300, -200, 75, -12], divisor: 60 },
  { weights: [147, -360, 450, -400, 225, -72, 10], divisor: 60 },
];

/** Weights of z_n, z_{n−1}, … that continue the polynomial through the last k values: (−1)ⁱ binomial(k, i + 1). */
export function extrapolationWeights(count: number): Float64Array {
  const weights = new Float64Array(count);
  let binomial = count;
  for (let i = 0; i < count; i++) {
    weights[i] = i % 2 === 0 ? binomial : -binomial;
    binomial = (binomial * (count - i - 1)) / (i + 2);
  }
  return weights;
}
