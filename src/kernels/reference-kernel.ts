// Special code for the motion that the adaptive reference integrates: straight-line code for small systems, compiled pieces for
// large ones. The general motion evaluates what these decline.

import type { AllStages } from '../flows/dop853/stages.ts';
import { compileText } from '../formula/codegen/compile-text.ts';
import { generalMotion, type Motion } from '../integrators/reference/reference.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { done, type Outcome } from '../solvers/outcome.ts';
import { type SparseMotion, sparseMotion } from './loops/sparse-motion.ts';
import {
  type Acceptance,
  defineKernel,
  refuse,
  refuseUnlessCompiled,
  refuseWithoutFormulas,
  sizeOf,
  type Task,
} from './shared/kernel.ts';
import { memoizeByProblem } from './shared/memoize-by-problem.ts';
import {
  allStagesText,
  fieldText,
  type MotionExpressions,
  motionExpressions,
  stepCost,
} from './small/motion-source.ts';
import { fitsStraightLine } from './small/straight-line-rattle.ts';

type Attempt = (z: State, out: Float64Array) => boolean;
type Evaluate = (z: State, out: Float64Array) => Outcome;

/** A motion that counts the evaluations that its compiled code has declined. */
export interface CountedMotion extends Motion {
  declined(): number;
}

/** The counter of evaluations that the compiled code declined. */
export const referenceEvaluations = 'evaluations by the reference method';

/** Measured: a step of 2900 operations in one function is faster than stage by stage, one of 3700 is never optimised. */
const largestStep = 2200;

export const straightLineMotionKernel = defineKernel({
  name: 'straight-line motion',
  methods: ['reference'],
  accepts(problem, task) {
    const refusal = refuseWithoutFormulas(problem) ?? refuseUnlessCompiled();
    if (refusal) return refusal;
    if (!fitsStraightLine(problem))
      return refuse('too many constraints or coordinates for straight-line code');
    return accepted(problem, task);
  },
});

export const sparseMotionKernel = defineKernel({
  name: 'motion from compiled pieces',
  methods: ['reference'],
  accepts: (problem, task) => refuseWithoutFormulas(problem) ?? accepted(problem, task),
});

function accepted(problem: Problem, { withMotion }: Task<'reference'>): Acceptance {
  const motion = compiledMotion(problem);
  return {
    because: sizeOf(problem),
    flow: { ...withMotion(motion), counters: () => ({ [referenceEvaluations]: motion.declined() }) },
  };
}

/** The fastest form that the motion of a problem has. */
export function compiledMotion(problem: Problem): CountedMotion {
  const { general, fast } = piecesOf(problem);
  let declined = 0;
  if (!fast) return { ...general, declined: () => declined };
  const withFallback =
    (attempt: Attempt, evaluate: Evaluate): Evaluate =>
    (z, out) => {
      if (attempt(z, out)) return done;
      declined++;
      return evaluate(z, out);
    };
  return {
    field: withFallback(fast.field, general.field),
    allStages: fast.allStages,
    toManifold: withFallback(fast.toManifold, general.toManifold),
    declined: () => declined,
  };
}

interface Pieces {
  readonly general: Motion;
  readonly fast: (SparseMotion & { readonly allStages?: AllStages | undefined }) | null;
}

const piecesOf = memoizeByProblem((problem): Pieces => {
  const general = generalMotion(problem);
  const { formulas, H, g } = problem;
  if (!formulas || !H.separable || g.m === 0) return { general, fast: null };
  const sparse = sparseMotion(problem, H.separable);
  if (!fitsStraightLine(problem)) return { general, fast: sparse };
  const motion = motionExpressions({ ...formulas, inverseMass: H.separable.inverseMass });
  const field = compileText(fieldText(motion))() as Attempt;
  return { general, fast: { field, allStages: allStages(motion), toManifold: sparse.toManifold } };
});

function allStages(motion: MotionExpressions): AllStages | undefined {
  return stepCost(motion) <= largestStep ? (compileText(allStagesText(motion))() as AllStages) : undefined;
}
