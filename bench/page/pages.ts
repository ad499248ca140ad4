// docs/benchmarks.md and docs/benchmarks/*.md, generated from the stored results as suites/pages.yaml describes. Losses come first.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { figure } from '../../src/output/figure/figure.ts';
import type { FigureSpec, PanelSpec, SeriesSpec } from '../../src/output/figure/spec.ts';
import { checkoutRoot, storedResult } from '../checkout.ts';
import { median } from '../measure/rounds.ts';
import { formatReport, readDefinition } from '../suite.ts';
import * as alternatives from '../suites/alternatives/suite.ts';
import * as liquids from '../suites/liquids/suite.ts';
import * as molecules from '../suites/molecules/suite.ts';
import * as engine from '../suites/step-cost/engine.ts';
import * as penalties from '../suites/step-cost/penalties.ts';

/** The suites with a page. */
const suites = { engine, alternatives, molecules, penalties, liquids };
type Suites = typeof suites;
type Results = { readonly [K in keyof Suites]: Parameters<Suites[K]['format']>[0] };
type AlternativesReport = Results['alternatives'];

/** Null until every suite has a stored result. */
export function storedResults(): Results | null {
  const reports = Object.keys(suites).map(suite => [suite, storedResult(suite)] as const);
  return reports.every(([, report]) => report) ? (Object.fromEntries(reports) as unknown as Results) : null;
}

type Comparison = ReturnType<typeof comparisons>[number];

/** Another program at one task: its time divided by that of our fastest method; null where it did not reach the goal. */
export function comparisons({ alternatives, engine, molecules }: Results) {
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

/** One row per program, those that beat us most first; `task` is the one with the least ratio. */
function summaries(all: readonly Comparison[]) {
  return [...new Set(all.map(({ program }) => program))]
    .map(program => {
      const own = all.filter(one => one.program === program);
      const reached = reachedTasks(own);
      const ratios = reached.map(({ ratio }) => ratio);
      return {
        ...{ program, tasks: own.length, unreached: own.length - reached.length },
        lost: ratios.filter(ratio => ratio < 1).length,
        ...{ least: ratios[0], median: ratios.length > 0 ? median(ratios) : null, largest: ratios.at(-1) },
        task: reached[0]?.task,
      };
    })
    .sort((a, b) => (a.least ?? Infinity) - (b.least ?? Infinity));
}

/** The least ratio first. */
const reachedTasks = (all: readonly Comparison[]) =>
  all
    .flatMap(({ ratio, ...rest }) => (ratio === null ? [] : { ...rest, ratio }))
    .sort((a, b) => a.ratio - b.ratio);

export const benchmarkPage = (results: Results): string =>
  formatReport('pages', { ...results.alternatives, programs: summaries(comparisons(results)) });

const lossesPage = (results: Results): string =>
  formatReport(
    'pages',
    {
      lost: reachedTasks(comparisons(results))
        .filter(({ ratio }) => ratio < 1)
        .map(one => ({ ...one, inverse: 1 / one.ratio })),
    },
    'losses',
  );

/** The discussion of a report, in page/notes. */
function notesOn(suite: string): string {
  const file = join(checkoutRoot(), 'bench', 'page', 'notes', `${suite}.md`);
  return existsSync(file) ? `\n\n${readFileSync(file, 'utf8').trimEnd()}` : '';
}

interface Definition {
  /** figure: stands before the report. */
  readonly pages: readonly {
    readonly suite: keyof Suites;
    readonly title: string;
    readonly figure?: string;
  }[];
  readonly figures: Readonly<Record<string, Omit<FigureSpec, 'panels'> & { readonly panel: PanelSpec }>>;
}

/** Pages by their path below docs/. */
export function pages(results: Results): Readonly<Record<string, string>> {
  const { pages: definitions } = readDefinition<Definition>('pages');
  const framed = (title: string, text: string) => formatReport('pages', { title, text }, 'frame');
  const ofSuites = definitions.map(({ suite, title, figure }): [path: string, text: string] => {
    const { format } = suites[suite] as { format(report: object): string };
    const report = `${format(results[suite]).trimEnd()}${notesOn(suite)}`;
    return [`benchmarks/${suite}.md`, framed(title, figure ? `${figure}\n\n${report}` : report)];
  });
  return {
    'benchmarks.md': benchmarkPage(results),
    'benchmarks/losses.md': framed('Losses', lossesPage(results).trimEnd()),
    ...Object.fromEntries(ofSuites),
  };
}

// The figures of the benchmark pages.

/** Figures by name. */
export const figures = (report: AlternativesReport): Readonly<Record<string, FigureSpec>> => ({
  'benchmarks-precision': ratioFigure(report),
  'benchmarks-growth': growthFigure(report),
});

type Point = Readonly<Record<'x' | 'y', number>>;

const seriesOf = (label: string, points: readonly Point[], style: number): SeriesSpec => ({
  ...{ label, x: points.map(({ x }) => x), y: points.map(({ y }) => y), style },
});

/** A figure as suites/pages.yaml describes it, with its data. */
function figureOf(
  name: string,
  { y, series }: Pick<PanelSpec, 'series'> & { readonly y?: object },
): FigureSpec {
  const { panel, ...size } = readDefinition<Definition>('pages').figures[name];
  return { panels: [{ ...panel, y: { ...panel.y, ...y }, series }], ...size };
}

const goal = 1e-6;

/** One row per program, one mark per system: time to an end-point error of 10⁻⁶ relative to our fastest method. */
function ratioFigure({ races }: AlternativesReport): FigureSpec {
  const systems = races
    .filter(({ workload: { goals } }) => goals.some(one => one.of === 'end point' && one.atMost === goal))
    .map(({ workload, finishes }) => ({
      ...{ workload, finishes: finishes.filter(({ goal: { atMost } }) => atMost === goal) },
      others: finishes.filter(({ isOurs }) => !isOurs).map(({ contestant }) => contestant),
    }));
  const ratiosOf = (program: string, { finishes }: (typeof systems)[number]) =>
    finishes.flatMap(({ contestant, ratio }) => (contestant === program ? (ratio ?? []) : []));
  const medianOf = (program: string) => median(systems.flatMap(system => ratiosOf(program, system)));
  const programs = [...new Set(systems.flatMap(({ others }) => others))]
    .filter(program => systems.some(system => ratiosOf(program, system).length > 0))
    .sort((a, b) => medianOf(a) - medianOf(b));
  const series = systems.map((system, style): SeriesSpec => {
    const points = programs.flatMap((program, y) => ratiosOf(program, system).map(x => ({ x, y })));
    const { name, until } = system.workload;
    return { ...seriesOf(`${name}, t = ${until}`, points, style), mark: 'points' };
  });
  const ours: SeriesSpec = { x: [1, 1], y: [-0.5, programs.length - 0.5], style: 'grey' };
  return figureOf('precision', { y: { categories: programs }, series: [ours, ...series] });
}

/** Time of a step against the number of links. */
function growthFigure({ walks, contestants }: AlternativesReport): FigureSpec {
  const chains = walks.filter(({ walk: { system, links } }) => system === 'chain' && links >= 10);
  const series = contestants.flatMap(({ name }, style): SeriesSpec[] => {
    const points = chains.flatMap(({ walk: { links }, finishes }) =>
      finishes.flatMap(one => (one.contestant === name ? { x: links, y: 1e6 * one.seconds } : [])),
    );
    return points.length === 0 ? [] : [{ ...seriesOf(name, points, style), mark: 'line and points' }];
  });
  return figureOf('growth', { series });
}

/** Writes the benchmark pages and their figures; nothing until every suite has a stored result. */
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
