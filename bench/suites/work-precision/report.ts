// The report of the suite `work-precision`, as data, as Markdown, and as figures.

import { methodNamed } from '../../../src/methods/registry.ts';
import type { FigureSpec, NoteSpec, PanelSpec, SeriesSpec } from '../../../src/output/figure/spec.ts';
import { power, twoDigits } from '../../report.ts';
import { formatReport, type ReportOf } from '../../suite.ts';
import { type Candidate, labelOf, type Workload } from './candidates.ts';
import type { Rung } from './ladder.ts';

export type CurveResult = ReturnType<typeof curveOf>;

/** A ladder, column by column; `ended` says why it ends. */
export function curveOf(candidate: Candidate, omega: number | null, rungs: readonly Rung[], ended: string) {
  const column = (key: keyof Rung): readonly number[] => rungs.map(rung => rounded(rung[key]));
  return {
    label: labelOf(candidate, omega),
    method: candidate.method,
    /** Stiffness of the penalty in place of the constraints; null with constraints. */
    omega,
    family: methodNamed(candidate.method).family,
    settings: column('setting'),
    errors: column('error'),
    energyErrors: column('energyError'),
    milliseconds: column('milliseconds'),
    ended,
  };
}

/**
 * A method at the setting that just meets a goal, timed in interleaved rounds: medians over the rounds, and of the quotient with the
 * cheapest in the same round.
 */
export const finishOf = (label: string, rung: Rung, ratio: number | null) => ({
  label,
  setting: rounded(rung.setting),
  error: rounded(rung.error),
  energyError: rounded(rung.energyError),
  milliseconds: rounded(rung.milliseconds),
  ratio: rounded(ratio ?? Number.NaN),
});

/** Four digits are more than the accuracy of the times. */
const rounded = (value: number) => Number(value.toPrecision(4));

export interface GoalResult {
  readonly goal: number;
  /** The cheapest first. */
  readonly finishes: readonly ReturnType<typeof finishOf>[];
}

export const problemResult = (
  { id, name: title, file = '', until, judgedBy }: Workload,
  curves: readonly CurveResult[],
  goals: readonly GoalResult[],
) => ({ id, title, file, until, judgedBy, curves, goals });

export type ProblemResult = ReturnType<typeof problemResult>;
export type WorkPrecisionReport = ReportOf<() => Promise<{ rounds: number; problems: ProblemResult[] }>>;

// The tables of docs/choosing-a-method.md, made from the stored result: for every problem and goal the cheapest method, how
// to set it, and how much longer the next ones take.

const [begin, end] = ['<!-- measured: work-precision -->', '<!-- end of measured -->'];

/** The page with the block between its marks. */
export function withBlock(page: string, block: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no place between “${begin}” and “${end}”`);
  return `${page.slice(0, from + begin.length)}\n${block}\n${page.slice(to)}`;
}

export const docsBlock = (report: WorkPrecisionReport) =>
  formatReport(
    'work-precision',
    {
      ...report,
      problems: report.problems.map(({ curves, goals, ...problem }) => ({
        ...{ ...problem, figure: figureFile(problem) },
        tried: new Set(curves.map(({ label }) => label.replace(/ --omega.*/, ''))).size,
        rows: goals.filter(({ finishes }) => finishes.length > 0).map(docsRow),
      })),
    },
    'docs',
  );

function docsRow({ goal, finishes: [first, ...others] }: GoalResult) {
  // Methods that choose their own steps are set by their tolerance.
  const setting =
    first.label === 'reference' ? `tolerance ${power(first.setting)}` : twoDigits(first.setting);
  const ratios = others.map(({ label, ratio }) => `\`${label}\` ${twoDigits(ratio)}`);
  return { goal, ...first, setting, others: ratios.join(', ') };
}

// Error against work, one figure for each problem. The methods that one would take have their colours, the same in all
// figures; of the backward differences only the best of the six is drawn; all others stand behind in grey.

