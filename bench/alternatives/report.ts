// What the comparison with the alternatives found, as data and as Markdown.

import { growthExponent, leastLinks } from '../growth.ts';
import type { Machine } from '../machine.ts';
import { markdownTable } from '../table-text.ts';
import { type Bar, barsOf } from './bars.ts';
import type { Finish, RaceResult } from './race.ts';
import type { WalkFinish, WalkResult } from './walk.ts';
import { brief, megabytes, power, times } from './words.ts';

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
    ...walkSection(report),
    ...barSection(barsOf(report.races)),
    ...programs(report),
  ].join('\n');
}

type Cell = (contestant: string) => string;

/** Rows for all programs that have something to show, columns for the workloads. */
function matrix(
  { contestants }: AlternativesReport,
  corner: string,
  columns: readonly (readonly [title: string, cell: Cell])[],
): string[] {
  const rows = contestants
    .map(({ name }) => [name, ...columns.map(([, cell]) => cell(name))])
    .filter(([, ...cells]) => cells.some(cell => cell !== '–'));
  return rows.length === 0 ? [] : markdownTable([[corner, ...columns.map(([title]) => title)], ...rows]);
}

function section(title: string, words: string, table: readonly string[]): string[] {
  return table.length === 0 ? [] : [`### ${title}`, '', words, '', ...table, ''];
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
    matrix(report, 'program', columns),
  );
}

function longSection({ races }: AlternativesReport): string[] {
  const rows = races
    .filter(({ workload }) => workload.goals.some(({ of }) => of === 'energy'))
    .flatMap(({ workload, finishes }) =>
      [...finishes].sort((a, b) => a.seconds - b.seconds).map(one => [workload.name, ...longRow(one)]),
    );
  if (rows.length === 0) return [];
  const head = [
    'run',
    'program',
    'ms',
    'worst energy error',
    'drift per time',
    'worst constraint',
    'memory MB',
  ];
  return section(
    'Long runs with a worst energy error of 10⁻⁸',
    'Energy drift by least squares over the whole run, with its standard error: a drift below three of them is none.',
    markdownTable([head, ...rows]),
  );
}

function longRow({ contestant, seconds, ratio, energy, drift, constraint, memory }: Finish): string[] {
  return [
    contestant,
    `${brief(1000 * seconds)}${times(ratio)}`,
    energy.toExponential(0),
    `${drift.slope.toExponential(0)} ± ${drift.error.toExponential(0)}`,
    constraint.toExponential(0),
    megabytes(memory),
  ];
}

function walkSection(report: AlternativesReport): string[] {
  const column = (show: (finish: WalkFinish) => string) =>
    report.walks.map(({ walk: { name }, finishes }) => {
      const cell: Cell = contestant => {
        const one = finishes.find(finish => finish.contestant === contestant);
        return one ? show(one) : '–';
      };
      return [name, cell] as const;
    });
  const cost = column(({ seconds, ratio }) => `${brief(1e6 * seconds)}${times(ratio)}`);
  const growth: readonly [string, Cell] = ['growth', contestant => growthOf(report.walks, contestant)];
  return [
    ...section(
      'Microseconds per step of fixed length 0.01',
      'In brackets: how many times as long as our RATTLE. Growth: time ∝ linksᵉ from 100 links on.',
      matrix(report, 'program', [...cost, growth]),
    ),
    ...section(
      'What such steps keep: worst energy error and worst constraint',
      'Largest |H − H₀| and |g| up to the end of the walk.',
      matrix(
        report,
        'program',
        column(({ energy, constraint }) => `${energy.toExponential(0)}, ${constraint.toExponential(0)}`),
      ),
    ),
    ...section(
      'Largest resident memory, MB',
      'Of the whole process, with its runtime.',
      matrix(
        report,
        'program',
        column(({ memory }) => megabytes(memory)),
      ),
    ),
  ];
}

function growthOf(walks: readonly WalkResult[], contestant: string): string {
  const chains = walks
    .filter(({ walk: { system, links } }) => system === 'chain' && links >= leastLinks)
    .flatMap(({ walk: { links }, finishes }) => {
      const one = finishes.find(finish => finish.contestant === contestant);
      return one ? { size: links, time: one.seconds } : [];
    });
  return growthExponent(chains)?.toFixed(2) ?? '–';
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
