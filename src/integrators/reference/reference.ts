// The reference solution: the underlying ODE z' = X_H + Σ λⱼ(z) X_{gⱼ}, integrated adaptively with DOP853 close to
// round-off, and brought back to g = {g, H} = 0 at the end of each step. Not symplectic: it is what others are
// measured against. Conditions: coisotropic constraints, {{H, gᵢ}, gⱼ} invertible, a problem that is not stiff.
// Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), §II.5; Leimkuhler and Skeel 1994, eq. 33–34.

import { chooseFibre } from '../../fibres/choose-fibre.ts';
import { createDormandPrince8 } from '../../flows/dop853/adaptive.ts';
import type { Flow } from '../../flows/flow.ts';
import { checkStart, identity } from '../../flows/identity.ts';
import { patternTransposedTimes } from '../../linalg/pattern.ts';
import { createWorstBracket, isInvolutiveByForm, negligibleBracket } from '../../problem/brackets.ts';
import { classicalParts } from '../../problem/classical.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { newton, newtonSparse } from '../../solvers/newton.ts';
import { done, type Failure, failed, type Outcome } from '../../solvers/outcome.ts';
import { createConditions } from '../conditions.ts';
import { type Condition, constrainedStep, type Move } from '../multiplier-step.ts';
import { project } from '../project.ts';
import { stateScale } from '../state-scale.ts';
import { createUnderlyingOde, type Motion } from './underlying-ode.ts';

/** Settings of the reference integrator. */
export interface ReferenceOptions {
  /** Relative error that is aimed at over a few oscillations; default 1e-13. */
  readonly tolerance?: number;
  /** Whether the end of each step returns to g = {g, H} = 0; what drifts away there is of the size of the tolerance. */
  readonly project?: 'each step' | 'never';
  /** Faster code for the same motion, where there is some. */
  readonly motion?: Motion;
}

const [maxSteps, patience] = [1_000_000, 20_000];
/** Errors of hundreds of steps add up, so that one step must be better than the whole. */
const stepsOfAnOrbit = 50;
/** Below this the error estimate is rounding. */
const leastTolerance = 1e-15;
/** So many steps are made before the state returns to the manifold: errors off it grow like t² until then. */
const stepsOffManifold = 10;

/**
 * The reference solution: z′ = X_H + Σ λⱼ(z) X_{gⱼ} integrated with DOP853 close to round-off and returned to g =
 * {g,H} = 0 after each step; adaptive inside a step, not symplectic. Conditions: coisotropic and nondegenerate
 * constraints, not stiff. Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), §II.5.
 */
export function reference(problem: Problem, options: ReferenceOptions = {}): Flow {
  const { solver, check } = createParts(problem, options);
  return {
    domain: 'g = {g,H} = 0',
    isJump: true,
    memory: solver.memory,
    step(z, h, out) {
      const outcome = check(z, h);
      return outcome.ok ? solver.integrate(z, 0, h, out) : outcome;
    },
  };
}

/** States at the wanted times, or the reason why there are none. */
export type Samples = { readonly ok: true; readonly states: readonly State[] } | Failure;

/**
 * The states at the given times, which run one way from the start at t = 0. The integrator's own steps are interpolated
 * to order 7 (dense output), so that close times cost nothing.
 */
export function referenceAt(
  problem: Problem,
  times: readonly number[],
  options: ReferenceOptions = {},
): Samples {
  const { solver, check, finish } = createParts(problem, options);
  const size = 2 * problem.n;
  const begun = check(problem.initial, times[times.length - 1] ?? 0);
  if (!begun.ok) return begun;
  const rows = new Float64Array((times.length + 1) * size);
  const outcome = solver.sample(problem.initial, [0, ...times], rows);
  if (!outcome.ok) return outcome;
  const states: State[] = [];
  for (let k = 1; k <= times.length; k++) {
    const state = new Float64Array(size);
    const finished = finish(rows.subarray(k * size, (k + 1) * size), state);
    if (!finished.ok) return finished;
    states.push(state);
  }
  return { ok: true, states };
}

