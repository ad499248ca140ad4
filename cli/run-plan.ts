// What a run command asks for, settled before anything starts: the problem, the method, the schedule.

import { check, reportText } from '../src/analysis/check.ts';
import type { Flow } from '../src/flows/flow.ts';
import type { MethodOptions } from '../src/methods/method.ts';
import { createMethod, methodNamed, methodParameters } from '../src/methods/registry.ts';
import { penalised } from '../src/problem/penalty/penalised.ts';
import type { Problem } from '../src/problem/problem.ts';
import { checksum } from '../src/run/checkpoint.ts';
import { createSchedule, type Schedule } from '../src/run/schedule.ts';
import { given, type MethodFlags, type ProblemFlags } from './options.ts';
import { loadSource, type ProblemSource, readSource } from './problem-source.ts';
import { textWidth } from './terminal.ts';
import { UserError } from './user-error.ts';

export interface RunFlags extends ProblemFlags, MethodFlags {
  readonly method?: string;
  readonly step?: number;
  readonly until?: number;
  readonly every?: number;
  readonly out?: string;
  readonly figures?: string;
  readonly resume?: boolean;
  readonly force?: boolean;
}

export interface RunPlan {
  readonly source: ProblemSource;
  /** As written; the check looks at this one. */
  readonly original: Problem;
  /** As integrated: the same, or penalised. */
  readonly problem: Problem;
  /** The stiffness of the penalty, if there is one. */
  readonly omega: number | undefined;
  readonly method: string;
  readonly options: MethodOptions;
  readonly schedule: Schedule;
  createFlow(): Flow;
  /** Options of the command line that the method has no use for. */
  readonly unused: readonly string[];
  /** Everything that a resumed run must share with the one it continues. */
  readonly identity: string;
}

/** A problem as it was read. */
export type LoadedProblem = Pick<RunPlan, 'source' | 'original'>;

export function loadProblem(file: string, { set }: ProblemFlags): LoadedProblem {
  const source = readSource(file);
  return { source, original: loadSource(source, set ?? {}) };
}

export const planRun = (file: string, flags: RunFlags): RunPlan =>
  planLoaded(loadProblem(file, flags), flags);

export function planLoaded({ source, original }: LoadedProblem, flags: RunFlags): RunPlan {
  const { run } = original;
  const omega = flags.omega ?? run.omega;
  const problem = omega === undefined ? original : penalised(original, omega);
  const method = flags.method ?? ownMethod(original, problem) ?? defaultMethod(problem);
  const options = methodOptions(original, flags);
  const schedule = createSchedule(
    flags.step ?? run.step ?? 0.01,
    flags.until ?? run.until ?? 10,
    flags.every ?? run.every,
  );
  const identity = JSON.stringify({
    problem: checksum(source.text),
    set: flags.set ?? {},
    omega: omega ?? null,
    method,
    options,
    step: schedule.h,
    every: schedule.every,
  });
  return {
    source,
    original,
    problem,
    omega,
    method,
    options,
    schedule,
    createFlow: () => createMethod(problem, method, options),
    unused: unusedOptions(method, flags),
    identity,
  };
}

/** What the command line says, else what the file proposes, for every parameter there is. */
export function methodOptions({ run }: Problem, flags: MethodFlags): MethodOptions {
  const proposed: MethodOptions = run;
  return given(Object.fromEntries(methodParameters.map(({ name }) => [name, flags[name] ?? proposed[name]])));
}

/** The method that the file proposes, unless a penalty has taken the constraints away that it is for. */
function ownMethod({ run, g }: Problem, problem: Problem): string | undefined {
  const isForConstraints =
    run.method !== undefined && ['constrained', 'Lie group'].includes(methodNamed(run.method).family);
  return isForConstraints && problem.g.m < g.m ? undefined : run.method;
}

function defaultMethod(problem: Problem): string {
  if (problem.g.m > 0) return 'rattle';
  if (problem.H.separable?.stiff) return 'zhang-skeel';
  return problem.H.separable ? 'verlet' : 'midpoint';
}

/** Also those that only its inner flow or inner method takes are of use. */
function unusedOptions(name: string, flags: MethodFlags): string[] {
  const method = methodNamed(name);
  const inner = flags.inner === undefined ? [] : methodNamed(flags.inner).parameters;
  const taken = new Set([...method.parameters, ...inner].map(parameter => parameter.name));
  if (flags.flow !== undefined) taken.add('beta');
  return methodParameters
    .map(parameter => parameter.name)
    .filter(option => flags[option] !== undefined && !taken.has(option));
}

/** A penalty asks of constraints neither independence nor involution. */
const notForPenalties = ['rank', 'nondegeneracy', 'coisotropy'];

/** A problem whose check fails is refused, and told why. */
export function refuseUnlessSound({ original, source, omega }: RunPlan, { force, json }: RunFlags): void {
  if (force) return;
  const report = check(original);
  const failing = report.findings.filter(
    ({ id, verdict }) => verdict === 'fail' && !(omega !== undefined && notForPenalties.includes(id)),
  );
  if (failing.length === 0) return;
  if (json) console.log(JSON.stringify({ refused: true, findings: failing }, null, 2));
  const advice = report.repaired
    ? `The nearest consistent start is known: cotangent check ${source.file} --repair writes it.`
    : 'Correct the problem, or insist with --force.';
  throw new UserError(
    `the check failed, so nothing was run. ${advice}\n\n${reportText({ ...report, findings: failing }, textWidth())}`,
  );
}
