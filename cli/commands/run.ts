// cotangent run FILE: check, integrate, write, sum up.

import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { Flow } from '../../src/flows/flow.ts';
import type { Observer } from '../../src/observers/observer.ts';
import { penaltyObserver } from '../../src/observers/penalty.ts';
import { residualObserver } from '../../src/observers/residuals.ts';
import { standardObservers } from '../../src/observers/standard.ts';
import { temperatureObserver } from '../../src/observers/temperature.ts';
import { resumeFrom, takeCheckpoint, writeCheckpoint } from '../../src/run/checkpoint.ts';
import { createSimulation, type OnRow, type Simulation } from '../../src/run/simulation.ts';
import { positive, wholePositive, withForce, withMethod, withProblem } from '../options.ts';
import { remove, writeWhole } from '../output-file.ts';
import { drive, type Ending } from '../run-loop.ts';
import { dataFile, openOutput, type RunOutput, writeFigures } from '../run-output.ts';
import { planRun, type RunFlags, type RunPlan, refuseUnlessSound } from '../run-plan.ts';
import { printSummary, type RunSummary, summarise } from '../run-summary.ts';
import { refuseUnlessSame, savedRun } from '../saved-run.ts';
import { readCsvTable } from '../table-file.ts';
import { UserError } from '../user-error.ts';

const examples = `
Examples:
  cotangent run double-pendulum --method rattle-4 --until 20 --out out      a folder with rows and figures
  cotangent run double-pendulum --until 40 --out out --method rattle-4 --resume
  cotangent run n-pendulum --set N=50 --step 0.001 --out rows.csv
  cotangent run my-problem.yaml --json`;

export function runCommand(program: Command): void {
  const command = program
    .command('run')
    .description('check a problem, integrate it and sum up; --out keeps the trajectory');
  withMethod(withForce(withProblem(command)))
    .option('--method <name>', 'the method (cotangent list methods)')
    .option('--step <number>', 'the step size', positive)
    .option('--until <number>', 'the end time', positive)
    .option(
      '--every <steps>',
      'write a row every so many steps (default: about 1000 rows in all)',
      wholePositive,
    )
    .option('--out <path>', 'write rows to a .csv, .json or .npy file, or into a folder')
    .option(
      '--figures <folder>',
      'write the standard figures (SVG and PNG); a folder given as --out gets them too',
    )
    .option('--resume', 'continue an interrupted or shorter run of the same --out')
    .addHelpText('after', examples)
    .action(run);
}

async function run(file: string, flags: RunFlags): Promise<void> {
  refuseLoneFlags(flags);
  const saved = flags.resume && flags.out ? savedRun(flags.out) : null;
  const plan = planRun(file, flags.every === undefined && saved ? { ...flags, every: saved.every } : flags);
  if (saved) refuseUnlessSame(saved, plan);
  refuseUnlessSound(plan, flags);
  const flow = plan.createFlow();
  const output = flags.out
    ? openOutput(flags.out, observersFor(plan, flow), saved?.checkpoint.bytes ?? null)
    : null;
  const { every } = plan.schedule;
  const onRow: OnRow = (z, time, step) => output?.row(z, time, step % every === 0);
  const simulation = createSimulation(plan.problem, flow, plan.schedule, onRow, plan.original);
  if (saved) resumeFrom(saved.checkpoint, simulation, flow);
  const save = () => output && saveCheckpoint(simulation, flow, plan, output);
  const start = performance.now();
  const ending = await drive(simulation, save);
  const seconds = (performance.now() - start) / 1000;
  const files = output ? finish(output, ending, save) : [];
  files.push(...figuresOf(plan, flags, output));
  report(simulation, summarise(plan, simulation, flow, seconds, ending), files, flags);
}

/** A penalty keeps the columns of the constraints it replaced; a random method has a temperature. */
function observersFor({ problem, original, omega }: RunPlan, flow: Flow): Observer[] {
  const penalty = omega === undefined ? [] : [residualObserver(original), penaltyObserver(original, omega)];
  const heat = flow.temperature !== undefined ? [temperatureObserver(problem)] : [];
  return [...heat, ...penalty, ...standardObservers(problem)];
}

/** Options that mean nothing alone, told before the work and not after it. */
function refuseLoneFlags({ resume, out, figures }: RunFlags): void {
  if (resume && !out) throw new UserError('--resume needs --out: the checkpoint lies beside the output');
  if (figures && !(out && dataFile(out).endsWith('.csv')))
    throw new UserError('--figures needs --out with a .csv file or a folder');
}

function saveCheckpoint(simulation: Simulation, flow: Flow, plan: RunPlan, output: RunOutput): void {
  output.flush();
  const checkpoint = takeCheckpoint(simulation, flow, plan.identity, output.bytes);
  writeWhole(output.checkpoint, writeCheckpoint(checkpoint));
}

/** A finished or interrupted run leaves a whole file and a checkpoint to go on from; a failed one only its good rows. */
function finish(output: RunOutput, ending: Ending, save: () => void): string[] {
  const files = output.finish();
  if (ending === 'failed') remove(output.checkpoint);
  else save();
  return files;
}

function figuresOf(plan: RunPlan, flags: RunFlags, output: RunOutput | null): string[] {
  if (!output) return [];
  const isFolder = output.file !== flags.out;
  const folder = flags.figures ?? (isFolder ? dirname(output.file) : null);
  return folder ? writeFigures(folder, readCsvTable(output.file), plan.problem, plan.method) : [];
}

function report(simulation: Simulation, summary: RunSummary, files: string[], flags: RunFlags): void {
  if (flags.json) console.log(JSON.stringify({ ...summary, files }, null, 2));
  else printSummary(summary, files);
  if (simulation.failure) throw new UserError(simulation.failure.message);
  if (summary.ending === 'interrupted') process.exitCode = 130;
}
