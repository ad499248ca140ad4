// The report of the suite `alternatives`, as data and as Markdown.

import { installCommand, prepareContestants } from '../../contestants/contestant.ts';
import { growthExponent, isDrift, minimumLinks } from '../../measure/drift.ts';
import {
  brief,
  markdownTable,
  megabytes,
  orDash,
  plusMinus,
  power,
  section,
  tableOf,
  times,
  verdict,
} from '../../report.ts';
import {
  type Machine,
  measureEach,
  type SuiteOptions,
  selected,
  thisMachine,
  today,
  withFolder,
} from '../../suite.ts';
import { alternatives, type FixedStepWorkload } from './definition.ts';
import { type FixedStepFinish, type FixedStepResult, fixedStep } from './fixed-step.ts';
import { type AccuracyFinish, type AccuracyResult, barsOf, timeToAccuracy } from './time-to-accuracy.ts';

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
  /** Time to accuracy. */
  readonly races: readonly AccuracyResult[];
  /** Fixed steps. */
  readonly walks: readonly FixedStepResult[];
}

export function formatAlternatives(report: AlternativesReport): string {
  const { date, machine, rounds, contestants, missing } = report;
  return [
    `${date}, ${machine.processor}, Node ${machine.node}; one processor, processor time, medians of ${rounds} interleaved rounds.`,
    '',
    ...endPointSection(report, 1e-6),
    ...endPointSection(report, 1e-4),
    ...energySection(report),
    ...fixedStepSections(report),
    ...barSection(report),
    '## Programs',
    '',
    ...contestants.map(({ name, description, build }) => `- ${name}: ${description} (${build})`),
    ...missing.map(({ name, install }) => `- ${name}: not installed; ${install}`),
  ].join('\n');
}

/** A table with programs down the side and workloads across; programs without any value are left out. */
type Column = readonly [title: string, cell: (contestant: string) => string];

function matrix(contestants: readonly { readonly name: string }[], columns: readonly Column[]): string[] {
  const rows = contestants
    .map(({ name }) => [name, ...columns.map(([, cell]) => cell(name))])
    .filter(([, ...cells]) => cells.some(cell => cell !== '–'));
  return rows.length === 0 ? [] : markdownTable([['program', ...columns.map(([title]) => title)], ...rows]);
}

function endPointSection({ races, contestants }: AlternativesReport, atMost: number): string[] {
  const columns = races
    .filter(({ workload }) => workload.goals.some(goal => goal.of === 'end point' && goal.atMost === atMost))
    .map(({ workload: { name, until }, finishes, tried }): Column => {
      const cell = (contestant: string) => {
        const one = finishes.find(
          finish => finish.contestant === contestant && finish.goal.atMost === atMost,
        );
        if (one) return `${brief(1000 * one.seconds)}${times(one.ratio)}`;
        return tried.includes(contestant) ? 'not reached' : '–';
      };
      return [until === 10 ? name : `${name}, t = ${until}`, cell];
    });
  return section(
    `Milliseconds to an end-point error of ${power(atMost)}`,
    'To t = 10 unless stated. In brackets: ratio to our fastest method in the same rounds. “Not reached”: not within about fifty times the time of the fastest.',
    matrix(contestants, columns),
  );
}

function energySection({ races }: AlternativesReport): string[] {
  const rows = races
    .filter(({ workload }) => workload.goals.some(({ of }) => of === 'energy'))
    .flatMap(({ workload: { name }, finishes }) =>
      [...finishes].sort((a, b) => a.seconds - b.seconds).map(finish => ({ ...finish, name })),
    );
  type Row = AccuracyFinish & { readonly name: string };
  return section(
    'Long runs with a given worst energy error',
    'The goal is the largest |H − H₀| allowed; programs that do not reach it within about fifty times the time of the fastest are not shown. Energy drift by least squares over the whole run, with its standard error: a drift below three of them is none.',
    tableOf<Row>(rows, {
      run: ({ name }) => name,
      goal: ({ goal }) => power(goal.atMost),
      program: ({ contestant }) => contestant,
      ms: ({ seconds, ratio }) => `${brief(1000 * seconds)}${times(ratio)}`,
      'worst energy error': ({ energy }) => energy.toExponential(0),
      'drift per time': ({ drift }) => plusMinus(drift.slope, drift.error),
      'worst constraint': ({ constraint }) => constraint.toExponential(0),
      'memory MB': ({ memory }) => megabytes(memory),
    }),
  );
}

type Cell = (finish: FixedStepFinish) => string;

