// cotangent run FILE: check, integrate, write output, print a summary.

import type { Command } from 'commander';
import type { Flow } from '../../src/flows/flow.ts';
import { resumeFrom, takeCheckpoint, writeCheckpoint } from '../../src/run/checkpoint.ts';
import { stabilityWarnings } from '../../src/run/plan.ts';
import { createSimulation, type OnRow, type Simulation } from '../../src/run/simulation.ts';
import { remove, writeWhole } from '../files/output-file.ts';
import { type OutputPlace, outputPlace } from '../files/output-place.ts';
import { readCsvTable } from '../files/table-file.ts';
import { parseCount, parseTime, withForce, withMethod, withProblem } from '../options.ts';
import { runColumns } from '../run/columns.ts';
import { writeFigures } from '../run/figures.ts';
import { finalFrame } from '../run/final-frame.ts';
import { drive } from '../run/loop.ts';
import { openOutput, type RunOutput } from '../run/output.ts';
import { watchParticles } from '../run/particle-results.ts';
import { type CommandPlan, loadProblem, planLoaded, type RunFlags, refuseUnlessSound } from '../run/plan.ts';
import { refuseUnlessSame, resumePoint, savedRun } from '../run/resume.ts';
import { printSummary, printWarnings, type RunSummary, summarise, withAverages } from '../run/summary.ts';
import { UserError } from '../user-error.ts';

const examples = `
Examples:
  cotangent run double-pendulum --method rattle-4 --until 20 --out out      a folder with rows and figures
  cotangent run double-pendulum --until 40 --out out --method rattle-4 --resume
  cotangent run n-pendulum --set N=50 --step 0.001 --out rows.csv
  cotangent run argon-box --every 10 --out argon.h5md                       positions and velocities for h5py, MDAnalysis, …
  cotangent run water-box-216 --out water                                   rows.csv, trajectory.h5md, final.gro, figures
  cotangent run water-box-216 --step 2*fs --until 1*ps --out water
  cotangent run my-problem.yaml --json`;

export function runCommand(program: Command): void {
  const command = program
    .command('run')
    .description(
      'check a problem, integrate it and print a summary; --out writes rows, trajectory and figures',
    );
  withForce(withProblem(command))
    .option(
      '--method <name>',
      'the method (cotangent list methods; default: the one that the file names, else the recommended one)',
    )
    .option(
      '--step <number>',
      'the step size, also as 2*fs for molecules (default: that of the file, else 0.01)',
      parseTime,
    )
    .option(
      '--until <number>',
      'the end time, also as 100*ps for molecules (default: that of the file, else 10)',
      parseTime,
    )
    .option(
      '--every <steps>',
      'write a row every so many steps (default: about 1000 rows in all)',
      parseCount,
    )
    .option(
      '--out <path>',
      'write rows to a .csv, .json or .npy file, particles to a .xyz, .gro, .h5 or .h5md file, or both into a folder',
    )
    .option(
      '--figures <folder>',
      'write the standard figures (SVG and PNG); a folder given as --out gets them too',
    )
    .option('--resume', 'continue an interrupted or shorter run with the same --out')
    .addHelpText('after', examples)
    .action(run);
  withMethod(command);
}

async function run(file: string, flags: RunFlags): Promise<void> {
  const loaded = loadProblem(file, flags);
  const place = flags.out ? outputPlace(flags.out, loaded.original) : null;
  refuseLoneFlags(flags, place);
  const saved = flags.resume && place ? savedRun(place.checkpoint) : null;
  const plan = planLoaded(
    loaded,
    flags.every === undefined && saved ? { ...flags, every: saved.every } : flags,
  );
  if (saved) refuseUnlessSame(saved, plan);
  const warnings = [...refuseUnlessSound(plan, flags), ...stabilityWarnings(plan)];
  if (!flags.json) printWarnings(warnings);
  const flow = plan.createFlow();
  const output =
    place && (await openOutput(place, runColumns(plan, flow), plan, saved && resumePoint(saved)));
  const watch = watchParticles(plan, flow, place);
  const onRow: OnRow = (z, time, step) => {
    output?.row(z, time, step);
    watch?.onRow(z, time);
  };
  const simulation = createSimulation(plan.problem, flow, plan.schedule, onRow, plan.original);
  if (saved) resumeFrom(saved.checkpoint, simulation, flow);
  const save = () => place && output && saveCheckpoint(place, simulation, flow, plan, output);
  const start = performance.now();
  const ending = await drive(simulation, save);
  const seconds = (performance.now() - start) / 1000;
  const files = output?.finish() ?? [];
  if (ending !== 'failed') save();
  else if (place) remove(place.checkpoint);
  const { written, note } = finalFrame(plan, place, simulation);
  const found = watch?.finish();
  files.push(...written, ...figuresOf(plan, flags, place), ...(found?.files ?? []));
  const summary = withAverages(summarise(plan, simulation, flow, seconds, ending), found?.averages);
  report(simulation, summary, files, { ...flags, note, warnings });
}

/** Refuses options that need others, before any work is done. */
function refuseLoneFlags({ resume, figures }: RunFlags, place: OutputPlace | null): void {
  if (resume && !place)
    throw new UserError('--resume needs --out: the checkpoint is stored beside the output');
  if (figures && !place?.table?.toLowerCase().endsWith('.csv'))
    throw new UserError('--figures needs --out with a .csv file or a folder');
}

function saveCheckpoint(
  { checkpoint }: OutputPlace,
  simulation: Simulation,
  flow: Flow,
  plan: CommandPlan,
  output: RunOutput,
): void {
  output.flush();
  writeWhole(checkpoint, writeCheckpoint(takeCheckpoint(simulation, flow, plan.identity, output.bytes)));
}

function figuresOf(plan: CommandPlan, flags: RunFlags, place: OutputPlace | null): string[] {
  const folder = flags.figures ?? place?.folder;
  return place?.table && folder
    ? writeFigures(folder, readCsvTable(place.table), plan.problem, plan.method)
    : [];
}

function report(
  { failure }: Simulation,
  summary: RunSummary,
  files: string[],
  {
    json,
    note,
    warnings,
  }: { readonly json?: boolean; readonly note: string; readonly warnings: readonly string[] },
): void {
  // The other warnings were printed before the run.
  const all = [...warnings, ...summary.warnings];
  if (json) console.log(JSON.stringify({ ...summary, warnings: all, files }, null, 2));
  else printSummary(summary, files);
  if (failure) throw new UserError(failure.message + note);
  if (summary.ending === 'interrupted') process.exitCode = 130;
}
