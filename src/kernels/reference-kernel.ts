// Special code for the motion that the adaptive reference integrates: straight-line code for small systems, compiled pieces for
// large ones. The general motion evaluates what these decline.

import type { AllStages } from '../flows/dop853/stages.ts';
import { compileText } from '../formula/codegen/compile-text.ts';
import { generalMotion } from '../integrators/reference/reference.ts';
import type { Motion } from '../integrators/reference/underlying-ode.ts';
import { maxAbs } from '../linalg/dense.ts';
import { createSymmetricFactor } from '../linalg/ldlt/symmetric-factor.ts';
import { position } from '../linalg/pattern.ts';
import { hasRedundantConstraints } from '../problem/classical.ts';
import type { Separable } from '../problem/hamiltonian.ts';
import type { Problem } from '../problem/problem.ts';
import { memoizeByProblem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { hasConverged, relativeResidual } from '../solvers/convergence.ts';
import { done, type Outcome } from '../solvers/outcome.ts';
import { compileGramFunctions, type GramFunctions } from './loops/gram-functions.ts';
import {
  type Acceptance,
  defineKernel,
  fitsStraightLine,
  refuse,
  refuseUnlessCompiled,
  refuseWithoutFormulas,
  sizeOf,
  type Task,
} from './shared/kernel.ts';
import {
  allStagesText,
  fieldText,
  type MotionExpressions,
  motionExpressions,
  stepCost,
} from './small/motion-source.ts';

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
  if (!formulas || !H.separable || g.m === 0 || hasRedundantConstraints(problem))
    return { general, fast: null };
  const sparse = sparseMotion(problem, H.separable);
  if (!fitsStraightLine(problem)) return { general, fast: sparse };
  const motion = motionExpressions({ ...formulas, inverseMass: H.separable.inverseMass });
  const field = compileText(fieldText(motion))() as Attempt;
  return { general, fast: { field, allStages: allStages(motion), toManifold: sparse.toManifold } };
});

function allStages(motion: MotionExpressions): AllStages | undefined {
  return stepCost(motion) <= largestStep ? (compileText(allStagesText(motion))() as AllStages) : undefined;
}

// The underlying ODE of a classical problem given by formulas, and the return to its manifold, from compiled pieces that
// cost O(n) for chains and trees:
//   q' = M⁻¹p,   p' = −∇V − Gᵀλ,   N λ = g''[M⁻¹p, M⁻¹p] − G M⁻¹ ∇V,   N = G M⁻¹ Gᵀ    (Leimkuhler and Skeel 1994, eq. 33–34)
//   q ← q − M⁻¹Gᵀλ until g(q) = 0, by chord iterations with N of the start;   p ← p − Gᵀμ with G M⁻¹ p = 0
// Both decline, by false, what the general method must decide.

/** N⁻¹, in units of the diagonal of N, beyond this size is left to the general method. */
const largestInverse = 1e12;
const maxIterations = 8;

export interface SparseMotion {
  /** out = z', or false. */
  field(z: State, out: Float64Array): boolean;
  /** out = z on g = {g, H} = 0, or false. */
  toManifold(z: State, out: State): boolean;
}

export function sparseMotion(problem: Problem, separable: Separable): SparseMotion {
  const functions = compileGramFunctions(problem);
  return {
    field: createField(problem, separable, functions),
    toManifold: createReturn(problem, functions),
  };
}

