// The plan of a run: method, step, length and options, from what the caller gives, else from the problem's `run:` section, else by
// one rule. The library, the command line, the studio and the laws all plan here, so that a problem means the same everywhere.

import { fastestFrequency } from '../analysis/spectrum.ts';
import type { Flow } from '../flows/flow.ts';
import { createCotangentProjection } from '../integrators/cotangent-projection.ts';
import { MethodError, type MethodOptions, type Properties } from '../methods/method.ts';
import { defaultMethod } from '../methods/recommend.ts';
import {
  createMethod,
  type MethodChoice,
  methodNamed,
  methodParameters,
  optionsFor,
  propertiesOf,
  refuseUnusedOptions,
} from '../methods/registry.ts';
import { classicalParts } from '../problem/classical.ts';
import { penalised } from '../problem/penalty/penalised.ts';
import type { Problem } from '../problem/problem.ts';
import { createSchedule, type Schedule } from './schedule.ts';

/** What a caller may choose; everything else follows from the problem. */
export interface PlanOptions extends MethodOptions {
  /** The method by name or by record; by default the one that the problem names, else the recommended one. */
  readonly method?: MethodChoice | undefined;
  /** Step size h; default 0.01. */
  readonly step?: number | undefined;
  /** End time; default 10. */
  readonly until?: number | undefined;
  /** Number of steps between rows; by default about a thousand rows in all. */
  readonly every?: number | undefined;
  /** Replaces the constraints by the penalty ½ω²gᵀg. */
  readonly omega?: number | undefined;
}

export interface RunPlan {
  /** The problem as given; `check` examines this one. */
  readonly original: Problem;
  /** The problem that is integrated: the same, or penalised. */
  readonly problem: Problem;
  /** Stiffness of the penalty, where there is one. */
  readonly omega: number | undefined;
  readonly method: string;
  /** Why this method. */
  readonly because: string;
  readonly step: number;
  readonly until: number;
  /** Parameters of the method; those of the caller before those of the problem. */
  readonly options: MethodOptions;
  /** Number of steps, their exact length and the interval of the rows. */
  readonly schedule: Schedule;
  /** What the method claims on the problem. */
  claims(): Properties;
  /** A new flow of the method on the problem. */
  createFlow(): Flow;
}

const [defaultStep, defaultUntil] = [0.01, 10];

/** The end time of a problem: the given one, that of its `run:` section, or the default. */
export const endTime = ({ run }: Problem, given?: number): number => given ?? run.until ?? defaultUntil;

export function planRun(original: Problem, given: PlanOptions = {}): RunPlan {
  const { run } = original;
  const omega = given.omega ?? run.omega;
  const problem = omega === undefined || original.g.m === 0 ? original : penalised(original, omega);
  if (given.omega !== undefined && original.g.m === 0)
    throw new MethodError(
      '“omega” replaces constraints by a penalty, and this problem has none; leave it out',
    );
  const all = methodOptions(given, run);
  const { method, because } = chooseMethod(original, problem, given.method, all);
  refuseUnusedOptions(problem, [method], methodOptions(given));
  // Settings of a file that its own method does not accept are a mistake; they are not, where the caller has replaced the method.
  if (given.method === undefined && given.omega === undefined)
    refuseUnusedOptions(problem, [method], methodOptions(run), 'run.');
  const options = optionsFor(problem, method, all);
  const [step, until] = [given.step ?? run.step ?? defaultStep, endTime(original, given.until)];
  return {
    original,
    problem,
    omega,
    method: typeof method === 'string' ? method : method.name,
    because,
    step,
    until,
    options,
    schedule: createSchedule(step, until, given.every ?? run.every),
    claims: () => propertiesOf(problem, method, options),
    createFlow: () => createMethod(problem, method, options),
  };
}

/** Above this many coordinates the frequency is not estimated. */
const mostCoordinates = 10_000;

/** Warns where the step is at or beyond the stability limit of the fastest mode at the start. */
export function stabilityWarnings({ problem, method, schedule, claims }: RunPlan): string[] {
  const limit = claims().stabilityLimit;
  if (limit === undefined || problem.particles || problem.n > mostCoordinates) return [];
  const longest = limit / fastestAllowed(problem);
  if (!(schedule.h >= longest)) return [];
  const [omega, most] = [limit / longest, longest].map(value => Number(value.toPrecision(3)));
  return [
    `the step ${schedule.h} is at or beyond the stability limit of ${method}: the fastest mode at the start has the frequency ${omega}, which needs a step below ${most}; take at most a tenth of that, or a method for stiff forces`,
  ];
}

/** The frequency of the fastest mode that the constraints allow; 0 where it is not known. */
function fastestAllowed(problem: Problem): number {
  if (problem.g.m > 0 && !classicalParts(problem)) return 0;
  const projection = createCotangentProjection(problem, 'g = {g,H} = 0');
  return fastestFrequency(problem, projection.apply) ?? 0;
}

/** Every parameter of some method: from the caller, else as proposed. */
export function methodOptions(given: MethodOptions, proposed: MethodOptions = {}): MethodOptions {
  const entries = methodParameters.map(({ name }) => [name, given[name] ?? proposed[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function chooseMethod(
  original: Problem,
  problem: Problem,
  given: MethodChoice | undefined,
  { temperature }: MethodOptions,
): { readonly method: MethodChoice; readonly because: string } {
  if (given !== undefined) return { method: given, because: 'it was asked for' };
  const proposed = proposedMethod(original, problem);
  if (proposed !== undefined) return { method: proposed, because: 'the problem names it' };
  return defaultMethod(problem, temperature);
}

/** The method that the problem names, unless a penalty has replaced the constraints that it needs. */
function proposedMethod({ run, g }: Problem, problem: Problem): string | undefined {
  const isForConstraints =
    run.method !== undefined && ['constrained', 'Lie group'].includes(methodNamed(run.method).family);
  return isForConstraints && problem.g.m < g.m ? undefined : run.method;
}
