// The report of the suite `profiles`, as data and as Markdown.

import type { Machine } from '../../machine.ts';
import { markdownTable } from '../../report.ts';
import { type Kind, kinds, type Sample } from './samples.ts';

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