const coloured = ['rattle', 'rattle-4', 'rattle-6', 'rattle-8', 'reference', 'so3-splitting'];
const [leastError, largestError] = [1e-11, 2];

export const figureFile = ({ id }: Pick<ProblemResult, 'id'>) => `work-precision-${id}.svg`;

export function workPrecisionFigure({ title, until, judgedBy, curves }: ProblemResult): FigureSpec {
  const quantity = judgedBy === 'energy' ? 'energy' : 'position';
  const panel: PanelSpec = {
    title: `${title}, to t = ${until}`,
    x: { label: 'processor time of the motion', unit: 'ms', scale: 'log', domain: timesOf(curves) },
    y: { label: `largest ${quantity} error`, scale: 'log', domain: [leastError, largestError] },
    series: seriesOf(curves.filter(({ errors }) => errors.length > 0)),
    notes: penaltyNotes(curves),
  };
  return { panels: [panel], panelWidth: 720, panelHeight: 460 };
}

function seriesOf(curves: readonly CurveResult[]): SeriesSpec[] {
  const known = coloured.flatMap(name => curves.filter(({ label }) => label === name));
  const backward = curves.filter(({ family }) => family === 'DAE');
  const others = curves.filter(curve => !known.includes(curve) && !backward.includes(curve));
  const behind = [...others, ...(backward.length > 1 ? backward : [])];
  return [
    ...behind.map(
      ({ milliseconds: x, errors: y }, k): SeriesSpec => ({
        ...{ x, y, style: 'grey', ...(k === 0 && { label: othersLabel(others) }) },
      }),
    ),
    ...known.map(
      ({ label, milliseconds: x, errors: y }): SeriesSpec => ({
        ...{ label, x, y, mark: 'line and points', style: coloured.indexOf(label) },
      }),
    ),
    ...front(backward),
  ];
}

const hasPenalties = (curves: readonly CurveResult[]) => curves.some(({ omega }) => omega !== null);

/** From the shortest time to the longest, with room for the notes at the right. */
function timesOf(curves: readonly CurveResult[]): [number, number] {
  const all = curves.flatMap(({ milliseconds }) => milliseconds);
  const room = hasPenalties(curves) ? 6 : 1.3;
  return [Math.min(...all) / 1.3, Math.max(...all) * room];
}

function othersLabel(others: readonly CurveResult[]): string {
  if (others.length === 1) return others[0].label;
  return hasPenalties(others) ? 'all others (ω: penalties)' : 'all others';
}

/** A point of the front is better than the one before by at least this factor. */
const worthwhile = 0.8;

/** What the best of the backward differences reaches in a given time. */
function front(curves: readonly CurveResult[]): SeriesSpec[] {
  const points = curves
    .flatMap(({ milliseconds, errors }) => milliseconds.map((x, k) => ({ x, y: errors[k] })))
    .sort((a, b) => a.x - b.x);
  const best: typeof points = [];
  for (const point of points)
    if (point.y < worthwhile * (best.at(-1)?.y ?? Number.POSITIVE_INFINITY)) best.push(point);
  if (best.length === 0) return [];
  const label = curves.length === 1 ? curves[0].label : 'best of bdf1 … bdf6';
  const [x, y] = [best.map(point => point.x), best.map(point => point.y)];
  return [{ label, x, y, mark: 'line and points', style: coloured.length }];
}

/** At the right end of the plateaus on which penalties of one stiffness stay: the error of the model. */
function penaltyNotes(curves: readonly CurveResult[]): NoteSpec[] {
  const penalties = curves.filter(({ ended, omega }) => omega !== null && ended === 'no gain');
  const omegas = [...new Set(penalties.map(({ omega }) => omega))];
  return omegas.map(omega => {
    const ends = penalties
      .filter(curve => curve.omega === omega)
      .map(({ milliseconds, errors }) => ({ x: milliseconds.at(-1) ?? 0, y: errors.at(-1) ?? 0 }));
    const last = ends.reduce((a, b) => (b.x > a.x ? b : a));
    return { text: `ω = ${omega}`, ...last, side: 'right' };
  });
}
