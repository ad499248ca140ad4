// Suite `profiles`: share of processor time by function, for each workload in a process of its own.

import { type ExecFileException, execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../../checkout.ts';
import { thisMachine, today } from '../../machine.ts';
import { mapConcurrent } from '../../measure/map-concurrent.ts';
import { type ProblemSpec, type StepSize, stepSize } from '../../measure/problem.ts';
import { programFile } from '../../one-file.ts';
import { printProgress, readDefinition, type SuiteOptions, selected } from '../../suite.ts';
import { workloadNamed } from '../molecules/definition.ts';
import { type FunctionNames, particleNames } from './kernel-names.ts';
import type { ProfileTask } from './program.ts';
import { formatProfiles, type ProfileReport, type WorkloadProfile, workloadProfile } from './report.ts';
import type { Sample } from './samples.ts';

export const format = formatProfiles;

type ProfiledWorkload = { readonly name: string; readonly method: string; readonly steps: number } & (
  | (ProblemSpec & StepSize)
  | { readonly molecules: string }
);

interface Definition {
  readonly milliseconds: number;
  readonly workloads: readonly ProfiledWorkload[];
}

export async function measure({ only }: SuiteOptions): Promise<ProfileReport> {
  const { workloads, milliseconds } = readDefinition<Definition>('profiles');
  const chosen = selected(workloads, only);
  const names = particleNames();
  const failures: ProfileReport['failures'][number][] = [];
  const profiles = await mapConcurrent(2, chosen, async (workload, k): Promise<WorkloadProfile[]> => {
    const { name } = workload;
    printProgress(k, chosen.length, name);
    try {
      return [workloadProfile(name, await samplesOf(taskOf(workload, milliseconds), names))];
    } catch (error) {
      failures.push({ name, failure: reasonOf(error) });
      return [];
    }
  });
  return { date: today(), machine: thisMachine(), workloads: profiles.flat(), failures };
}

/** The tables beside the JSON, as bench/results/profiles.md. */
export function save(report: ProfileReport): void {
  if (report.failures.length > 0) throw new Error('not stored: some workloads could not be profiled');
  const file = join(checkoutRoot(), 'bench', 'results', 'profiles.md');
  writeFileSync(file, `${formatProfiles(report)}\n`);
}

function taskOf(workload: ProfiledWorkload, milliseconds: number): ProfileTask {
  const { steps } = workload;
  const known = 'molecules' in workload ? workloadNamed(workload.molecules) : workload;
  return { problem: known, method: known.method, h: stepSize(known), steps, milliseconds };
}

async function samplesOf(task: ProfileTask, names: FunctionNames): Promise<Sample[]> {
  const program = programFile('suites/profiles/program.ts');
  const args = [program, JSON.stringify(task), JSON.stringify([...names])];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

/** Without the command line, which would be all of the message. */
function reasonOf(error: unknown): string {
  const { signal, stderr, message } = error as Partial<ExecFileException> & Error;
  if (signal) return `its process was ended by ${signal}`;
  return stderr?.split('\n').find(line => /^\w*Error\b/.test(line)) ?? message;
}
