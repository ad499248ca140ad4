// The tables of docs/choosing-a-method.md, made from the stored result: for every problem and goal the cheapest method, how
// to set it, and how much longer the next ones take.

import { exponentOf, powerOfTen } from '../../../src/output/figure/ticks.ts';
import { figureFile } from './figure.ts';
import type { Finish, GoalResult, ProblemResult, WorkPrecisionReport } from './report.ts';

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
  return [`Measured on ${source}.`, ...problems.flatMap(section)].join('\n');
}

const headings = (judgedBy: ProblemResult['judgedBy']) => [
  `error of the ${judgedBy}`,
  ...['cheapest', 'step', 'ms', 'energy error', 'others, times as long'],
];

function section(problem: ProblemResult): string[] {
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
