// The iteration for λ with g(Q) = 0, where P = p − kick ∇V(q) − Gᵀλ, Q = q + drift M⁻¹P and λ = h·rate. It begins with the rate in
// memory. Leimkuhler and Skeel 1994, eq. 24–26.

import type { Problem } from '../../problem/problem.ts';
import { createStepFloors, termSizeInterval } from '../../problem/term-sizes.ts';
import { aim, hasConverged } from '../../solvers/convergence.ts';
import type { CompiledStep } from './compile.ts';

const maxIterations = 40;
/** More iterations than this call for a new matrix. Measured on rings and trees: a new one costs about three iterations. */
const newMatrixAfterIterations = 6;

export function createNewtonIteration({ run, views, multipliers }: CompiledStep) {
  const { kick, drift, h, correction, size } = views;
  const { contraction, within } = multipliers;
  let iterations = 0;
  return {
    /** How long the force acts, how long the motion lasts, and the step that λ = h·rate counts in. */
    setTimes(ofKick: number, ofDrift: number, step: number): void {
      kick[0] = ofKick;
      drift[0] = ofDrift;
      h[0] = step;
      correction[0] = 1 / (ofDrift * step);
    },
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
