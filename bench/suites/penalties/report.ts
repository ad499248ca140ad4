// What the benchmark of the penalties found, as data and as Markdown.

import type { Machine } from '../../machine.ts';
import { digits, markdownTable } from '../../table-text.ts';
import { mustGrowLinearly, type System } from './workloads.ts';

export interface MethodResult {
  readonly method: string;
  readonly system: System;
  readonly h: number;
  /** Processor time per step: the median and the least of the turns. */
  readonly nanoseconds: number;
  readonly least: number;
  readonly stepsPerTime: number;
  readonly microsecondsPerTime: number;
  /** Median over the rounds of the time per unit of simulated time, divided by that of Z&S in the same round. */
  readonly ratio: number | null;
  /** Solves per step; null where they cannot be counted. */
  readonly iterations: number | null;
  /** Largest error of a coordinate, from the constrained motion and from the exact one of the same system. */
  readonly error: number;
  readonly integrationError: number;
  /** Largest |H − H₀| in units of the largest kinetic energy of the first row. */
  readonly energyError: number;
  readonly structure: string | null;
  /** Why the long run broke down, or null. */
  readonly failure: string | null;
}

export interface WorkloadResult {
  readonly name: string;
  readonly links: number;
  readonly omega: number | null;
  readonly beta: number;
  readonly at: number;
  readonly until: number;
  /** How far the exact penalised motion is from the constrained one at the time of comparison. */
  readonly modelError: number | null;
  readonly results: readonly MethodResult[];
  /** Rows that broke down before they could be timed. */
  readonly failures: readonly { readonly method: string; readonly h: number; readonly failure: string }[];
}

/** Powers by method. */
export type Growth = Readonly<Record<string, number>>;

export interface PenaltyReport {
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly workloads: readonly WorkloadResult[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** Growth of the time per step with the links of a chain; null with fewer than two chains. */
  readonly growth: Growth | null;
  readonly largestExponent: number;
  /** Whether Zhang and Skeel's methods cost O(n); null without two chains. */
  readonly linear: boolean | null;
}

export function formatPenalties(report: PenaltyReport): string {
  const { machine, rounds, workloads, skipped } = report;
  return [
    `Penalties: processor time, median of ${rounds} rounds. ${machine.processor}, Node ${machine.node}.`,
    ...workloads.flatMap(section),
    ...growthLines(report),
    ...skipped.map(({ name, reason }) => `${name} was skipped: ${reason}.`),
  ].join('\n');
}

const headings = [
  'method',
  'system',
  'h',
  'ns/step',
  'steps/time',
  'µs/time',
  'ratio to Z&S',
  'solves/step',
  'error',
  'of integration',
  'energy',
  'structure',
];

function section(workload: WorkloadResult): string[] {
  const { name, omega, beta, at, until, modelError, results, failures } = workload;
  const penalty = omega === null ? '' : `ω = ${omega}, `;
  const model = modelError === null ? '' : `; the exact penalised motion is off by ${small(modelError)}`;
  const broken = results.flatMap(one => (one.failure === null ? [] : { ...one, failure: one.failure }));
  return [
    '',
    `### ${name}`,
    '',
    `${penalty}β = ${beta}; errors at t = ${at}, energy until t = ${until}${model}.`,
    '',
    ...markdownTable([headings, ...results.map(cells)]),
    '',
    ...[...broken, ...failures].map(({ method, h, failure }) => `- ${method} with h = ${h}: ${failure}`),
  ];
}

function cells(result: MethodResult): string[] {
  const { method, system, h, nanoseconds, stepsPerTime, microsecondsPerTime } = result;
  const { ratio, iterations, structure, failure } = result;
  return [
    method,
    system,
    String(h),
    digits(nanoseconds),
    digits(stepsPerTime),
    digits(microsecondsPerTime),
    ratio === null ? '–' : ratio.toFixed(2),
    iterations === null ? '–' : iterations.toFixed(2),
    small(result.error),
    small(result.integrationError),
    failure === null ? small(result.energyError) : 'fails',
    structure ?? '–',
  ];
}

const small = (value: number) => value.toExponential(1);

function growthLines({ growth, largestExponent, linear }: PenaltyReport): string[] {
  if (!growth) return [];
  const rows = Object.entries(growth).map(([method, power]) => [
    method,
    power.toFixed(2),
    mustGrowLinearly.includes(method) ? String(largestExponent) : '–',
  ]);
  return [
    '',
    '### Growth with the links',
    '',
    'Time per step grows like linksᵉ from 100 links to the longest chain.',
    '',
    ...markdownTable([['method', 'e', 'at most'], ...rows]),
    '',
    linear ? 'Zhang and Skeel’s methods cost O(n).' : 'Zhang and Skeel’s methods grow FASTER than allowed.',
  ];
}