/** N at one q, factored. */
function createMatrix({ gram, gramPattern }: GramFunctions) {
  const N = new Float64Array(gramPattern.index.length);
  const factor = createSymmetricFactor(gramPattern);
  const diagonal = Int32Array.from({ length: gramPattern.rows }, (_, i) => position(gramPattern, i, i));
  const [x, unit] = [0, 1].map(() => new Float64Array(gramPattern.rows));
  return {
    solve: (r: Float64Array) => factor.solve(r),
    factorAt(z: State): boolean {
      gram(z, N);
      return factor.factor(N);
    },
    /** Solves with one vector of alternating signs, in units where the diagonal of N is 1 (Higham 1988). */
    isDegenerate(): boolean {
      for (let i = 0; i < x.length; i++) {
        unit[i] = Math.sqrt(N[diagonal[i]]);
        x[i] = (i % 2 === 0 ? 1 : -1) * (1 + i / x.length) * unit[i];
      }
      factor.solve(x);
      for (let i = 0; i < x.length; i++) x[i] *= unit[i];
      return !(maxAbs(x) <= largestInverse);
    },
  };
}

function createField({ n, g }: Problem, { gradient, inverseMass }: Separable, functions: GramFunctions) {
  const matrix = createMatrix(functions);
  const [lambda, bend] = [0, 1].map(() => new Float64Array(g.m));
  const [velocity, force, pull] = [0, 1, 2].map(() => new Float64Array(n));

  /** velocity = M⁻¹p and, for the right side, pull = M⁻¹∇V. */
  function weigh(z: State): void {
    for (let i = 0; i < n; i++) {
      velocity[i] = inverseMass[i] * z[n + i];
      pull[i] = inverseMass[i] * force[i];
    }
  }
  function store(out: Float64Array): boolean {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const kick = -force[i] - pull[i];
      out[i] = velocity[i];
      out[n + i] = kick;
      sum += velocity[i] + kick;
    }
    return 0 * sum === 0;
  }
  return (z: State, out: Float64Array): boolean => {
    if (!matrix.factorAt(z) || matrix.isDegenerate()) return false;
    gradient(z, force);
    weigh(z);
    g.second(z, velocity, velocity, bend);
    g.jacobianTimes(z, pull, lambda);
    for (let i = 0; i < g.m; i++) lambda[i] = bend[i] - lambda[i];
    matrix.solve(lambda);
    g.transposedTimes(z, lambda, pull);
    return store(out);
  };
}

function createReturn({ n, g }: Problem, functions: GramFunctions) {
  const { inverseMass } = functions;
  const matrix = createMatrix(functions);
  const [lambda, r, scale] = [0, 1, 2].map(() => new Float64Array(g.m));
  const [kick, velocity] = [0, 1].map(() => new Float64Array(n));
  /** out = q − M⁻¹G(q)ᵀλ */
  function move(z: State, out: State): void {
    g.transposedTimes(z, lambda, kick);
    for (let i = 0; i < n; i++) out[i] = z[i] - inverseMass[i] * kick[i];
  }
  /** Leaves q on g = 0 in out. */
  function alongNormals(z: State, out: State): boolean {
    let before = Number.POSITIVE_INFINITY;
    for (let k = 0; k < maxIterations; k++) {
      g.value(out, r);
      const error = relativeResidual(r, scale);
      if (hasConverged(error, before, 0.5)) return true;
      if (!(error <= 0.5 * before)) return false;
      before = error;
      matrix.solve(r);
      for (let a = 0; a < g.m; a++) lambda[a] += r[a];
      move(z, out);
    }
    return false;
  }
  /** p ← p − Gᵀμ. One pass is enough: what is left is a rounding error of what little had to be removed. */
  function alongFibre(out: State): void {
    for (let i = 0; i < n; i++) velocity[i] = inverseMass[i] * out[n + i];
    g.jacobianTimes(out, velocity, r);
    matrix.solve(r);
    g.transposedTimes(out, r, kick);
    for (let i = 0; i < n; i++) out[n + i] -= kick[i];
  }
  return (z: State, out: State): boolean => {
    if (!matrix.factorAt(z)) return false;
    out.set(z);
    lambda.fill(0);
    functions.termSizes(z, 0, scale);
    if (!alongNormals(z, out) || !matrix.factorAt(out)) return false;
    alongFibre(out);
    return 0 * maxAbs(out) === 0;
  };
}
