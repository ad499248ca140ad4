// docs/benchmarks.md and docs/benchmarks/*.md, generated from the stored results. Losses come first.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { figure } from '../../src/output/figure/figure.ts';
import type { FigureSpec, SeriesSpec } from '../../src/output/figure/spec.ts';
import { checkoutRoot, storedResult } from '../checkout.ts';
import { median } from '../measure/rounds.ts';
import { brief, tableOf } from '../report.ts';
import { type AlternativesReport, formatAlternatives } from '../suites/alternatives/suite.ts';
import { formatLiquids, type LiquidReport } from '../suites/liquids/report.ts';
import { formatMolecules, type MoleculeReport } from '../suites/molecules/report.ts';
import { type EngineReport, format as formatEngine } from '../suites/step-cost/engine.ts';
import { format as formatPenalties, type PenaltyReport } from '../suites/step-cost/penalties.ts';

export interface Results {
  readonly engine: EngineReport;
  readonly alternatives: AlternativesReport;
  readonly molecules: MoleculeReport;
  readonly penalties: PenaltyReport;
  readonly liquids: LiquidReport;
}

export const pageSources = ['engine', 'alternatives', 'molecules', 'penalties', 'liquids'] as const;

/** Null until every suite has a stored result. */
export function storedResults(): Results | null {
  const reports = pageSources.map(suite => [suite, storedResult(suite)] as const);
  return reports.every(([, report]) => report) ? (Object.fromEntries(reports) as unknown as Results) : null;
}

export const figureNames = { ratios: 'benchmarks-precision', growth: 'benchmarks-growth' };

/** Another program at one task: its time divided by that of our fastest method; null where it did not reach the goal. */
interface Comparison {
  readonly program: string;
  readonly task: string;
  readonly ratio: number | null;
}

export function comparisons({ alternatives, engine, molecules }: Results): Comparison[] {
  const accuracy = alternatives.races.flatMap(({ workload: { name, goals }, finishes, tried }) =>
    goals.flatMap(goal =>
      tried
        .filter(program => !finishes.some(({ contestant, isOurs }) => isOurs && contestant === program))
        .filter(program => !program.startsWith('Cotangent'))
        .map(program => {
          const finish = finishes.find(one => one.contestant === program && one.goal.atMost === goal.atMost);
          return { program, task: `${name}, ${goal.of} error ${goal.atMost}`, ratio: finish?.ratio ?? null };
        }),
    ),
  );
  const fixedStep = alternatives.walks.flatMap(({ walk, finishes }) =>
    finishes
      .filter(({ isOurs }) => !isOurs)
      .map(({ contestant, ratio }) => ({ program: contestant, task: `${walk.name}, a step`, ratio })),
  );
  const inC = engine.measurements.flatMap(({ name, c }) =>
    c ? [{ program: 'C RATTLE', task: `${name}, a RATTLE step`, ratio: 1 / c.ratio }] : [],
  );
  const molecular = molecules.workloads.flatMap(({ title, peers }) =>
    peers
      .filter(({ ratio }) => ratio !== null)
      .map(({ name, ratio }) => ({ program: name.split(/[ ,]/)[0], task: title, ratio })),
  );
  return [...accuracy, ...fixedStep, ...inC, ...molecular];
}

interface Summary {
  readonly program: string;
  readonly tasks: number;
  readonly lost: number;
  readonly unreached: number;
  readonly ratios: readonly number[];
  /** Task with the least ratio. */
  readonly worst: string;
}

/** One row per program, those that beat us most first. */
function summaries(all: readonly Comparison[]): Summary[] {
  return [...new Set(all.map(({ program }) => program))]
    .map(program => {
      const own = all.filter(one => one.program === program);
      const reached = own.flatMap(({ task, ratio }) => (ratio === null ? [] : { task, ratio }));
      reached.sort((a, b) => a.ratio - b.ratio);
      return {
        ...{ program, tasks: own.length, unreached: own.length - reached.length },
        lost: reached.filter(({ ratio }) => ratio < 1).length,
        ratios: reached.map(({ ratio }) => ratio),
        worst: reached[0]?.task ?? '–',
      };
    })
    .sort((a, b) => (a.ratios[0] ?? Infinity) - (b.ratios[0] ?? Infinity));
}

