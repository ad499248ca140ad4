// The plan of a command: problem, method, schedule, and what the command line adds (unused options, identity for --resume).

import { check, reportText } from '../../src/analysis/check.ts';
import { accelerated } from '../../src/kernels/choose.ts';
import type { MethodOptions, ParameterRecord } from '../../src/methods/method.ts';
import { methodParameters } from '../../src/methods/registry.ts';
import { checksum } from '../../src/run/checkpoint.ts';
import { planRun, type RunPlan } from '../../src/run/plan.ts';
import { type LoadedSource, loadSource, type ProblemSource, readSource } from '../files/problem-source.ts';
import {
  checkAssignments,
  type MethodFlags,
  type ProblemFlags,
  type Quantity,
  resolveFlags,
} from '../options.ts';
import { textWidth } from '../terminal.ts';
import { UserError } from '../user-error.ts';
import { version } from '../version.ts';

export interface RunFlags extends ProblemFlags, MethodFlags {
  readonly method?: string;
  readonly step?: Quantity;
  readonly until?: Quantity;
  readonly every?: number;
  readonly out?: string;
  readonly figures?: string;
  readonly resume?: boolean;
  readonly force?: boolean;
}

/** The plan of a run, and what the command line adds to it. */
export interface CommandPlan extends RunPlan {
  readonly source: ProblemSource;
  /** Settings of the file for another method, and a seed without use for one. */
  readonly unused: readonly string[];
  /** Everything that a resumed run must share with the one it continues. */
  readonly identity: string;
}

/** A problem as it was read. */
export interface LoadedProblem extends Pick<CommandPlan, 'source' | 'original'> {
  /** Checksums of the other files that were read for it. */
  readonly inputs: LoadedSource['inputs'];
}

export function loadProblem(file: string, flags: ProblemFlags): LoadedProblem {
  const source = readSource(file);
  const { problem, inputs } = loadSource(source, assignedNumbers(flags));
  checkAssignments(flags, problem);
  return { source, original: problem, inputs };
}

export const assignedNumbers = ({ set = {} }: ProblemFlags) =>
  Object.fromEntries(Object.entries(set).map(([name, { value }]) => [name, value]));

export const planFile = (file: string, flags: RunFlags): CommandPlan =>
  planLoaded(loadProblem(file, flags), flags);

export function planLoaded({ source, original, inputs }: LoadedProblem, flags: RunFlags): CommandPlan {
  const plan = planRun(original, resolveFlags(flags, original));
  const { method, options, schedule, omega } = plan;
  const identity = JSON.stringify({
    version,
    problem: checksum(source.text),
    inputs,
    set: assignedNumbers(flags),
    omega: omega ?? null,
    method,
    options,
    step: schedule.h,
    every: schedule.every,
  });
  return { ...plan, source, unused: unusedSettings(plan, flags), identity };
}

/** A file may propose parameters for its own method, and another one be asked for: those are no mistake, but said. */
function unusedSettings({ original: { run }, options }: RunPlan, flags: RunFlags): string[] {
  const proposed: MethodOptions = run;
  const isUnused = ({ name }: ParameterRecord) => options[name] === undefined;
  return methodParameters
    .filter(isUnused)
    .flatMap(({ name }) => [
      ...(flags[name] === undefined ? [] : [`--${name}`]),
      ...(proposed[name] === undefined ? [] : [`run.${name} of the file`]),
    ]);
}

/** Checks that do not apply once a penalty replaces the constraints. */
const notForPenalties = ['rank', 'nondegeneracy', 'coisotropy', 'velocities'];

/** Refuses a problem whose check fails, with the findings. Returned as warnings: what the check warns of, and what --force overruled. */
export function refuseUnlessSound(
  { original, source, omega }: Pick<CommandPlan, 'original' | 'source' | 'omega'>,
  { force, json }: RunFlags,
): string[] {
  const report = check(accelerated(original));
  const findings = report.findings.filter(({ id }) => !(omega !== undefined && notForPenalties.includes(id)));
  const failing = findings.filter(({ verdict }) => verdict === 'fail');
  if (force || failing.length === 0)
    return findings.flatMap(({ verdict, summary, advice = '' }) => {
      if (verdict === 'fail') return [`run by --force although the check failed: ${summary}`];
      return verdict === 'warn' ? [`${summary} ${advice}`.trim()] : [];
    });
  if (json) console.log(JSON.stringify({ refused: true, findings: failing }, null, 2));
  const advice = report.repaired
    ? `The nearest consistent start is known: cotangent check ${source.file} --repair writes it.`
    : 'Correct the problem, or run it anyway with --force.';
  throw new UserError(
    `the check failed, so nothing was run. ${advice}\n\n${reportText({ ...report, findings: failing }, textWidth())}`,
  );
}
