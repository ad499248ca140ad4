// cotangent run FILE: check, integrate, write, sum up.

import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { check } from '../../src/analysis/check.ts';
import { reportText } from '../../src/analysis/report-text.ts';
import type { Flow } from '../../src/flows/flow.ts';
import { standardObservers } from '../../src/observers/standard.ts';
import { parseCsv } from '../../src/output/csv.ts';
import {
  type Checkpoint,
  readCheckpoint,
  resumeFrom,
  takeCheckpoint,
  writeCheckpoint,
} from '../../src/run/checkpoint.ts';
import { createSimulation, type Simulation } from '../../src/run/simulation.ts';
import { positive, seed, wholePositive, withMethod, withProblem } from '../options.ts';
import { remove, writeWhole } from '../output-file.ts';
import { drive, type Ending } from '../run-loop.ts';
import { checkpointFile, openOutput, type RunOutput, writeFigures } from '../run-output.ts';
import { planRun, type RunFlags, type RunPlan } from '../run-plan.ts';
import { printSummary, summarise } from '../run-summary.ts';
import { UserError } from '../user-error.ts';

export function runCommand(program: Command): void {
  const command = program
    .command('run')
    .description('check a problem, integrate it and sum up; --out keeps the trajectory');
  withMethod(withProblem(command))
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
    .option('--seed <number>', 'seed for random methods', seed)
    .option('--resume', 'continue an interrupted or shorter run of the same --out')
    .option('--force', 'run even though the check fails')
    .addHelpText('after', '\nExample: cotangent run double-pendulum --until 20 --out out --method rattle-4')
    .action(run);
}

async function run(file: string, flags: RunFlags): Promise<void> {
  if (flags.resume && !flags.out)
    throw new UserError('--resume needs --out: the checkpoint lies beside the output');
  const saved = flags.resume && flags.out ? savedRun(flags.out) : null;
  const plan = planRun(file, flags.every === undefined && saved ? { ...flags, every: saved.every } : flags);
  refuseUnlessSound(plan, flags);
  const flow = plan.createFlow();
  const output = flags.out
    ? openOutput(flags.out, standardObservers(plan.problem), saved?.checkpoint.bytes ?? null)
    : null;
  const { every } = plan.schedule;
  const simulation = createSimulation(plan.problem, flow, plan.schedule, (z, time, step) => {
    output?.row(z, time, step % every === 0);
  });
  if (saved) continueFrom(saved.checkpoint, plan, simulation, flow);
  const save = () => output && writeWhole(output.checkpoint, checkpointText(simulation, flow, plan, output));
  const start = performance.now();
  const ending = await drive(simulation, save);
  const seconds = (performance.now() - start) / 1000;
  const files = output ? finish(output, ending, save) : [];
  files.push(...figuresOf(plan, flags, output));
  report(plan, simulation, ending, seconds, files, flags);
}

/** `run` refuses a problem whose check fails, and shows why. */
function refuseUnlessSound({ original }: RunPlan, { force, json }: RunFlags): void {
  if (force) return;
  const findings = check(original);
  if (findings.verdict !== 'fail') return;
  const failing = findings.findings.filter(({ verdict }) => verdict === 'fail');
  if (json) console.log(JSON.stringify({ refused: true, findings: failing }, null, 2));
  throw new UserError(
    `${reportText(findings)}\n\nThe check failed, so nothing was run. Mend the problem, or use --force.`,
  );
}

interface SavedRun {
  readonly checkpoint: Checkpoint;
  readonly every: number;
}

function savedRun(out: string): SavedRun {
  const path = checkpointFile(out);
  if (!existsSync(path)) throw new UserError(`there is nothing to resume: ${path} does not exist`);
  const checkpoint = readCheckpoint(readFileSync(path, 'utf8'));
  const { every } = JSON.parse(checkpoint.identity) as { every: number };
  return { checkpoint, every };
}

const identityOf = (plan: RunPlan) =>
  JSON.stringify({ ...JSON.parse(plan.identity), every: plan.schedule.every });

function continueFrom(checkpoint: Checkpoint, plan: RunPlan, simulation: Simulation, flow: Flow): void {
  const [before, now] = [JSON.parse(checkpoint.identity), JSON.parse(identityOf(plan))];
  const changed = Object.keys(now).filter(key => JSON.stringify(before[key]) !== JSON.stringify(now[key]));
  if (changed.length > 0)
    throw new UserError(`cannot resume: the earlier run had a different ${changed.join(', ')}`);
  if (checkpoint.steps > plan.schedule.steps)
    throw new UserError(`cannot resume: the earlier run is already at step ${checkpoint.steps}`);
  resumeFrom(checkpoint, simulation, flow);
}

function checkpointText(simulation: Simulation, flow: Flow, plan: RunPlan, output: RunOutput): string {
  return writeCheckpoint(takeCheckpoint(simulation, flow, identityOf(plan), output.bytes));
}

/** A finished or interrupted run leaves a whole file and a checkpoint to go on from; a failed one only its good rows. */
function finish(output: RunOutput, ending: Ending, save: () => void): string[] {
  const files = output.finish();
  if (ending === 'failed') remove(output.checkpoint);
  else save();
  return files;
}

function figuresOf(plan: RunPlan, flags: RunFlags, output: RunOutput | null): string[] {
  const isFolder = output !== null && output.file !== flags.out;
  const folder = flags.figures ?? (isFolder ? dirname(output.file) : null);
  if (!folder) return [];
  if (!output || !output.file.endsWith('.csv'))
    throw new UserError('--figures needs --out with a .csv file or a folder');
  return writeFigures(folder, parseCsv(readFileSync(output.file, 'utf8')), plan.problem, plan.method);
}

function report(
  plan: RunPlan,
  simulation: Simulation,
  ending: Ending,
  seconds: number,
  files: string[],
  flags: RunFlags,
): void {
  const summary = summarise(plan, simulation, seconds, ending);
  if (flags.json) console.log(JSON.stringify({ ...summary, files }, null, 2));
  else printSummary(summary, files);
  if (simulation.failure) throw new UserError(simulation.failure.message);
  if (ending === 'interrupted') process.exitCode = 130;
}