const ratioText = (ratio: number | undefined) => (ratio === undefined ? '–' : `${brief(ratio)}×`);

export function benchmarkPage(results: Results): string {
  const { alternatives } = results;
  return `${[
    '# Benchmarks',
    '',
    'Other programs on the same tasks: their time divided by that of our fastest method, so below 1 **we lose**. A task is an accuracy',
    'to be reached, a step of fixed length, or steps of a molecular liquid. Each suite was measured in one run on one processor; single',
    `ratios scatter by 10 to 20 %. Measured on ${alternatives.date}, ${alternatives.machine.processor}, Node ${alternatives.machine.node}.`,
    '',
    ...tableOf(summaries(comparisons(results)), {
      program: ({ program }) => program,
      'we lose': ({ lost, tasks }) => `${lost} of ${tasks}`,
      'goal not reached': ({ unreached }) => String(unreached),
      'least ratio': ({ ratios }) => ratioText(ratios[0]),
      median: ({ ratios }) => (ratios.length > 0 ? ratioText(median(ratios)) : '–'),
      largest: ({ ratios }) => ratioText(ratios.at(-1)),
      'least ratio at': ({ worst }) => worst,
    }),
    '',
    `![Time to an end-point error of 10⁻⁶, relative to our fastest method](images/${figureNames.ratios}.svg)`,
    '',
    'One mark per system; programs that reach 10⁻⁶ on no system are not shown.',
    '',
    '- [Every loss](benchmarks/losses.md), task by task',
    '- [Alternatives](benchmarks/alternatives.md): time to an accuracy and per step, conservation, memory',
    '- [Engine](benchmarks/engine.md): a RATTLE step beside hand-written C',
    '- [Molecules](benchmarks/molecules.md): clusters and liquids beside GROMACS, LAMMPS and lammps.js',
    '- [Penalties](benchmarks/penalties.md): constraints, stiff penalties and angles',
    '- [Liquids](benchmarks/liquids.md): energy drift, structure and scaling of liquid water',
    '- [Choosing a method](choosing-a-method.md): all methods of the library against each other',
    '',
    'Generated by `npm run bench -- --save` from `bench/results`; `npm run peers` installs the other programs. How each suite',
    'measures: `bench/README.md`.',
  ].join('\n')}\n`;
}

function lossesPage(results: Results): string {
  const lost = comparisons(results)
    .flatMap(({ ratio, ...rest }) => (ratio !== null && ratio < 1 ? { ...rest, ratio } : []))
    .sort((a, b) => a.ratio - b.ratio);
  return [
    'Every task at which another program is faster than our fastest method.',
    '',
    ...tableOf(lost, {
      task: ({ task }) => task,
      'faster program': ({ program }) => program,
      'our time / theirs': ({ ratio }) => `${(1 / ratio).toFixed(2)}×`,
    }),
  ].join('\n');
}

/** A report, and the discussion of it in page/notes. */
function withNotes(suite: string, text: string): string {
  const file = join(checkoutRoot(), 'bench', 'page', 'notes', `${suite}.md`);
  return `${text.trimEnd()}\n\n${readFileSync(file, 'utf8')}`;
}

/** Pages by their path below docs/. */
export function pages(results: Results): Readonly<Record<string, string>> {
  const page = (title: string, text: string) =>
    `# ${title}\n\n[Benchmarks](../benchmarks.md) · how it is measured: \`bench/README.md\`\n\n${text.trimEnd()}\n`;
  const growth = `![Time per step against the length of a chain](../images/${figureNames.growth}.svg)\n\n`;
  return {
    'benchmarks.md': benchmarkPage(results),
    'benchmarks/losses.md': page('Losses', lossesPage(results)),
    'benchmarks/alternatives.md': page('Alternatives', growth + formatAlternatives(results.alternatives)),
    'benchmarks/engine.md': page('A RATTLE step beside C', formatEngine(results.engine)),
    'benchmarks/molecules.md': page('Molecules', withNotes('molecules', formatMolecules(results.molecules))),
    'benchmarks/penalties.md': page(
      'Constraints, penalties, angles',
      withNotes('penalties', formatPenalties(results.penalties)),
    ),
    'benchmarks/liquids.md': page('Liquid water', withNotes('liquids', formatLiquids(results.liquids))),
  };
}

