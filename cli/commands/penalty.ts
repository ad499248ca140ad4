// cotangent penalty FILE: how a penalty in place of the constraints approaches them, and which ω to take.

import { join } from 'node:path';
import type { Command } from 'commander';
import { methodNamed } from '../../src/methods/registry.ts';
import { figure } from '../../src/output/figure/figure.ts';
import { penaltyFigure } from '../../src/output/standard-figures.ts';
import { type PenaltyAdvice, penaltyAdvice } from '../../src/studies/penalty-advice.ts';
import type { PenaltyRow } from '../../src/studies/penalty-run.ts';
import { type PenaltyStudy, penaltyStudy } from '../../src/studies/penalty-study.ts';
import { writeWhole } from '../files/output-file.ts';
import { writeFigureFiles } from '../files/png.ts';
import {
  parseFrom,
  parsePositive,
  parseRealPath,
  parseTime,
  positiveList,
  withForce,
  withProblem,
} from '../options.ts';
import { type CommandPlan, loadProblem, planLoaded, type RunFlags, refuseUnlessSound } from '../run/plan.ts';
import { printWarnings } from '../run/summary.ts';
import { alignedTable, createProgress, paint, short } from '../terminal.ts';
import { UserError } from '../user-error.ts';

interface PenaltyFlags extends RunFlags {
  readonly omegas?: number[];
  readonly window?: number;
  readonly wanted?: number;
}

const defaultOmegas = [10, 20, 40, 80];
const defaultWanted = 1e-4;

export function penaltyCommand(program: Command): void {
  const command = program
    .command('penalty')
    .description('replace the constraints by a penalty ½ω²gᵀg: errors, cost and a recommended ω');
  withForce(withProblem(command))
    .option('--omegas <numbers>', `values of ω (default: ${defaultOmegas})`, positiveList)
    .option('--method <name>', 'the method for the penalised system (default: zhang-skeel)')
    .option('--beta <number>', 'weight of its implicit part (default: 0.4)', parseFrom(0))
    .option(
      '--step <number>',
      'one step for all ω (default: 1/frequency of the fastest vibration)',
      parseTime,
    )
    .option('--until <number>', 'the end time (default: the problem’s)', parseTime)
    .option('--window <number>', 'width of the averages of ω²g (default: a few vibrations)', parsePositive)
    .option(
      '--wanted <number>',
      `target |g| of the recommendation (default: ${defaultWanted})`,
      parsePositive,
    )
    .option('--out <folder>', 'write penalty.csv, penalty.svg and penalty.png', parseRealPath)
    .addHelpText(
      'after',
      '\nExample: cotangent penalty double-pendulum --omegas 20,40,80 --until 10 --wanted 1e-5 --out out/penalty',
    )
    .action(runPenalty);
}

function runPenalty(file: string, flags: PenaltyFlags): void {
  const loaded = loadProblem(file, flags);
  const { run } = loaded.original;
  // A file that proposes a penalty proposes a method for it too.
  const proposed = run.omega === undefined ? undefined : run.method;
  const method = freeMethod(flags.method ?? proposed ?? 'zhang-skeel');
  const plan = planLoaded(loaded, { ...flags, method });
  printWarnings(refuseUnlessSound(plan, flags), console.error);
  const study = measure(plan, flags);
  const { beta } = plan.options;
  const advice = penaltyAdvice(plan.original, flags.wanted ?? defaultWanted, {
    motion: study.motion,
    ...(beta === undefined ? {} : { beta }),
  });
  const { name } = plan.original;
  if (flags.json) console.log(JSON.stringify(forMachines(name, study, advice), null, 2));
  else print(name, study, advice);
  if (study.rows.every(({ failure }) => failure !== null)) throw new UserError('every run failed');
  if (flags.out) write(flags.out, study);
}

function freeMethod(name: string): string {
  if (methodNamed(name).needs.includes('no constraints')) return name;
  throw new UserError(`--method ${name} is not for penalised systems; take zhang-skeel, newmark or verlet`);
}

function measure(
  { original, method, options, until, ...plan }: CommandPlan,
  flags: PenaltyFlags,
): PenaltyStudy {
  const { window } = flags;
  const progress = createProgress('runs');
  const study = penaltyStudy({
    problem: original,
    omegas: flags.omegas ?? defaultOmegas,
    method,
    options,
    until,
    ...(flags.step === undefined ? {} : { step: () => plan.step }),
    ...(window === undefined ? {} : { window }),
    onProgress: (omega, i, count, share) => progress.update(i + share, count, `ω = ${short(omega)}`),
  });
  progress.clear();
  return study;
}

function forMachines(
  problem: string,
  { method, until, rows, slopes, motion }: PenaltyStudy,
  advice: PenaltyAdvice,
) {
  const named = rows.map(({ h, ...row }) => ({ ...row, step: h }));
  const { largestMultiplier, stiffness } = motion;
  return { problem, method, until, largestMultiplier, stiffness, rows: named, slopes, advice };
}

