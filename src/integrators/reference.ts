// The reference solution: the underlying ODE z' = X_H + Σ λⱼ(z) X_{gⱼ}, integrated adaptively with DOP853 close to
// round-off, and brought back to g = {g, H} = 0 at the end of each step. Not symplectic: it is what others are
// measured against. Conditions: coisotropic constraints, {{H, gᵢ}, gⱼ} invertible, a problem that is not stiff.
// Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), §II.5; Leimkuhler and Skeel 1994, eq. 33–34.

import { createDormandPrince8 } from '../flows/dormand-prince-8.ts';
import { checkStart } from '../flows/finite.ts';
import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Outcome } from '../solvers/outcome.ts';
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
  const [y, end] = [0, 1].map(() => new Float64Array(2 * n));

  function check(z: State, h: number): Outcome {
    const outcome = checkStart(z, h);
    return outcome.ok ? testInvolution(z) : outcome;
  }
  function integrate(z: State, h: number): Outcome {
    for (let i = 0; i < 2 * n; i++) y[i] = z[i] / scale[i];
    const outcome = solver.integrate(y, 0, h, end);
    for (let i = 0; i < 2 * n; i++) end[i] *= scale[i];
    return outcome;
  }
  return {
    domain: 'g = {g,H} = 0',
    memory: solver.memory,
    step(z, h, out) {
      const checked = check(z, h);
      const outcome = checked.ok ? integrate(z, h) : checked;
      return outcome.ok ? finish(end, out) : outcome;
    },
  };
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
