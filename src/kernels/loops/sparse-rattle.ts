// RATTLE, and compositions of RATTLE steps t₁ … t_s, for classical problems with many constraints, as loops over constraints and
// coordinates of one shape in WebAssembly: chains and trees cost O(n) per step. A step is a composition with the weight 1.
// Between its stages a composition needs no projection, since RATTLE ∘ RATTLE = project ∘ SHAKE ∘ SHAKE, and the two kicks that
// meet there are one (Leimkuhler and Skeel 1994, eq. 24–28):
//   P = p − ½(t_{k−1} + t_k)∇V(q) − G(q)ᵀλ,   Q = q + t_k M⁻¹P,   g(Q) = 0       iterations from a warm start (shared/warm-start.ts)
//   P ← P − ½t_s ∇V(Q) − G(Q)ᵀμ,   G(Q) M⁻¹P = 0                                  linear solves, after the last stage
// The general method takes over where an iteration does not converge.

import type { Flow } from '../../flows/flow.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { createStepFloors, termSizeInterval } from '../../problem/term-sizes.ts';
import { aim, hasConverged } from '../../solvers/convergence.ts';
import { type FastStep, withFallback } from '../shared/fallback.ts';
import {
  defineKernel,
  refuse,
  refuseUnlessClassical,
  refuseWithoutFormulas,
  sizeOf,
} from '../shared/kernel.ts';
import {
  createCubicWarmStart,
  createStageWarmStart,
  cubicRingSize,
  quadraticPrediction,
  type WarmStart,
} from '../shared/warm-start.ts';
import { type CompiledStep, compileStep, notCompiled } from './compile.ts';

export const sparseRattleKernel = defineKernel({
  name: 'RATTLE in WebAssembly loops',
  methods: ['rattle'],
  accepts(problem, task) {
    const refusal = refuseUnlessClassical(problem, task);
    if (refusal) return refusal;
    const flow = sparseRattle(problem, task.reference);
    return flow ? { because: sizeOf(problem), flow } : refuse(notCompiled);
  },
});

export const sparseCompositionKernel = defineKernel({
  name: 'composition of RATTLE steps in WebAssembly loops',
  methods: ['rattle composition'],
  accepts(problem, task) {
    const refusal = refuseUnlessClassical(problem, task);
    if (refusal) return refusal;
    const flow = sparseComposition(problem, task.weights, task.reference);
    return flow ? { because: sizeOf(problem), flow } : refuse(notCompiled);
  },
});

/** `reference` is RATTLE with the Verlet flow for the same problem; null where loops cannot be compiled. */
export function sparseRattle(problem: Problem, reference: () => Flow): Flow | null {
  const compiled = compileStep(problem, cubicRingSize);
  if (!compiled) return null;
  const warmStart = createCubicWarmStart(compiled.views.ring);
  const attempt = createStages(problem, compiled, [1], warmStart);
  const fast: FastStep = {
    memory: [...warmStart.memory, ...attempt.termSizes.memory],
    step(z, h, out) {
      warmStart.begin(h);
      if (!attempt.make(z, h)) {
        attempt.termSizes.restore();
        return false;
      }
      out.set(compiled.views.end);
      warmStart.accept(compiled.views.rate);
      return true;
    },
    rate: warmStart.latest,
    adoptWarmStart(h, rate) {
      warmStart.begin(h);
      warmStart.accept(rate);
    },
  };
  return fallback(problem, fast, reference, sparseRattleKernel.name);
}

/** The composition with these weights, or null where there are no loops for it. `reference` makes the same of general steps. */
export function sparseComposition(
  problem: Problem,
  weights: readonly number[],
  reference: () => Flow,
): Flow | null {
  const compiled = refuseWithoutFormulas(problem) ? null : compileStep(problem, quadraticPrediction.stages);
  if (!compiled) return null;
  const warmStart = createStageWarmStart(weights, quadraticPrediction, compiled.views.ring);
  const attempt = createStages(problem, compiled, weights, warmStart);
  const before = warmStart.memory.map(part => new Float64Array(part.length));
  const noRate = new Float64Array(problem.g.m);
  const fast: FastStep = {
    memory: [...warmStart.memory, ...attempt.termSizes.memory],
    step(z, h, out) {
      copyAll(warmStart.memory, before);
      warmStart.begin(h);
      if (!attempt.make(z, h) && !attempt.makeFromZero(z, h)) {
        copyAll(before, warmStart.memory);
        attempt.termSizes.restore();
        return false;
      }
      out.set(compiled.views.end);
      return true;
    },
    rate: () => noRate,
    // The multipliers of general steps are not those that the stages need: the warm start begins with none.
    adoptWarmStart: warmStart.clear,
  };
  return fallback(problem, fast, reference, sparseCompositionKernel.name);
}

const fallback = ({ n, g }: Problem, fast: FastStep, reference: () => Flow, label: string) =>
  withFallback({ fast, reference, label, domain: 'g = {g,H} = 0', n, referenceMemory: [g.m] });