function print(name: string, study: PenaltyStudy, advice: PenaltyAdvice): void {
  const { rows, motion, method, until } = study;
  console.log(`${paint(name, 'bold')}: ${method} on the penalised system to t = ${short(until)}\n`);
  console.log(alignedTable([constraintHeadings, ...rows.map(constraintCells)]));
  console.log(`\nmultipliers: errors in units of the largest |λ|, ${short(motion.largestMultiplier)}\n`);
  console.log(alignedTable([multiplierHeadings, ...rows.map(multiplierCells)]));
  const slopes = slopeLines(study);
  if (slopes.length > 0) console.log(`\n${slopes.join('\n')}`);
  const soft = softNote(study);
  if (soft) console.log(`\n${paint('soft', 'yellow')}: ${soft}`);
  for (const { omega, failure } of rows)
    if (failure) console.log(`\n${paint(`ω = ${short(omega)}`, 'yellow')}: ${failure}`);
  console.log(`\n${adviceText(advice)}`);
}

const constraintHeadings = [
  'ω',
  'step',
  'hω',
  'largest |g|',
  'expected',
  'ω²·largest',
  'ω²|g| at end',
  '|Δq| at end',
];

function constraintCells({ omega, h, largest, expected, scaled, distance, failure }: PenaltyRow): string[] {
  const cells = [size(largest), size(expected), short(scaled.largest), short(scaled.end), size(distance)];
  return [short(omega), short(h), short(h * omega), ...cells.map(cell => (failure ? 'failed' : cell))];
}

const multiplierHeadings = ['ω', 'window', 'ω²g', 'averaged', 'as the step uses it, averaged'];

function multiplierCells({ omega, window, multiplierError, failure }: PenaltyRow): string[] {
  const { plain, averaged, ofStep } = multiplierError;
  return [
    short(omega),
    short(window),
    ...[plain, averaged, ofStep].map(value => (failure ? 'failed' : size(value))),
  ];
}

const size = (value: number) => (value === 0 ? '0' : value.toExponential(2));

function slopeLines({ slopes, rows }: PenaltyStudy): string[] {
  const lines: [string, number, string][] = [
    ['|g| goes like', slopes.largest, '   (theory: −2)'],
    ['the distance at the end like', slopes.distance, '   (theory: −2)'],
    ['the averaged multipliers like', slopes.averaged, ''],
    ['as the step uses them like', slopes.ofStep, ''],
  ];
  const texts = lines
    .filter(([, slope]) => Number.isFinite(slope))
    .map(([what, slope, theory]) => `${what.padEnd(29)} ω^${slope.toFixed(2).replace('-', '−')}${theory}`);
  return rows.some(isBiased) ? [...texts, biasNote] : texts;
}

/** Fewer swings of the slowest vibration than this are part of the motion, not a vibration about it. */
const leastSwings = 4;

function softNote({ rows, motion, until }: PenaltyStudy): string | null {
  const swings = (omega: number) => (omega * motion.stiffness.least * until) / (2 * Math.PI);
  const soft = rows.map(({ omega }) => omega).filter(omega => swings(omega) < leastSwings);
  return soft.length === 0
    ? null
    : `at ω = ${soft.map(short).join(', ')} the slowest vibration makes fewer than ${leastSwings} swings in the run: the theory needs more`;
}

/** Averages of ω²g that miss λ although those of the step do not. */
const isBiased = ({ multiplierError: { averaged, ofStep } }: PenaltyRow) =>
  averaged > 0.05 && averaged > 3 * ofStep;
const biasNote =
  'ω²g misses the multipliers at steps this long: the penalty acts at q + βh²a; read them there, or shorten the step';

function adviceText({ wanted, omega, step, verletLimit, coarse, frequency, slowest }: PenaltyAdvice): string {
  const vibrations = [...new Set([slowest, frequency].map(short))].join(' to ');
  return [
    `${paint(`For |g| ≤ ${short(wanted)}`, 'bold')} take ω = ${short(omega)}; it vibrates with frequency ${vibrations}.`,
    `  zhang-skeel   step ${short(step)}; at ${short(coarse.step)} it is stable still, and |g| reaches ${size(coarse.expected)}`,
    `  verlet        step below ${short(verletLimit)}, where it becomes unstable`,
    '  rattle        needs no penalty: |g| at round-off with the step of the motion itself',
  ].join('\n');
}

function write(folder: string, study: PenaltyStudy): void {
  const header =
    'omega,step,steps,window,largest_g,expected_g,scaled_largest,scaled_end,lambda_error,lambda_error_averaged,lambda_error_step,distance\n';
  const lines = study.rows
    .filter(({ failure }) => failure === null)
    .map(({ omega, h, steps, window, largest, expected, scaled, multiplierError: e, distance }) =>
      [
        omega,
        h,
        steps,
        window,
        largest,
        expected,
        scaled.largest,
        scaled.end,
        e.plain,
        e.averaged,
        e.ofStep,
        distance,
      ].join(),
    );
  writeWhole(join(folder, 'penalty.csv'), `${header}${lines.join('\n')}\n`);
  const svg = figure(penaltyFigure(study));
  const figures = writeFigureFiles({ [join(folder, 'penalty')]: svg });
  console.error(`wrote ${[join(folder, 'penalty.csv'), ...figures].join(', ')}`);
}
