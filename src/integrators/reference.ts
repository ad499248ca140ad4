// The reference solution: the underlying ODE z' = X_H + Σ λⱼ(z) X_{gⱼ}, integrated adaptively with DOP853 close to
// round-off, and brought back to g = {g, H} = 0 at the end of each step. Not symplectic: it is what others are
// measured against. Conditions: coisotropic constraints, {{H, gᵢ}, gⱼ} invertible, a problem that is not stiff.
// Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), §II.5; Leimkuhler and Skeel 1994, eq. 33–34.

import { createDormandPrince8 } from '../flows/dormand-prince-8.ts';
import { checkStart } from '../flows/finite.ts';
import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Failure, Outcome } from '../solvers/outcome.ts';
import { createInvolutionTest } from './involution.ts';
import { createReturnToManifold } from './return-to-manifold.ts';
import { stateScale } from './state-scale.ts';
import { stay } from './stay.ts';
import { createUnderlyingOde } from './underlying-ode.ts';

export interface ReferenceOptions {
  /** Relative error that is aimed at over a few oscillations; default 1e-13. */
  readonly tolerance?: number;
  /** Whether the end of each step returns to g = {g, H} = 0; what drifts away there is of the size of the tolerance. */
  readonly project?: 'each step' | 'never';
}

const maxSteps = 100_000;
/** Errors of hundreds of steps add up, so that one step must be better than the whole. */
const stepsOfAnOrbit = 50;
/** Below this the error estimate is rounding. */
const leastTolerance = 1e-15;

export function reference(problem: Problem, options: ReferenceOptions = {}): Flow {
  const { solver, scale, check, finish } = createParts(problem, options);
  const [y, end] = [0, 1].map(() => new Float64Array(2 * problem.n));

  /** out = the state h after z, back on the manifold. */
  function travel(z: State, h: number, out: State): Outcome {
    for (let i = 0; i < y.length; i++) y[i] = z[i] / scale[i];
    const outcome = solver.integrate(y, 0, h, end);
    if (!outcome.ok) return outcome;
    for (let i = 0; i < y.length; i++) end[i] *= scale[i];
    return finish(end, out);
  }
  return {
    domain: 'g = {g,H} = 0',
    isJump: true,
    memory: solver.memory,
    step(z, h, out) {
      let outcome = check(z, h);
      out.set(z);
      for (let t = 0; outcome.ok && t !== h; ) {
        const next = pieceEnd(t, h, solver.memory[0][0]);
        outcome = travel(out, next - t, out);
        t = next;
      }
      return outcome;
    },
  };
}

/** So many steps are made before the state returns to the manifold: errors off it grow like t² until then. */
const stepsOfAPiece = 20;
/** The first piece, when no step size is known yet, is this part of the whole. */
const firstPart = 1 / 64;

function pieceEnd(t: number, end: number, stepSize: number): number {
  const left = end - t;
  const wanted = stepSize > 0 ? stepsOfAPiece * stepSize : firstPart * Math.abs(left);
  // Never so short that time stands still: before a singularity the solver is to notice that its steps vanish.
  const length = Math.max(wanted, 64 * Number.EPSILON * Math.abs(end));
  return Math.abs(left) <= length ? end : t + Math.sign(left) * length;
}

export type Samples = { readonly ok: true; readonly states: readonly State[] } | Failure;

/**
 * The states at the given times, which run one way from the start at t = 0. Within a piece the integrator's own steps are
 * interpolated to order 7 (dense output), so that close times cost nothing.
 */
export function referenceAt(
  problem: Problem,
  times: readonly number[],
  options: ReferenceOptions = {},
): Samples {
  const { solver, scale, check, finish } = createParts(problem, options);
  const size = 2 * problem.n;
  const last = times[times.length - 1] ?? 0;
  const begun = check(problem.initial, last);
  if (!begun.ok) return begun;
  const states: State[] = [];
  let z = problem.initial;
  for (let t = 0; states.length < times.length; ) {
    const next = pieceEnd(t, last, solver.memory[0][0]);
    const inside = times.slice(states.length).filter(time => Math.abs(time) <= Math.abs(next));
    const rows = new Float64Array((inside.length + 2) * size);
    const outcome = solver.sample(
      z.map((value, i) => value / scale[i]),
      [t, ...inside, next],
      rows,
    );
    if (!outcome.ok) return outcome;
    const found: State[] = [];
    for (let k = 1; k <= inside.length + 1; k++) {
      const state = new Float64Array(size);
      const row = rows.subarray(k * size, (k + 1) * size).map((value, i) => value * scale[i]);
      const finished = finish(row, state);
      if (!finished.ok) return finished;
      found.push(state);
    }
    z = found[inside.length];
    states.push(...found.slice(0, -1));
    t = next;
  }
  return { ok: true, states };
}

/** The solver in scaled variables, what is asked of a start, and the way back to the manifold. */
function createParts(problem: Problem, options: ReferenceOptions) {
  const { n, g } = problem;
  const tolerance = Math.max(leastTolerance, (options.tolerance ?? 1e-13) / stepsOfAnOrbit);
  const scale = stateScale(problem);
  const testInvolution = createInvolutionTest(problem);
  const solver = createDormandPrince8({
    dimension: 2 * n,
    f: createScaledField(problem, scale),
    relativeTolerance: tolerance,
    absoluteTolerance: tolerance,
    maxSteps,
  });
  const stays = options.project === 'never' || g.m === 0;
  const finish = stays ? stay : createReturnToManifold(problem);
  const check = (z: State, h: number): Outcome => {
    const outcome = checkStart(z, h);
    return outcome.ok ? testInvolution(z) : outcome;
  };
  return { solver, scale, check, finish };
}

/** The field in units of the sizes of the state. */
function createScaledField(problem: Problem, scale: Float64Array) {
  const { field } = createUnderlyingOde(problem);
  const z = new Float64Array(scale.length);
  return (y: Float64Array, out: Float64Array): Outcome => {
    for (let i = 0; i < z.length; i++) z[i] = y[i] * scale[i];
    const outcome = field(z, out);
    for (let i = 0; i < z.length; i++) out[i] /= scale[i];
    return outcome;
  };
}