// The figures of the benchmark pages.

/** Figures by name. */
export const figures = (report: AlternativesReport): Readonly<Record<string, FigureSpec>> => ({
  [figureNames.ratios]: ratioFigure(report),
  [figureNames.growth]: growthFigure(report),
});

const goal = 1e-6;

/** One row per program, one mark per system: time to an end-point error of 10⁻⁶ relative to our fastest method. */
export function ratioFigure({ races }: AlternativesReport): FigureSpec {
  const systems = races.filter(({ workload: { goals } }) =>
    goals.some(({ of, atMost }) => of === 'end point' && atMost === goal),
  );
  const ratiosOf = (program: string) =>
    systems.flatMap(({ finishes }) =>
      finishes.flatMap(one =>
        one.contestant === program && one.goal.atMost === goal ? (one.ratio ?? []) : [],
      ),
    );
  const others = systems.flatMap(({ finishes }) =>
    finishes.filter(({ isOurs }) => !isOurs).map(({ contestant }) => contestant),
  );
  const programs = [...new Set(others)]
    .filter(program => ratiosOf(program).length > 0)
    .sort((a, b) => median(ratiosOf(a)) - median(ratiosOf(b)));
  const series = systems.map(({ workload: { name, until }, finishes }, style): SeriesSpec => {
    const points = programs.flatMap((program, row) => {
      const one = finishes.find(
        ({ contestant, goal: { atMost } }) => contestant === program && atMost === goal,
      );
      return one && one.ratio !== null ? { row, ratio: one.ratio } : [];
    });
    return {
      label: `${name}, t = ${until}`,
      x: points.map(({ ratio }) => ratio),
      y: points.map(({ row }) => row),
      mark: 'points',
      style,
    };
  });
  const ours: SeriesSpec = { x: [1, 1], y: [-0.5, programs.length - 0.5], style: 'grey' };
  return {
    panels: [
      {
        title: 'Time to an end-point error of 10⁻⁶: left of 1 the program is faster than ours',
        x: { label: 'their time / time of our fastest method', scale: 'log' },
        y: { label: '', categories: programs },
        series: [ours, ...series],
        legend: 'right',
      },
    ],
    panelWidth: 760,
    panelHeight: 420,
  };
}

/** Time of a step against the number of links. */
export function growthFigure({ walks, contestants }: AlternativesReport): FigureSpec {
  const chains = walks.filter(({ walk: { system, links } }) => system === 'chain' && links >= 10);
  const series = contestants.flatMap(({ name }, style): SeriesSpec[] => {
    const steps = chains.flatMap(({ walk: { links }, finishes }) => {
      const one = finishes.find(({ contestant }) => contestant === name);
      return one ? { links, microseconds: 1e6 * one.seconds } : [];
    });
    if (steps.length === 0) return [];
    return [
      {
        label: name,
        x: steps.map(({ links }) => links),
        y: steps.map(({ microseconds }) => microseconds),
        mark: 'line and points',
        style,
      },
    ];
  });
  return {
    panels: [
      {
        title: 'One step of a chain',
        x: { label: 'links', scale: 'log' },
        y: { label: 'processor time', unit: 'µs', scale: 'log' },
        series,
        slopes: [{ slope: 1 }],
        legend: 'right',
      },
    ],
    panelWidth: 760,
    panelHeight: 440,
  };
}

// Writes the benchmark pages and their figures.

/** Nothing is written until every suite has a stored result. */
export function writePages(): void {
  const results = storedResults();
  if (!results) return;
  const drawn = Object.entries(figures(results.alternatives)).map(
    ([name, spec]) => [`images/${name}.svg`, figure(spec)] as const,
  );
  for (const [path, text] of [...Object.entries(pages(results)), ...drawn]) {
    const file = join(checkoutRoot(), 'docs', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
