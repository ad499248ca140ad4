// Suite `profiles`: share of processor time by function, for each workload in a process of its own.

import { type ExecFileException, execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot, programFile } from '../../checkout.ts';
import { type ProblemSpec, type StepSize, stepSize } from '../../measure/problem.ts';
import { mapConcurrent } from '../../measure/rounds.ts';
import { markdownTable } from '../../report.ts';
import {
  type Machine,
  printProgress,
  readDefinition,
  type SuiteOptions,
  selected,
  thisMachine,
  today,
} from '../../suite.ts';
import { workloadNamed } from '../molecules/definition.ts';
import type { ProfileTask } from './program.ts';
import { type FunctionNames, type Kind, kinds, particleNames, type Sample } from './samples.ts';

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

// The report of the suite `profiles`, as data and as Markdown.

export interface Spot {
  readonly kind: Kind;
  readonly name: string;
  readonly file: string | null;
  /** Of all samples, between 0 and 1. */
  readonly share: number;
}

export interface WorkloadProfile {
  readonly name: string;
  /** Two for each millisecond of the machine's time. */
  readonly samples: number;
  readonly kinds: Readonly<Record<Kind, number>>;
  /** The functions with the largest self time. */
  readonly spots: readonly Spot[];
  /** Sum of all others. */
  readonly other: number;
}

export interface ProfileReport {
  readonly date: string;
  readonly machine: Machine;
  readonly workloads: readonly WorkloadProfile[];
  readonly failures: readonly { readonly name: string; readonly failure: string }[];
}

const most = 8;

export function workloadProfile(name: string, samples: readonly Sample[]): WorkloadProfile {
  const total = samples.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) throw new Error('the profiler saw nothing');
  const share = (some: readonly Sample[]) => rounded(some.reduce((sum, { count }) => sum + count, 0) / total);
  const spots = samples
    .slice(0, most)
    .map(({ count, ...place }) => ({ ...place, share: rounded(count / total) }));
  const ofKinds = kinds.map(kind => [kind, share(samples.filter(sample => sample.kind === kind))]);
  return {
    ...{ name, samples: total, spots, other: share(samples.slice(most)) },
    kinds: Object.fromEntries(ofKinds) as Record<Kind, number>,
  };
}

const rounded = (share: number) => Math.round(1000 * share) / 1000;

export function formatProfiles({ date, machine, workloads, failures }: ProfileReport): string {
  return [
    '# Profiles',
    '',
    'Self time in percent, by sampling: each workload in a process of its own, after it has warmed up.',
    `Written by \`npm run bench profiles -- --save\` on ${date}, ${machine.processor}, Node ${machine.node}.`,
    '',
    ...markdownTable([['workload', ...kinds], ...workloads.map(kindRow)]),
    ...workloads.flatMap(section),
    ...failures.flatMap(({ name, failure }) => ['', `${name} FAILED: ${failure}`]),
  ].join('\n');
}

const kindRow = ({ name, kinds: shares }: WorkloadProfile) => [
  name,
  ...kinds.map(kind => percent(shares[kind])),
];

function section({ name, spots, other }: WorkloadProfile): string[] {
  const rows = spots.map(({ kind, name, file, share }) => [`${name}, ${file ?? kind}`, percent(share)]);
  return ['', `## ${name}`, '', ...markdownTable([['function', '%'], ...rows, ['other', percent(other)]])];
}

const percent = (share: number) => (100 * share).toFixed(1);
