// The methods of a comparison: every method of the registry that can run on the problem, RATTLE with other flows inside, and under
// a penalty the methods without constraints. Random methods are left out: their motion has no exact solution.

import { referenceAt } from '../../../src/integrators/reference/reference.ts';
import { compiledMotion } from '../../../src/kernels/reference-kernel.ts';
import { knowsConstraints, type Method, type MethodOptions } from '../../../src/methods/method.ts';
import { obstacles } from '../../../src/methods/parameters.ts';
import { createMethod, methods } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import type { ProblemSpec } from '../../measure/problem.ts';
import { createSteppers, forEachStep, type Stepper, type Stepping } from '../../measure/stepper.ts';
import { readDefinition } from '../../suite.ts';

export interface Workload extends ProblemSpec {
  readonly id: string;
  readonly name: string;
  /** The motion runs from t = 0 to this time. */
  readonly until: number;
  /** The error: the largest one of a position at the end, or the largest |H − H₀| during the motion. */
  readonly judgedBy: 'end point' | 'energy';
  readonly methods?: readonly string[];
  readonly fewestSteps: number;
  readonly warmUp: number;
  readonly longest: number;
  readonly otherFlows: boolean;
  readonly omegas: readonly number[];
}

export interface Definition {
  readonly flowsInside: Readonly<Record<string, readonly string[]>>;
  readonly timing: Readonly<Record<string, number>>;
  readonly goals: readonly number[];
  readonly workloads: readonly Workload[];
}

export const workPrecision = () => readDefinition<Definition>('work-precision');

export type ChosenMethod = Required<Pick<Stepping, 'method' | 'options'>>;

/** One process: a method with its options, on the problem itself or on each of its penalised versions. */
export interface Candidate extends ChosenMethod {
  readonly omegas: readonly (number | null)[];
}

export function candidatesOf(
  problem: Problem,
  { methods: wanted, otherFlows, omegas }: Pick<Workload, 'methods' | 'otherFlows' | 'omegas'>,
): Candidate[] {
  const usual = problem.g.kind === 'holonomic' ? 'verlet' : 'midpoint';
  const allowed = methods.filter(({ name, family }) => wanted?.includes(name) ?? family !== 'random');
  const direct = allowed.filter(method => obstacles(method, problem).length === 0);
  const penalised = omegas.length > 0 ? allowed.filter(method => !knowsConstraints(method)) : [];
  const candidate = ({ name }: Method, options: MethodOptions = {}): Candidate => ({
    ...{ method: name, options, omegas: [null] },
  });
  return [
    ...direct.map(method => candidate(method)),
    ...(otherFlows ? direct : []).flatMap(method =>
      (workPrecision().flowsInside[method.name] ?? [])
        .filter(flow => flow !== usual)
        .map(flow => candidate(method, { flow })),
    ),
    ...penalised.map(method => ({ ...candidate(method), omegas })),
  ];
}

/** As in a command line; penalties with their stiffness. */
export function labelOf({ method, options }: ChosenMethod, omega: number | null): string {
  const flow = options.flow === undefined ? '' : ` --flow ${options.flow}`;
  return `${method}${flow}${omega === null ? '' : ` --omega ${omega}`}`;
}

// Motions of one method on one problem at any setting. A method with fixed steps is created once, an adaptive one for each
// tolerance; compiled code is shared.

export interface Motion extends Stepper {
  /** The step, or the tolerance. */
  readonly setting: number;
  readonly steps: number;
  /** The state at the end, and the largest |H − H₀| during the motion. */
  monitor(): { readonly state: State; readonly energyError: number };
}

type MotionTask = ChosenMethod & { readonly problem: Problem; readonly until: number };

/** By settings: tolerances of an adaptive method, or steps, of which the nearest divides the time evenly. */
export function createMotions(task: MotionTask) {
  const { problem, method, options, until } = task;
  const flow = createMethod(problem, method, options);
  const withStep = createSteppers(problem, flow);
  const at = (setting: number): Motion => {
    if (flow.isJump) return withTolerance(task, setting);
    const steps = Math.max(1, Math.round(until / setting));
    const stepper = withStep(until / steps);
    return { setting: until / steps, steps, ...stepper, monitor: () => monitored(problem, stepper, steps) };
  };
  return { isAdaptive: flow.isJump === true, at };
}

function monitored({ H, initial }: Problem, stepper: Stepper, steps: number) {
  const first = H.value(initial);
  let energyError = 0;
  let state: State = initial;
  forEachStep(stepper, steps, z => {
    state = z;
    energyError = Math.max(energyError, Math.abs(H.value(z) - first));
  });
  return { state, energyError };
}

/** Energy samples of an adaptive motion. */
const samples = 100;

function withTolerance({ problem, method, options, until }: MotionTask, tolerance: number): Motion {
  const { H, initial } = problem;
  const flow = createMethod(problem, method, { ...options, tolerance });
  const stepper = createSteppers(problem, flow)(until);
  const monitor = () => {
    stepper.restart();
    const state = stepper.advance(1);
    const times = Array.from({ length: samples }, (_, k) => ((k + 1) * until) / samples);
    const sampled = referenceAt(problem, times, { tolerance, motion: compiledMotion(problem) });
    if (!sampled.ok) throw new Error(`${sampled.reason}: ${sampled.detail}`);
    const first = H.value(initial);
    const energyError = Math.max(...sampled.states.map(z => Math.abs(H.value(z) - first)));
    return { state, energyError };
  };
  return { setting: tolerance, steps: 1, ...stepper, monitor };
}
