// What the comparison with the alternatives found, as data and as Markdown.

import type { Machine } from '../../machine.ts';
import { markdownTable } from '../../table-text.ts';
import { type Bar, barsOf } from './bars.ts';
import type { WalkResult } from './fixed-step.ts';
import { walkSections } from './fixed-step-tables.ts';
import { type Cell, matrix, section } from './matrix.ts';
import { brief, megabytes, plusMinus, power, times } from './numbers.ts';
import type { Finish, RaceResult } from './time-to-accuracy.ts';

export interface AlternativesReport {
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly contestants: readonly {
    readonly name: string;
    readonly description: string;
    readonly build: string;
  }[];
  readonly missing: readonly { readonly name: string; readonly install: string }[];
  readonly races: readonly RaceResult[];
  readonly walks: readonly WalkResult[];
}

export function formatAlternatives(report: AlternativesReport): string {
  return [
    ...raceSection(report, 1e-6),
    ...raceSection(report, 1e-4),
    ...longSection(report),
    ...walkSections(report),
    ...barSection(barsOf(report.races)),
    ...programs(report),
  ].join('\n');
}

function raceSection(report: AlternativesReport, atMost: number): string[] {
  const columns = report.races
    .filter(({ workload }) => workload.goals.some(goal => goal.of === 'end point' && goal.atMost === atMost))
    .map(({ workload: { name, until }, finishes, tried }) => {
      const cell: Cell = contestant => {
        const one = finishes.find(
          finish => finish.contestant === contestant && finish.goal.atMost === atMost,
        );
        if (one) return `${brief(1000 * one.seconds)}${times(one.ratio)}`;
        return tried.includes(contestant) ? 'not reached' : '–';
      };
      return [until === 10 ? name : `${name}, t = ${until}`, cell] as const;
    });
  return section(
    `Milliseconds to an end-point error of ${power(atMost)}`,
    'To t = 10 unless said. In brackets: how many times as long as our fastest, in the same rounds. “Not reached”: not within about fifty times the time of the fastest.',
    matrix(report.contestants, columns),
  );
}

function longSection({ races }: AlternativesReport): string[] {
  const long = races.filter(({ workload }) => workload.goals.some(({ of }) => of === 'energy'));
  const rows = long.flatMap(({ workload, finishes }) =>
    [...finishes].sort((a, b) => a.seconds - b.seconds).map(one => [workload.name, ...longRow(one)]),
  );
  if (rows.length === 0) return [];
  const head = [
    'run',
    'goal',
    'program',
    'ms',
    'worst energy error',
    'drift per time',
    'worst constraint',
    'memory MB',
  ];
  return section(
    'Long runs with a given worst energy error',
    'The goal is the largest |H − H₀| that is allowed; who does not reach it, within about fifty times the time of the fastest, is not shown. Energy drift by least squares over the whole run, with its standard error: a drift below three of them is none.',
    markdownTable([head, ...rows]),
  );
}

function longRow({ goal, contestant, seconds, ratio, energy, drift, constraint, memory }: Finish): string[] {
  return [
    power(goal.atMost),
    contestant,
    `${brief(1000 * seconds)}${times(ratio)}`,
    energy.toExponential(0),
    plusMinus(drift.slope, drift.error),
    constraint.toExponential(0),
    megabytes(memory),
  ];
}

function barSection(bars: readonly Bar[]): string[] {
  if (bars.length === 0) return [];
  const rows = bars.map(({ workload, claim, ratio, atLeast }) => [
    workload,
    claim,
    ratio.toFixed(2),
    String(atLeast),
    ratio >= atLeast ? 'yes' : 'NO',
  ]);
  return [
    '### What was to be reached',
    '',
    ...markdownTable([['workload', 'their time / ours', 'measured', 'at least', 'reached'], ...rows]),
    '',
  ];
}

function programs({ contestants, missing, machine, rounds, date }: AlternativesReport): string[] {
  return [
    '### Programs',
    '',
    `${date}, ${machine.processor}, Node ${machine.node}; one processor, processor time, medians of ${rounds} rounds in which all take turns.`,
    '',
    ...contestants.map(({ name, description, build }) => `- ${name}: ${description} (${build})`),
    ...missing.map(({ name, install }) => `- ${name}: not installed; ${install}`),
  ];
}
