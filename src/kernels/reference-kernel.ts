// The motion of a classical problem given by formulas, for the adaptive reference: straight-line code for small systems,
// compiled pieces for large ones. The general parts judge what these decline.

import type { AllStages } from '../flows/dop853/stages.ts';
import { generalMotion, type Motion } from '../integrators/reference/reference.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { done, type Outcome } from '../solvers/outcome.ts';
import { sparseMotion } from './loops/sparse-motion.ts';
import { memoizeByProblem } from './shared/memoize-by-problem.ts';
import {
  allStagesText,
  fieldText,
  type MotionExpressions,
  motionExpressions,
  stepCost,
} from './small/motion-source.ts';
import { canFuse } from './small/straight-line-rattle.ts';

type Attempt = (z: State, out: Float64Array) => boolean;
type Judge = (z: State, out: Float64Array) => Outcome;

/** Measured: a step of 2900 operations in one function is faster than stage by stage, one of 3700 is never optimised. */
const largestStep = 2200;

/** The fastest form that the motion of a problem has. */
export const compiledMotion = memoizeByProblem(compileMotion);

function compileMotion(problem: Problem): Motion {
  const general = generalMotion(problem);
  const { formulas, H, g } = problem;
  if (!formulas || !H.separable || g.m === 0) return general;
  const sparse = sparseMotion(problem, H.separable);
  const toManifold = judged(sparse.toManifold, general.toManifold);
  if (!canFuse(problem)) return { field: judged(sparse.field, general.field), toManifold };
  const motion = motionExpressions({ ...formulas, inverseMass: H.separable.inverseMass });
  const field = new Function(fieldText(motion))() as Attempt;
  return { field: judged(field, general.field), allStages: allStages(motion), toManifold };
}

const judged =
  (attempt: Attempt, judge: Judge): Judge =>
  (z, out) =>
    attempt(z, out) ? done : judge(z, out);

function allStages(motion: MotionExpressions): AllStages | undefined {
  return stepCost(motion) <= largestStep ? (new Function(allStagesText(motion))() as AllStages) : undefined;
}
