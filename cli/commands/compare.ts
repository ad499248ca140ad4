// cotangent compare FILE: methods × steps, error against work, as a table and a figure.

import { join } from 'node:path';
import type { Command } from 'commander';
import { figure } from '../../src/output/figure/figure.ts';
import { comparisonFigure } from '../../src/output/standard-figures.ts';
import {
  maxSpread,
  planComparison,
  timingRule,
  type WorkPrecision,
  type WorkPrecisionRow,
  type WorkPrecisionTask,
  workPrecision,
} from '../../src/studies/work-precision.ts';
import { writeWhole } from '../files/output-file.ts';
import { writeFigureFiles } from '../files/png.ts';
import {
  commaList,
  parseRealPath,
  parseTime,
  type Quantity,
  resolveFlags,
  timeList,
  withForce,
  withMethod,
  withProblem,
} from '../options.ts';
import { loadProblem, type RunFlags, refuseUnlessSound } from '../run/plan.ts';
import { printWarnings } from '../run/summary.ts';
import { alignedTable, createProgress, paint, short } from '../terminal.ts';
import { UserError } from '../user-error.ts';

interface CompareFlags extends RunFlags {
  readonly methods?: string[];
  readonly steps?: Quantity[];
}

export function compareCommand(program: Command): void {
  const command = program
    .command('compare')
    .description('work–precision comparison: several methods at several step sizes');
  withForce(withProblem(command))
    .option('--methods <names>', 'methods, separated by commas (default: rattle,rattle-4,bdf2)', commaList)
    .option(
      '--steps <numbers>',
      'step sizes, separated by commas (default: the problem’s step × 4, 2, 1, ½, ¼)',
      timeList,
    )
    .option('--until <number>', 'the end time (default: the problem’s, at most 100 of its steps)', parseTime)
    .option('--out <folder>', 'write compare.csv, compare.svg and compare.png', parseRealPath)
    .addHelpText(
      'after',
      '\nExample: cotangent compare torus --methods rattle,bdf2 --steps 0.02,0.01,0.005 --out out/compare',
    )
    .action(runCompare);
  withMethod(command);
}

function runCompare(file: string, flags: CompareFlags): void {
  const { original, source } = loadProblem(file, flags);
  const progress = createProgress('runs');
  const task = planComparison(original, {
    ...resolveFlags(flags, original),
    clock: () => performance.now() / 1000,
    onRun: (method, step, i, count) => progress.update(i, count, `${method} ${short(step)}`),
  });
  printWarnings(
    refuseUnlessSound({ original, source, omega: flags.omega ?? original.run.omega }, flags),
    console.error,
  );
  const result = workPrecision(task);
  progress.clear();
  const { name } = original;
  if (flags.json) console.log(JSON.stringify(forMachines(name, result), null, 2));
  else print(result, name, task);
  if (flags.out) write(flags.out, result, name);
  if (result.rows.every(({ failure }) => failure !== null)) throw new UserError('every run failed');
}

function forMachines(problem: string, { until, rows, slopes }: WorkPrecision) {
  const named = rows.map(({ method, h, ...row }) => ({ method, step: h, ...row }));
  return { problem, until, rows: named, slopes: Object.fromEntries(slopes), timing: timingRule };
}

function print(result: WorkPrecision, name: string, { penalised }: WorkPrecisionTask): void {
  const exact = penalised ? 'the constrained motion (penalties differ from it by O(ω⁻²))' : 'the reference';
  console.log(`${paint(name, 'bold')}: errors at t = ${short(result.until)} against ${exact}\n`);
  const rows = result.rows.map(row => [
    row.method,
    short(row.h),
    String(row.steps),
    row.failure ? 'failed' : row.error.toExponential(2),
    row.failure ? 'failed' : row.energyError.toExponential(2),
    milliseconds(row),
  ]);
  console.log(alignedTable([['method', 'step', 'steps', 'error', 'energy error', 'ms'], ...rows]));
  console.log(
    `\n${alignedTable([['method', 'slope'], ...[...result.slopes].map(([method, s]) => [method, Number.isNaN(s) ? '–' : s.toFixed(2)])])}`,
  );
  console.log(`\n${paint(timingRule, 'dim')}`);
  for (const { method, h, failure } of result.rows)
    if (failure) console.log(`\n${paint(`${method} at ${short(h)}`, 'yellow')}: ${failure}`);
}

/** With the difference of the two fastest samples where they never agreed: the machine was too busy. */
function milliseconds({ seconds, secondsSpread }: WorkPrecisionRow): string {
  const time = (1000 * seconds).toPrecision(3);
  return secondsSpread > maxSpread ? `${time} (± ${Math.round(100 * secondsSpread)} %)` : time;
}

function write(folder: string, result: WorkPrecision, title: string): void {
  const header = 'method,step,steps,error,energy_error,seconds\n';
  const rows = result.rows.filter(row => row.failure === null);
  const lines = rows.map(row =>
    [row.method, row.h, row.steps, row.error, row.energyError, row.seconds].join(),
  );
  writeWhole(join(folder, 'compare.csv'), `${header}${lines.join('\n')}\n`);
  const svg = figure(comparisonFigure(result, title));
  const figures = writeFigureFiles({ [join(folder, 'compare')]: svg });
  console.error(`wrote ${[join(folder, 'compare.csv'), ...figures].join(', ')}`);
}
