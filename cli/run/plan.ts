// The plan of a command: problem, method, schedule, and what the command line adds (unused options, identity for --resume).

import { check, reportText } from '../../src/analysis/check.ts';
import { accelerated } from '../../src/kernels/particles/acceleration.ts';
import { methodNamed, methodParameters } from '../../src/methods/registry.ts';
import { checksum } from '../../src/run/checkpoint.ts';
import { planRun, type RunPlan } from '../../src/run/plan.ts';
import { type LoadedSource, loadSource, type ProblemSource, readSource } from '../files/problem-source.ts';
import type { MethodFlags, ProblemFlags } from '../options.ts';
import { textWidth } from '../terminal.ts';
import { UserError } from '../user-error.ts';
import { version } from '../version.ts';

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

/** The plan of a run, and what the command line adds to it. */
export interface CommandPlan extends RunPlan {
  readonly source: ProblemSource;
  /** Options of the command line that the method does not take. */
  readonly unused: readonly string[];
  /** Everything that a resumed run must share with the one it continues. */
  readonly identity: string;
}

/** A problem as it was read. */
export interface LoadedProblem extends Pick<CommandPlan, 'source' | 'original'> {
  /** Checksums of the other files that were read for it. */
  readonly inputs: LoadedSource['inputs'];
}

export function loadProblem(file: string, { set }: ProblemFlags): LoadedProblem {
  const source = readSource(file);
  const { problem, inputs } = loadSource(source, set ?? {});
  return { source, original: problem, inputs };
}

export const planFile = (file: string, flags: RunFlags): CommandPlan =>
  planLoaded(loadProblem(file, flags), flags);

export function planLoaded({ source, original, inputs }: LoadedProblem, flags: RunFlags): CommandPlan {
  const plan = planRun(original, flags);
  const { method, options, schedule, omega } = plan;
  const identity = JSON.stringify({
    version,
    problem: checksum(source.text),
    inputs,
    set: flags.set ?? {},
    omega: omega ?? null,
    method,
    options,
    step: schedule.h,
    every: schedule.every,
  });
  return { ...plan, source, unused: unusedOptions(method, flags), identity };
}

/** Options of its inner flow or inner method count as used. */
function unusedOptions(name: string, flags: MethodFlags): string[] {
  const method = methodNamed(name);
  const inner = flags.inner === undefined ? [] : methodNamed(flags.inner).parameters;
  const taken = new Set([...method.parameters, ...inner].map(parameter => parameter.name));
  if (flags.flow !== undefined) taken.add('beta');
  return methodParameters
    .map(parameter => parameter.name)
    .filter(option => flags[option] !== undefined && !taken.has(option));
}

/** Checks that do not apply once a penalty replaces the constraints. */
const notForPenalties = ['rank', 'nondegeneracy', 'coisotropy'];

/** Refuses a problem whose check fails, with the findings; forced, it returns them as warnings. */
export function refuseUnlessSound(
  { original, source, omega }: Pick<CommandPlan, 'original' | 'source' | 'omega'>,
  { force, json }: RunFlags,
): string[] {
  const report = check(accelerated(original));
  const failing = report.findings.filter(
    ({ id, verdict }) => verdict === 'fail' && !(omega !== undefined && notForPenalties.includes(id)),
  );
  if (force || failing.length === 0)
    return failing.map(({ summary }) => `run by --force although the check failed: ${summary}`);
  if (json) console.log(JSON.stringify({ refused: true, findings: failing }, null, 2));
  const advice = report.repaired
    ? `The nearest consistent start is known: cotangent check ${source.file} --repair writes it.`
    : 'Correct the problem, or run it anyway with --force.';
  throw new UserError(
    `the check failed, so nothing was run. ${advice}\n\n${reportText({ ...report, findings: failing }, textWidth())}`,
  );
}