/** The solver, what is asked of a start, and the way back to the manifold. */
function createParts(problem: Problem, options: ReferenceOptions) {
  const tolerance = Math.max(leastTolerance, (options.tolerance ?? 1e-13) / stepsOfAnOrbit);
  const { field, allStages, toManifold } = options.motion ?? generalMotion(problem);
  const testInvolution = createInvolutionTest(problem);
  const isUnprojected = options.project === 'never' || problem.g.m === 0;
  const solver = createDormandPrince8({
    dimension: 2 * problem.n,
    f: field,
    allStages,
    sizes: stateScale(problem),
    relativeTolerance: tolerance,
    absoluteTolerance: tolerance,
    maxSteps,
    patience,
    settle: isUnprojected ? undefined : { everySteps: stepsOffManifold, to: toManifold },
  });
  const check = (z: State, h: number): Outcome => {
    const outcome = checkStart(z, h);
    return outcome.ok ? testInvolution(z) : outcome;
  };
  return { solver, check, finish: isUnprojected ? identity : toManifold };
}

/** The motion of any problem. */
export function generalMotion(problem: Problem): Motion {
  const toManifold = problem.g.m === 0 ? identity : createReturnToManifold(problem);
  return { field: createUnderlyingOde(problem).field, toManifold };
}

// Brings a state that has drifted a little back to g = 0 and {g, H} = 0: first along the normals of g,
//   q ← q − M⁻¹Gᵀλ   for g(q), the least change in the metric of M;      z ← z − D ∇gᵀλ   for any g(q, p),
// with D = diag(Q², P²) from the sizes of the state; then along the fibre, which keeps g.
// Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §IV.4 and §VII.1.

export function createReturnToManifold(problem: Problem): (z: State, out: State) => Outcome {
  const { n, g } = problem;
  const { onConstraint, onHidden } = createConditions(problem);
  // Unlike a step, a correction is measured against the size of the state alone.
  const nearby: Condition = { ...onConstraint, scale: (z, _h, out) => onConstraint.scale(z, 0, out) };
  const solver = onConstraint.model ? newtonSparse : newton;
  const alongNormals = constrainedStep({
    move: createNormalMove(problem),
    condition: nearby,
    solver: solver(g.m),
    n,
    domain: 'g = 0',
  });
  const alongFibre = project(chooseFibre(problem), onHidden, solver(g.m), n);
  const corrected = new Float64Array(2 * n);

  return (z, out) => {
    // Corrections of rounding errors predict nothing: every return starts from λ = 0.
    alongNormals.memory[0].fill(0);
    alongFibre.memory[0].fill(0);
    const outcome = alongNormals.step(z, 1, corrected);
    return outcome.ok ? alongFibre.step(corrected, 1, out) : outcome;
  };
}

function createNormalMove(problem: Problem): Move {
  const { n, g } = problem;
  const weights = new Float64Array(2 * n);
  weights.set(classicalParts(problem)?.inverseMass ?? stateScale(problem).map(size => size * size));
  const G = new Float64Array(g.jacobianPattern.index.length);

  function byMultiplier(dlambda: Float64Array, out: Float64Array): void {
    patternTransposedTimes(g.jacobianPattern, G, dlambda, out);
    for (let i = 0; i < 2 * n; i++) out[i] *= -weights[i];
  }
  return {
    to(z, lambda, _h, out) {
      g.jacobian(z, G);
      byMultiplier(lambda, out);
      for (let i = 0; i < 2 * n; i++) out[i] += z[i];
      return done;
    },
    byState() {
      throw new Error('a return to the manifold is not differentiated');
    },
    byMultiplier,
  };
}

// Are the constraints in involution, {gᵢ, gⱼ} = 0, at this state? Where they are not, the multipliers already enter
// the first derivative of g and no method of this folder applies. g(q) always is.
// McLachlan, Modin, Verdier, Wilkins 2014, Assumption 2.

export function createInvolutionTest(problem: Problem): (z: State) => Outcome {
  if (isInvolutiveByForm(problem)) return () => done;
  const { names } = problem.g;
  const worstBracket = createWorstBracket(problem);
  return z => {
    const { size, i, j } = worstBracket(z);
    return size > negligibleBracket ? notInInvolution(names[i], names[j], i) : done;
  };
}

function notInInvolution(first: string, second: string, equation: number): Failure {
  return failed(
    'not supported',
    `the constraints “${first}” and “${second}” are not in involution: their Poisson bracket is not zero here; solve one of them for a coordinate and insert it`,
    { equation },
  );
}
