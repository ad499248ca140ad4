// What the benchmark of the molecules found, as data and as Markdown.

import type { Machine } from '../../machine.ts';
import { digits, markdownTable } from '../../table-text.ts';
import { growthSection } from './growth-table.ts';
import { type KeptRun, keptLegend, keptSection } from './long-run-table.ts';
import type { KeptResult } from './long-runs.ts';

export interface PeerResult extends KeptResult {
  readonly name: string;
  /** Version, precision, instructions; null when not installed. */
  readonly build: string | null;
  readonly failure: string | null;
  readonly stepsPerSecond: number | null;
  /** Solves of all constraints per second, by the program's own account. */
  readonly constraintsPerSecond: number | null;
  /** Median over the rounds of our steps per second divided by theirs in the same round. */
  readonly ratio: number | null;
  readonly atLeast: number | null;
  readonly constraintRatio: number | null;
  readonly constraintsAtLeast: number | null;
  readonly met: boolean | null;
}

export interface OwnResult extends KeptResult {
  readonly parts: readonly string[];
  readonly stepsPerSecond: number;
  readonly constraintsPerSecond: number | null;
}

export interface WorkloadResult extends KeptRun {
  readonly id: string;
  readonly title: string;
  readonly particles: number;
  readonly timedSteps: number;
  readonly rounds: number;
  /** What is counted as constrained, and how many; null without constraints. */
  readonly unit: 'waters' | 'bonds' | null;
  readonly constrained: number;
  readonly ours: OwnResult | null;
  /** Why ours broke down, or null. */
  readonly failure: string | null;
  readonly peers: readonly PeerResult[];
}

export interface MoleculeReport {
  readonly date: string;
  readonly machine: Machine;
  readonly workloads: readonly WorkloadResult[];
  /** Whether every bar that could be measured is met; null without any peer. */
  readonly met: boolean | null;
}

export function formatMolecules({ machine, workloads }: MoleculeReport): string {
  return [
    `Molecules: one thread, medians of the rounds. ${machine.processor}, Node ${machine.node}.`,
    '',
    ...keptLegend,
    ...workloads.flatMap(section),
    ...growthSection(workloads),
    '',
    ...builds(workloads),
  ].join('\n');
}

const headings = ['program', 'steps/s', 'ours is', 'at least', 'constraints/s', 'ours is', 'at least', 'met'];

function section(workload: WorkloadResult): string[] {
  const { title, particles, timedSteps, rounds, ours, failure, peers, unit } = workload;
  const rows = [ownRow(workload), ...peers.map(peer => peerRow(peer, workload))];
  const failures = [{ name: 'ours', failure }, ...peers].flatMap(({ name, failure: why }) =>
    why === null ? [] : `- ${name}: ${why}`,
  );
  const parts = ours && ours.parts.length > 0 ? ` Ours: ${ours.parts.join(', ')}.` : '';
  return [
    '',
    `### ${title}`,
    '',
    `${particles} particles, ${timedSteps} steps in each of ${rounds} rounds${unit ? `, constraints in ${unit}` : ''}.${parts}`,
    '',
    ...markdownTable([headings, ...rows]),
    ...(failures.length > 0 ? ['', ...failures] : []),
    ...keptSection(workload, [...(ours ? [{ name: 'ours', ...ours }] : []), ...peers]),
  ];
}

function ownRow({ ours, constrained }: WorkloadResult): string[] {
  const solves = ours?.constraintsPerSecond ?? null;
  return ['ours', number(ours?.stepsPerSecond ?? null), '', '', rate(solves, constrained), '', '', ''];
}

function peerRow(peer: PeerResult, { constrained }: WorkloadResult): string[] {
  const {
    name,
    stepsPerSecond,
    ratio,
    atLeast,
    constraintsPerSecond,
    constraintRatio,
    constraintsAtLeast,
    met,
  } = peer;
  return [
    name,
    number(stepsPerSecond),
    times(ratio),
    times(atLeast),
    rate(constraintsPerSecond, constrained),
    times(constraintRatio),
    times(constraintsAtLeast),
    met === null ? '–' : met ? 'yes' : 'NO',
  ];
}

const number = (value: number | null) => (value === null ? '–' : digits(value));
const times = (value: number | null) => (value === null ? '–' : `${value.toFixed(2)}×`);
const rate = (solves: number | null, count: number) =>
  solves === null ? '–' : (solves * count).toExponential(1);

function builds(workloads: readonly WorkloadResult[]): string[] {
  const all = workloads.flatMap(({ peers }) => peers.flatMap(({ build }) => build ?? []));
  return [...new Set(all)].map(build => `- ${build}`);
}