/** All stages of a step, from z to the `end` in memory. */
function createStages(
  problem: Problem,
  compiled: CompiledStep,
  weights: readonly number[],
  warmStart: WarmStart,
) {
  const { run, views, multipliers } = compiled;
  const { start, rate, kick, drift, correction, total } = views;
  const termSizes = createRenewedTermSizes(problem, compiled);
  const endpoints = createEndpointCache(problem, compiled);
  const iteration = createNewtonIteration(compiled);
  const isComposition = weights.length > 1;

  /**
   * How long the force acts in stage k, how long the motion lasts, and the step that λ = h·rate counts in. They go straight to
   * memory: products as arguments of a call that is not inlined would be numbers on the heap.
   */
  function setTimes(k: number, h: number): void {
    const last = k === 0 ? 0 : weights[k - 1];
    kick[0] = 0.5 * (last + weights[k]) * h;
    drift[0] = weights[k] * h;
    views.h[0] = h;
    correction[0] = 1 / (drift[0] * h);
  }
  /** Stage k of a step h, from the start in memory. */
  function makeStage(k: number, h: number): boolean {
    setTimes(k, h);
    warmStart.weigh(k, views.weights);
    run.extrapolate();
    if (!iteration.solve()) return false;
    if (isComposition) warmStart.accept(rate);
    return true;
  }
  /** What stage k needs to know where it starts. The N of an earlier stage, where there is one, serves as long as it can. */
  function prepareStage(k: number): boolean {
    if (k === 0) return endpoints.prepareStart();
    endpoints.advanceStage();
    return !iteration.wasSlow() || multipliers.factor();
  }
  /** The last kick, and p ← p − Gᵀμ with G M⁻¹p = 0. */
  function finish(h: number): boolean {
    kick[0] = 0.5 * weights[weights.length - 1] * h;
    if (!endpoints.finishStep()) return false;
    run.finish();
    if (isComposition) projectRemainder();
    return Number.isFinite(total[0]);
  }
  /** The first projection of a composition leaves rounding errors of the large part that it removes. */
  function projectRemainder(): void {
    kick[0] = 0;
    multipliers.projectWithSameMatrix();
    run.finish();
  }
  function makeStages(h: number): boolean {
    for (let k = 0; k < weights.length; k++) if (!prepareStage(k) || !makeStage(k, h)) return false;
    return finish(h);
  }
  return {
    termSizes,
    /** False when a number there is not finite, too. */
    make(z: State, h: number): boolean {
      start.set(z);
      termSizes.renew(h);
      return makeStages(h);
    },
    /** Once more without the warm start: after a jump of the momenta, as noise makes them, it misleads. */
    makeFromZero(z: State, h: number): boolean {
      warmStart.clear();
      start.set(z);
      return makeStages(h);
    },
  };
}

function copyAll(from: readonly Float64Array[], to: readonly Float64Array[]): void {
  for (let k = 0; k < from.length; k++) to[k].set(from[k]);
}

// The iteration for λ with g(Q) = 0, where P = p − kick ∇V(q) − Gᵀλ, Q = q + drift M⁻¹P and λ = h·rate. It begins with the rate in
// memory. Leimkuhler and Skeel 1994, eq. 24–26.

const maxIterations = 40;
/** More iterations than this call for a new matrix. Measured on rings and trees: a new one costs about three iterations. */
const newMatrixAfterIterations = 6;

export function createNewtonIteration({ run, views, multipliers }: CompiledStep) {
  const { size } = views;
  const { contraction, within } = multipliers;
  let iterations = 0;
  return {
    /** Leaves Q and P in memory; false when the iteration does not converge. */
    solve(): boolean {
      let [before, earlier] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let k = 0; k < maxIterations; k++) {
        iterations = k;
        run.move();
        const now = size[0];
        if (hasConverged(now, before, contraction)) return true;
        if (!Number.isFinite(now) || now > contraction * (within === 1 ? before : earlier)) return false;
        // The last matrix leaves about now/before of the residual, as it did before: enough where that reaches the aim.
        if (k > 0 && now * now <= aim * before) multipliers.correctWithSameMatrix();
        else if (!multipliers.correct()) return false;
        earlier = before;
        before = now;
      }
      return false;
    },
    /** Whether the last solve took so many iterations that the matrix should be renewed. */
    wasSlow: () => iterations > newMatrixAfterIterations,
  };
}

// The endpoint cache: ∇V, and N where the solver needs it, at the start and at the end of a step; ∇V between its stages, too. A step
// that starts where the last one ended finds both there; a comparison of states decides, so that a checkpoint need not keep them.

export function createEndpointCache({ H }: Problem, { run, views, multipliers }: CompiledStep) {
  const { start, end, gradient, distance } = views;
  const isForced = gradient.some(Number.isNaN);
  const isNeeded = isForced || multipliers.needsStart;
  /** Whether what is known belongs to the Q in memory. */
  let isKnown = false;
  const measure = () => {
    if (isForced) H.separable?.gradient(end, gradient);
  };
  return {
    /** Before a step; false when N is singular. */
    prepareStart(): boolean {
      if (!isNeeded) return true;
      run.compare();
      const isThere = isKnown && distance[0] === 0;
      isKnown = false;
      if (isThere) return true;
      end.set(start);
      measure();
      return !multipliers.needsStart || multipliers.factor();
    },
    /** The end of a stage becomes the start of the next. */
    advanceStage(): void {
      start.set(end);
      measure();
    },
    /** μ at the end of the step; false when N is singular. */
    finishStep(): boolean {
      measure();
      isKnown = multipliers.project();
      return isKnown;
    },
  };
}

// The sizes of the terms of each constraint on the way of a step (problem/term-sizes.ts), computed again every few steps.

export function createRenewedTermSizes({ H }: Problem, { run, views }: CompiledStep) {
  const { start: z, inverseScale, floors } = views;
  const before = new Float64Array(inverseScale.length);
  const age = new Float64Array(1);
  const fillFloors = createStepFloors(H);
  return {
    memory: [inverseScale, age],
    /** Before a step h from the start. */
    renew(h: number): void {
      if (age[0]++ % termSizeInterval > 0) return;
      before.set(inverseScale);
      fillFloors(z, h, floors);
      run.termSizes();
    },
    /** As if the step had not been tried. */
    restore(): void {
      if (--age[0] % termSizeInterval === 0) inverseScale.set(before);
    },
  };
}
