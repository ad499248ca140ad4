// One method on one problem, in a process of its own: prepares and warms up, times blocks of steps on request, and counts
// iterations and allocated bytes at the end, since counting changes the compiled code.
//   startWorker(worker.js, [task as JSON])

import { getHeapStatistics } from 'node:v8';
import { createShiftedMass } from '../../../src/flows/newmark/implicit-acceleration.ts';
import { once } from '../../../src/formula/once.ts';
import { dot, maxAbs } from '../../../src/linalg/dense.ts';
import { createBrackets } from '../../../src/problem/brackets.ts';
import type { Curvature } from '../../../src/problem/hamiltonian.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { loadProblem, type ProblemSpec } from '../../measure/problem.ts';
import { messageOf, serve } from '../../measure/processes.ts';
import { median } from '../../measure/rounds.ts';
import {
  createStepper,
  forEachStep,
  type Stepper,
  type Stepping,
  timeSteps,
  turnMilliseconds,
  warmUpMilliseconds,
} from '../../measure/stepper.ts';

export interface StepTask extends Required<Stepping> {
  readonly problem: ProblemSpec;
  /** Steps of a timed block, steps until the state is compared, and steps for which energy and constraints are monitored. */
  readonly block: number;
  readonly at: number;
  readonly until: number;
}

const task = JSON.parse(process.argv[2]) as StepTask;
const { method, options, h } = task;

/** Created on the first request, which reports a failure. */
const setUp = once(() => {
  const begin = performance.now();
  const problem = loadProblem(task.problem);
  const loaded = performance.now();
  const { stepper } = createStepper(problem, { method, h, options });
  stepper.advance(1);
  return { problem, stepper, preparation: { load: loaded - begin, firstStep: performance.now() - loaded } };
});

const operations = {
  prepare() {
    const { problem, stepper, preparation } = setUp();
    stepper.restart();
    const state = stepper.advance(task.at).slice();
    const deviations = monitor(problem, stepper, task.until);
    timeSteps(stepper, task.block, warmUpMilliseconds);
    return {
      ...{ state, deviations },
      /** Structure of M + βh²V'' that the factorisation uses; null for methods without it. */
      structure: structureOf(problem),
      /** Milliseconds from text to problem, and from problem to the end of the first step (kernels compile on first use). */
      preparation,
    };
  },
  /** Nanoseconds of processor time per step. */
  time: (): number => timeSteps(setUp().stepper, task.block, turnMilliseconds),
  /** Bytes that a step leaves on the heap, and solves per step; the bytes first. */
  count() {
    const { problem, stepper } = setUp();
    const bytes = bytesPerStep(stepper);
    return { bytesPerStep: bytes, iterations: iterationsPerStep(problem) };
  },
};
export type StepCostOperations = typeof operations;
export type PreparedMethod = ReturnType<typeof operations.prepare>;

/**
 * One block from the start: the largest |H − H₀|, |g|, |{g, H}| and kinetic energy, the unit of energy errors, which is ½ p·H_p
 * also in angles; and when and why it stopped early, or null.
 */
function monitor(problem: Problem, stepper: Stepper, steps: number) {
  const { H, g, n } = problem;
  const brackets = createBrackets(problem);
  const [gradient, values] = [new Float64Array(2 * n), new Float64Array(g.m)];
  const first = H.value(problem.initial);
  const largest = { energyError: 0, constraint: 0, hidden: 0, kinetic: 0 };
  const record = (key: keyof typeof largest, value: number) => {
    largest[key] = Math.max(largest[key], value);
  };
  let [done, failure]: [number, string | null] = [0, null];
  try {
    forEachStep(stepper, steps, (z, k) => {
      H.gradient(z, gradient);
      record('kinetic', 0.5 * dot(z.subarray(n), gradient.subarray(n)));
      record('energyError', Math.abs(H.value(z) - first));
      if (g.m > 0) {
        g.value(z, values);
        record('constraint', maxAbs(values));
        brackets.hidden(z, values);
        record('hidden', maxAbs(values));
      }
      done = k;
    });
  } catch (error) {
    failure = `fails at t = ${(h * (done + 1)).toPrecision(3)}: ${messageOf(error)}`;
  }
  return { ...largest, failure };
}

const isLinearlyImplicit = /^(newmark|zhang-skeel)/.test(method);

function structureOf({ H: { separable } }: Problem): string | null {
  if (!(separable && isLinearlyImplicit)) return null;
  const mass = separable.inverseMass.map(w => 1 / w);
  const curvature = method === 'zhang-skeel-stiff' ? (separable.stiff ?? separable) : separable;
  return createShiftedMass(curvature, mass).structure;
}

const [allocationBlocks, allocationSteps] = [21, 10];

/**
 * Growth of the heap over a few steps, less that over none. V8 counts to the byte; blocks are short and their median is taken,
 * so that garbage collection does not interfere.
 */
function bytesPerStep(stepper: Stepper): number {
  const growth = (count: number) => {
    stepper.restart();
    const before = getHeapStatistics().used_heap_size;
    stepper.advance(count);
    return getHeapStatistics().used_heap_size - before;
  };
  const typical = (count: number) => median(Array.from({ length: allocationBlocks }, () => growth(count)));
  return (typical(allocationSteps) - typical(0)) / allocationSteps;
}

/** Each solve evaluates V'' once, and each iteration for the multipliers g once more. Kernels that never call g cannot be counted. */
function iterationsPerStep(problem: Problem): number | null {
  const counter = { hessian: 0, g: 0 };
  const { stepper } = createStepper(withCounters(problem, counter), { method, h, options });
  try {
    stepper.advance(task.block);
  } catch {
    return null;
  }
  if (isLinearlyImplicit) return counter.hessian / task.block;
  return counter.g > 0 ? counter.g / task.block - 1 : null;
}

/** The same problem with its evaluations counted. */
function withCounters(problem: Problem, counter: { hessian: number; g: number }): Problem {
  const { H, g } = problem;
  const counting = <V extends Curvature>(V: V, more: Partial<V> = {}): V => {
    const hessian: Curvature['hessian'] = (z, out) => {
      counter.hessian++;
      V.hessian(z, out);
    };
    return overridden(V, { ...more, hessian });
  };
  const value: typeof g.value = (z, out) => {
    counter.g++;
    g.value(z, out);
  };
  const { separable } = H;
  const counted =
    separable && counting(separable, separable.stiff ? { stiff: counting(separable.stiff) } : {});
  return { ...problem, H: counted ? overridden(H, { separable: counted }) : H, g: overridden(g, { value }) };
}

const overridden = <T extends object>(object: T, values: Partial<T>): T =>
  Object.create(object, Object.getOwnPropertyDescriptors(values));

serve(operations);
