// cotangent compare FILE: methods × steps, error against work, as a table and a figure.

import { join } from 'node:path';
import type { Command } from 'commander';
import type { Flow } from '../../src/flows/flow.ts';
import { knowsConstraints } from '../../src/methods/method.ts';
import { createMethod, methodNamed } from '../../src/methods/registry.ts';
import { figure } from '../../src/output/figure/figure.ts';
import { workPrecisionFigure } from '../../src/output/standard-figures.ts';
import {
  sideOf,
  type WorkPrecision,
  type WorkPrecisionTask,
  workPrecision,
} from '../../src/studies/work-precision.ts';
import { writeWhole } from '../files/output-file.ts';
import { writeFigureFiles } from '../files/png.ts';
import { commaList, parseTime, timeList, withForce, withMethod, withProblem } from '../options.ts';
import { type CommandPlan, planFile, type RunFlags, refuseUnlessSound } from '../run/plan.ts';
import { alignedTable, createProgress, paint, short } from '../terminal.ts';
import { UserError } from '../user-error.ts';

interface CompareFlags extends RunFlags {
  readonly methods?: string[];
  readonly steps?: number[];
}

export function compareCommand(program: Command): void {
  const command = program
    .command('compare')
    .description('work against precision: several methods at several steps');
  withForce(withProblem(command))
    .option('--methods <names>', 'methods, separated by commas (default: rattle,rattle-4,bdf2)', commaList)
    .option(
      '--steps <numbers>',
      'step sizes, separated by commas (default: the problem’s step × 4, 2, 1, ½, ¼)',
      timeList,
    )
    .option('--until <number>', 'the end time (default: the problem’s, at most 100 of its steps)', parseTime)
    .option('--out <folder>', 'write compare.csv, compare.svg and compare.png')
    .addHelpText(
      'after',
      '\nExample: cotangent compare torus --methods rattle,bdf2 --steps 0.02,0.01,0.005 --out out/compare',
    )
    .action(runCompare);
  withMethod(command);
}

function runCompare(file: string, flags: CompareFlags): void {
  const methods = flags.methods ?? ['rattle', 'rattle-4', 'bdf2'];
  methods.forEach(methodNamed);
  const plan = planFile(file, { ...flags, method: methods[0] });
  const sides = sidesOf(plan, methods);
  for (const method of methods)
    refuseRandom(method, createMethod(sideOf(sides, method), method, plan.options));
  const { h } = plan.schedule;
  const until = flags.until ?? Math.min(plan.schedule.steps, 100) * h;
  refuseUnlessSound(plan, flags);
  const progress = createProgress('runs');
  const result = workPrecision({
    ...sides,
    methods,
    steps: flags.steps ?? [4, 2, 1, 0.5, 0.25].map(factor => factor * h),
    until,
    options: plan.options,
    clock: () => performance.now() / 1000,
    onRun: (method, step, i, count) => progress.update(i, count, `${method} ${short(step)}`),
  });
  progress.clear();
  if (flags.json) console.log(JSON.stringify(forMachines(plan.problem.name, result), null, 2));
  else print(result, plan.problem.name, sides);
  if (flags.out) write(flags.out, result, plan.problem.name);
  if (result.rows.every(({ failure }) => failure !== null)) throw new UserError('every run failed');
}

/** A random path has no exact one to be compared with. */
function refuseRandom(method: string, { temperature }: Flow): void {
  if (temperature === undefined) return;
  const takesFriction = methodNamed(method).parameters.some(({ name }) => name === 'friction');
  throw new UserError(
    `the method “${method}” is random, and no exact motion is its own; ${takesFriction ? 'take its noise away with --friction 0, or' : 'instead,'} run it and compare averages`,
  );
}

type Sides = Pick<WorkPrecisionTask, 'problem' | 'penalised'>;

/** With a penalty, methods that know constraints run beside those that do not, all against the constrained motion. */
function sidesOf({ original, problem }: CommandPlan, methods: readonly string[]): Sides {
  const isMixed = problem !== original && methods.some(name => knowsConstraints(methodNamed(name)));
  return isMixed ? { problem: original, penalised: problem } : { problem };
}

function forMachines(problem: string, { until, rows, slopes }: WorkPrecision) {
  const named = rows.map(({ method, h, ...row }) => ({ method, step: h, ...row }));
  return { problem, until, rows: named, slopes: Object.fromEntries(slopes) };
}

function print(result: WorkPrecision, name: string, { penalised }: Sides): void {
  const exact = penalised ? 'the constrained motion (penalties differ from it by O(ω⁻²))' : 'the reference';
  console.log(`${paint(name, 'bold')}: errors at t = ${short(result.until)} against ${exact}\n`);
  const rows = result.rows.map(row => [
    row.method,
    short(row.h),
    String(row.steps),
    row.failure ? 'failed' : row.error.toExponential(2),
    row.failure ? 'failed' : row.energyError.toExponential(2),
    (1000 * row.seconds).toPrecision(3),
  ]);
  console.log(alignedTable([['method', 'step', 'steps', 'error', 'energy error', 'ms'], ...rows]));
  console.log(
    `\n${alignedTable([['method', 'slope'], ...[...result.slopes].map(([method, s]) => [method, Number.isNaN(s) ? '–' : s.toFixed(2)])])}`,
  );
  for (const { method, h, failure } of result.rows)
    if (failure) console.log(`\n${paint(`${method} at ${short(h)}`, 'yellow')}: ${failure}`);
}

function write(folder: string, result: WorkPrecision, title: string): void {
  const header = 'method,step,steps,error,energy_error,seconds\n';
  const rows = result.rows.filter(row => row.failure === null);
  const lines = rows.map(row =>
    [row.method, row.h, row.steps, row.error, row.energyError, row.seconds].join(),
  );
  writeWhole(join(folder, 'compare.csv'), `${header}${lines.join('\n')}\n`);
  const svg = figure(workPrecisionFigure({ title, methods: seriesOf(result) }));
  const figures = writeFigureFiles({ [join(folder, 'compare')]: svg });
  console.error(`wrote ${[join(folder, 'compare.csv'), ...figures].join(', ')}`);
}

function seriesOf({ rows, slopes }: WorkPrecision) {
  return [...slopes.keys()].map(label => {
    const own = rows.filter(row => row.method === label && row.failure === null);
    return {
      label,
      step: Float64Array.from(own, row => row.h),
      error: Float64Array.from(own, row => row.error),
      seconds: Float64Array.from(own, row => row.seconds),
      ...orderOf(slopes.get(label)),
    };
  });
}

/** The nearest whole order, where the fit found one: drawn as a reference slope. */
function orderOf(slope: number | undefined): { order?: number } {
  return slope === undefined || Number.isNaN(slope) ? {} : { order: Math.round(slope) };
}
