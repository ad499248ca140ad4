// What a benchmark found, as data and as text.

import type { Machine } from '../../machine.ts';
import { aligned, digits } from '../../table-text.ts';
import type { Measurement } from './measure.ts';
import { bar } from './workloads.ts';

export interface BenchReport {
  readonly date: string;
  readonly machine: Machine & { readonly compiler: string | null };
  readonly bar: number;
  readonly measurements: readonly Measurement[];
  /** Workloads that broke down. */
  readonly failures: readonly { readonly name: string; readonly failure: string }[];
  /** Growth of the time per step with the number of links, as a power; null with fewer than two chains. */
  readonly scaling: { readonly ours: number; readonly c: number | null } | null;
  /** Whether every ratio is below the bar and all states agree; null without a compiler. */
  readonly met: boolean | null;
}

const headings = [
  'workload',
  'C',
  'C native',
  'ours',
  'ratio',
  'iterations',
  'states differ',
  'B/step',
  `≤ ${bar}×`,
];

export function formatReport(report: BenchReport): string {
  const { machine, measurements } = report;
  const compiler = machine.compiler ?? 'no C column: gcc was not found (install it to compare)';
  return [
    `RATTLE, nanoseconds of processor time per step; ratio = ours / C, bar ${bar}×`,
    `${machine.processor} · Node ${machine.node} · ${compiler}`,
    '',
    ...aligned([headings, ...measurements.map(row)]),
    '',
    ...aligned(preparationRows(measurements)),
    '',
    ...scalingLines(report),
    ...report.failures.map(({ name, failure }) => `${name} FAILED: ${failure}`),
  ].join('\n');
}

function row({ name, ours, c, bytesPerStep }: Measurement): string[] {
  const iterations = [c?.iterations, ours.iterations].map(count => count?.toFixed(2) ?? '–').join(' / ');
  const tail = [bytesPerStep.toFixed(0), c ? (c.met && c.sameStates ? 'yes' : 'no') : '–'];
  if (!c) return [name, '–', '–', digits(ours.nanoseconds), '–', iterations, '–', ...tail];
  const times = [c.nanoseconds, c.nativeNanoseconds, ours.nanoseconds].map(digits);
  return [name, ...times, c.ratio.toFixed(2), iterations, c.difference.toExponential(0), ...tail];
}

function preparationRows(measurements: readonly Measurement[]): string[][] {
  const rows = measurements.map(({ name, links, ours, c, preparation }) => [
    name,
    preparation.load.toFixed(0),
    preparation.firstStep.toFixed(0),
    (ours.nanoseconds / links).toFixed(1),
    c ? (c.nanoseconds / links).toFixed(1) : '–',
  ]);
  return [['workload', 'load ms', 'first step ms', 'ours ns/link', 'C ns/link'], ...rows];
}

function scalingLines({ scaling }: BenchReport): string[] {
  if (!scaling) return [];
  const c = scaling.c === null ? '' : ` (C: ${scaling.c.toFixed(2)})`;
  return [`chains: time per step grows like links^${scaling.ours.toFixed(2)}${c}`];
}