/** End of most of the long runs. */
const usualEnd = 100;

export function fixedStepSections({
  walks,
  contestants,
}: Pick<AlternativesReport, 'walks'> & {
  readonly contestants: readonly { readonly name: string }[];
}): string[] {
  const columns = (titleOf: (workload: FixedStepWorkload) => string, cell: Cell) =>
    walks.map(({ walk, finishes }): Column => {
      const show = (contestant: string) => {
        const finish = finishes.find(one => one.contestant === contestant);
        return finish ? cell(finish) : '–';
      };
      return [titleOf(walk), show];
    });
  const timed = (cell: Cell) => columns(({ name }) => name, cell);
  const conserved = (cell: Cell) => {
    const title = ({ name, lookUntil }: FixedStepWorkload) =>
      lookUntil === usualEnd ? name : `${name}, t = ${lookUntil}`;
    return matrix(contestants, columns(title, cell));
  };
  const cost = timed(({ seconds, ratio }) => `${brief(1e6 * seconds)}${times(ratio)}`);
  const growth: Column = ['growth', contestant => growthOf(walks, contestant)];
  return [
    ...section(
      'Microseconds per step of fixed length 0.01',
      'In brackets: ratio to our RATTLE. Growth: time ∝ linksᵉ from 100 links on.',
      matrix(contestants, [...cost, growth]),
    ),
    ...section(
      'Conservation at fixed steps: worst energy error',
      `Largest |H − H₀| up to t = ${usualEnd} unless stated.`,
      conserved(({ energy }) => energy?.toExponential(0) ?? 'fails'),
    ),
    ...section(
      'Conservation at fixed steps: drift of the energy per time',
      'By least squares over the same time, with its standard error; “none”: below three of them. Chains of 10 links and more are not yet stationary: their slope need not continue.',
      conserved(({ drift }) => {
        if (!drift) return '–';
        return isDrift(drift) ? plusMinus(drift.slope, drift.error) : 'none';
      }),
    ),
    ...section(
      'Conservation at fixed steps: worst constraint',
      'Largest |g| over the same time.',
      conserved(({ constraint }) => constraint?.toExponential(0) ?? 'fails'),
    ),
    ...section(
      'Largest resident memory, MB',
      'Of the whole process, with its runtime.',
      matrix(
        contestants,
        timed(({ memory }) => megabytes(memory)),
      ),
    ),
  ];
}

function growthOf(results: readonly FixedStepResult[], contestant: string): string {
  const chains = results
    .filter(({ walk: { system, links } }) => system === 'chain' && links >= minimumLinks)
    .flatMap(({ walk: { links }, finishes }) => {
      const one = finishes.find(finish => finish.contestant === contestant);
      return one ? { size: links, time: one.seconds } : [];
    });
  return orDash(growthExponent(chains), exponent => exponent.toFixed(2));
}

const barSection = ({ races }: AlternativesReport) =>
  section(
    'Bars',
    '',
    tableOf(barsOf(races, alternatives().bars), {
      workload: ({ workload }) => workload,
      'their time / ours': ({ claim }) => claim,
      measured: ({ ratio }) => ratio.toFixed(2),
      'at least': ({ atLeast }) => String(atLeast),
      reached: ({ ratio, atLeast }) => verdict(ratio >= atLeast),
    }),
  );

// Suite `alternatives`: programs that a user would choose instead, on the same systems, in one run.

export const format = formatAlternatives;

export const measure = ({ only, rounds }: SuiteOptions): Promise<AlternativesReport> =>
  withFolder(async folder => {
    const definition = alternatives();
    const count = rounds ?? definition.rounds;
    const all = [...definition.timeToAccuracy.workloads, ...definition.fixedStep.workloads];
    const names = selected(all, only).map(({ name }) => name);
    const isSelected = ({ name }: { readonly name: string }) => names.includes(name);
    const { entrants, missing } = await prepareContestants(folder);
    return {
      ...{ date: today(), machine: thisMachine(), rounds: count },
      missing: missing.map(one => ({ name: one.name, install: installCommand(one) })),
      contestants: entrants.map(({ contestant: { name, description }, build }) => ({
        ...{ name, description, build },
      })),
      races: await measureEach(definition.timeToAccuracy.workloads.filter(isSelected), workload =>
        timeToAccuracy(workload, entrants, count),
      ),
      walks: await measureEach(definition.fixedStep.workloads.filter(isSelected), workload =>
        fixedStep(workload, entrants, count),
      ),
    };
  });
