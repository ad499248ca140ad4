// Suite `profiles`: share of processor time by function, for each workload in a process of its own.

import { type ExecFileException, execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot, programFile } from '../../checkout.ts';
import { type ProblemSpec, type StepSize, stepSize } from '../../measure/problem.ts';
import { formatReport, type ReportOf, type SuiteRun } from '../../suite.ts';
import { workloadNamed } from '../molecules/definition.ts';
import type { ProfileTask } from './program.ts';
import { type FunctionNames, type Kind, kinds, particleNames, type Sample } from './samples.ts';

type ProfiledWorkload = { readonly name: string; readonly method: string; readonly steps: number } & (
  | (ProblemSpec & StepSize)
  | { readonly molecules: string }
);

interface Definition {
  readonly milliseconds: number;
  readonly workloads: readonly ProfiledWorkload[];
}

export type ProfileReport = ReportOf<typeof measure>;

export async function measure({ definition, each }: SuiteRun<Definition>) {
  const names = await particleNames();
  const failures: { readonly name: string; readonly failure: string }[] = [];
  const profiles = await each(
    definition.workloads,
    async workload => {
      const { name } = workload;
      try {
        return [workloadProfile(name, await samplesOf(taskOf(workload, definition.milliseconds), names))];
      } catch (error) {
        failures.push({ name, failure: reasonOf(error) });
        return [];
      }
    },
    2,
  );
  return { workloads: profiles.flat(), failures };
}

/** The tables beside the JSON, as bench/results/profiles.md. */
export function save(report: ProfileReport): void {
  if (report.failures.length > 0) throw new Error('not stored: some workloads could not be profiled');
  const file = join(checkoutRoot(), 'bench', 'results', 'profiles.md');
  writeFileSync(file, `${format(report).trimEnd()}\n`);
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

const most = 8;

/** The functions with the largest self time, as shares of all samples, and the sum of all others. */
export function workloadProfile(name: string, samples: readonly Sample[]) {
  const total = samples.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) throw new Error('the profiler saw nothing');
  const share = (some: readonly Sample[]) => rounded(some.reduce((sum, { count }) => sum + count, 0) / total);
  const spots = samples
    .slice(0, most)
    .map(({ count, ...place }) => ({ ...place, share: rounded(count / total) }));
  const ofKinds = kinds.map(kind => [kind, share(samples.filter(sample => sample.kind === kind))]);
  return {
    /** Two samples for each millisecond of the machine's time. */
    ...{ name, samples: total, spots, other: share(samples.slice(most)) },
    kinds: Object.fromEntries(ofKinds) as Record<Kind, number>,
  };
}

const rounded = (share: number) => Math.round(1000 * share) / 1000;

export const format = (report: ProfileReport) =>
  formatReport('profiles', {
    ...report,
    workloads: report.workloads.map(({ spots, other, ...workload }) => ({
      ...workload,
      rows: [
        ...spots.map(({ kind, name, file, share }) => ({ label: `${name}, ${file ?? kind}`, share })),
        { label: 'other', share: other },
      ],
    })),
  });
