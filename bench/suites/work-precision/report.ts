// The report of the suite `work-precision`, as data and as Markdown.

import type { Family } from '../../../src/methods/method.ts';
import type { FigureSpec, NoteSpec, PanelSpec, SeriesSpec } from '../../../src/output/figure/spec.ts';
import { exponentOf, powerOfTen } from '../../../src/output/figure/ticks.ts';
import { section, tableOf } from '../../report.ts';
import type { Machine } from '../../suite.ts';

/** A ladder, column by column. */
export interface CurveResult {
  readonly label: string;
  readonly method: string;
  /** Stiffness of the penalty in place of the constraints; null with constraints. */
  readonly omega: number | null;
  readonly family: Family;
  readonly settings: readonly number[];
  readonly errors: readonly number[];
  readonly energyErrors: readonly number[];
  readonly milliseconds: readonly number[];
  /** Why the ladder ends. */
  readonly ended: string;
}

/** A method at the setting that just meets a goal, timed in interleaved rounds. */
export interface Finish {
  readonly label: string;
  readonly setting: number;
  readonly error: number;
  readonly energyError: number;
  /** Median over the rounds; and of the quotient with the cheapest in the same round. */
  readonly milliseconds: number;
  readonly ratio: number;
}

export interface GoalResult {
  readonly goal: number;
  /** The cheapest first. */
  readonly finishes: readonly Finish[];
}

export interface ProblemResult {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly until: number;
  readonly judgedBy: 'end point' | 'energy';
  readonly curves: readonly CurveResult[];
  readonly goals: readonly GoalResult[];
}

export interface WorkPrecisionReport {
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly problems: readonly ProblemResult[];
}

export function formatWorkPrecision({ date, machine, rounds, problems }: WorkPrecisionReport): string {
  return [
    `Processor time, median of ${rounds} interleaved rounds. ${date}, ${machine.processor}, Node ${machine.node}.`,
    '',
    ...problems.flatMap(problemSection),
  ].join('\n');
}

function problemSection({ title, until, judgedBy, goals, curves }: ProblemResult): string[] {
  const rows = goals.flatMap(({ goal, finishes }) => finishes.map(finish => ({ goal, ...finish })));
  const failed = curves.filter(({ settings }) => settings.length === 0);
  return [
    ...section(
      `${title}, to t = ${until}`,
      `Errors are those of the ${judgedBy}.`,
      tableOf(rows, {
        'error at most': ({ goal }) => goal.toExponential(0),
        method: ({ label }) => label,
        setting: ({ setting }) => setting.toPrecision(3),
        error: ({ error }) => error.toExponential(1),
        'energy error': ({ energyError }) => energyError.toExponential(1),
        ms: ({ milliseconds }) => milliseconds.toPrecision(3),
        ratio: ({ ratio }) => ratio.toFixed(2),
      }),
    ),
    ...failed.map(({ label, ended }) => `- ${label} failed at every setting: ${ended}`),
  ];
}

// The tables of docs/choosing-a-method.md, made from the stored result: for every problem and goal the cheapest method, how
// to set it, and how much longer the next ones take.

const [begin, end] = ['<!-- measured: work-precision -->', '<!-- end of measured -->'];

/** The page with the block between its marks. */
export function withBlock(page: string, block: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no place between “${begin}” and “${end}”`);
  return `${page.slice(0, from + begin.length)}\n${block}\n${page.slice(to)}`;
}

export function docsBlock(report: WorkPrecisionReport): string {
  const { date, machine, problems } = report;
  const source = `${date}, ${machine.processor}, Node ${machine.node}`;
  return [`Measured on ${source}.`, ...problems.flatMap(docsSection)].join('\n');
}

const headings = (judgedBy: ProblemResult['judgedBy']) => [
  `error of the ${judgedBy}`,
  ...['cheapest', 'step', 'ms', 'energy error', 'others, times as long'],
];

function docsSection(problem: ProblemResult): string[] {
  const { title, file, until, judgedBy, curves, goals } = problem;
  const head = headings(judgedBy);
  const rows = goals.filter(({ finishes }) => finishes.length > 0).map(row);
  const tried = new Set(curves.map(({ label }) => label.replace(/ --omega.*/, ''))).size;
  return [
    '',
    `**${title}** (\`${file}\`, to t = ${until}; ${tried} methods and flows)`,
    '',
    ...[head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`),
    '',
    `![${title}: error against processor time](images/${figureFile(problem)})`,
  ];
}

function row({ goal, finishes }: GoalResult): string[] {
  const [first, ...others] = finishes;
  return [
    power(goal),
    `\`${first.label}\``,
    setting(first),
    brief(first.milliseconds),
    power(first.energyError),
    others.map(({ label, ratio }) => `\`${label}\` ${brief(ratio)}`).join(', '),
  ];
}

/** Two digits. */
const brief = (value: number) => String(Number(value.toPrecision(2)));

/** Methods that choose their own steps are set by their tolerance. */
const setting = ({ label, setting: value }: Finish) =>
  label === 'reference' ? `tolerance ${power(value)}` : brief(value);

/** 8.2e-7 as 8.2·10⁻⁷, and 1e-6 as 10⁻⁶. */
function power(value: number): string {
  if (value === 0) return '0';
  const [digits] = value.toExponential(1).split('e');
  const exponent = powerOfTen(exponentOf(Number(value.toPrecision(2))));
  return digits === '1.0' ? exponent : `${digits}·${exponent}`;
}

// Error against work, one figure for each problem. The methods that one would take have their colours, the same in all
// figures; of the backward differences only the best of the six is drawn; all others stand behind in grey.

const styles: Readonly<Record<string, number>> = {
  rattle: 0,
  'rattle-4': 1,
  'rattle-6': 2,
  'rattle-8': 3,
  reference: 4,
  'so3-splitting': 5,
};
const backwardDifferences = 6;
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
  const known = Object.keys(styles).flatMap(name => curves.filter(({ label }) => label === name));
  const backward = curves.filter(({ family }) => family === 'DAE');
  const others = curves.filter(curve => !known.includes(curve) && !backward.includes(curve));
  const behind = [...others, ...(backward.length > 1 ? backward : [])];
  return [
    ...behind.map(({ milliseconds, errors }, k): SeriesSpec => {
      const grey = { x: milliseconds, y: errors, style: 'grey' } as const;
      return k === 0 ? { ...grey, label: othersLabel(others) } : grey;
    }),
    ...known.map(({ label, milliseconds, errors }): SeriesSpec => {
      const points = { x: milliseconds, y: errors, mark: 'line and points' } as const;
      return { ...points, label, style: styles[label] };
    }),
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
  return [{ label, x, y, mark: 'line and points', style: backwardDifferences }];
}

/** At the right end of the plateaus on which penalties of one stiffness stay: the error of the model. */
function penaltyNotes(curves: readonly CurveResult[]): NoteSpec[] {
  const penalties = curves.filter(({ ended, omega }) => omega !== null && ended === 'no gain');
  const omegas = [...new Set(penalties.map(({ omega }) => omega))];
  return omegas.map(omega => {
    const same = penalties.filter(curve => curve.omega === omega);
    const ends = same.map(({ milliseconds, errors }) => ({
      x: milliseconds.at(-1) ?? 0,
      y: errors.at(-1) ?? 0,
    }));
    const last = ends.reduce((a, b) => (b.x > a.x ? b : a));
    return { text: `ω = ${omega}`, ...last, side: 'right' };
  });
}
