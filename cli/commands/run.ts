// cotangent run FILE: check, integrate, write output, print a summary.

import type { Command } from 'commander';
import { resumeFrom } from '../../src/run/checkpoint.ts';
import { stabilityWarnings } from '../../src/run/plan.ts';
import { createSimulation, type OnRow, type Simulation } from '../../src/run/simulation.ts';
import { makeFolder } from '../files/output-file.ts';
import { type OutputPlace, outputPlace, standardOutput } from '../files/output-place.ts';
import {
  parseCount,
  parsePath,
  parseRealPath,
  parseTime,
  withForce,
  withMethod,
  withProblem,
} from '../options.ts';
import { type RunColumns, runColumns } from '../run/columns.ts';
import { writeFigures } from '../run/figures.ts';
import { finalFrame } from '../run/final-frame.ts';
import { drive, type Ending } from '../run/loop.ts';
import { openOutput, type RunOutput, type WrittenTable, writtenTable } from '../run/output.ts';
import { type ParticleResults, type ParticleWatch, watchParticles } from '../run/particle-results.ts';
import {
  type CommandPlan,
  type LoadedProblem,
  loadProblem,
  planLoaded,
  type RunFlags,
  refuseUnlessSound,
} from '../run/plan.ts';
import {
  type CheckpointFile,
  checkpointPaths,
  createCheckpointFile,
  removePartialCheckpoint,
  resumePoint,
  sameRun,
  savedRuns,
} from '../run/resume.ts';
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
    .option('--every <steps>', 'number of steps between rows (default: about 1000 rows in all)', parseCount)
    .option(
      '--out <path>',
      'write rows to a .csv, .json or .npy file, particles to a .xyz, .gro, .h5 or .h5md file, or both into a folder; - writes CSV to standard output',
      parsePath,
    )
    .option(
      '--figures <folder>',
      'write the standard figures (SVG and PNG); a folder given as --out gets them too',
      parseRealPath,
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
  const { plan, saved } = planned(loaded, flags, place);
  const print = flags.out === standardOutput ? console.error : console.log;
  const warnings = [...refuseUnlessSound(plan, flags), ...stabilityWarnings(plan)];
  if (!flags.json) printWarnings(warnings, print);
  const flow = plan.createFlow();
  if (flags.figures) makeFolder(flags.figures);
  const paths = place && checkpointPaths(place);
  const columns = place && runColumns(plan, flow);
  const output = place && columns && (await openOutput(place, columns, plan, saved && resumePoint(saved)));
  try {
    if (place && !saved) removePartialCheckpoint(place);
    const watch = watchParticles(plan, flow, place);
    const onRow: OnRow = (z, time, step) => {
      output?.row(z, time, step);
      watch?.onRow(z, time, step % plan.schedule.every === 0);
    };
    const simulation = createSimulation(plan.problem, flow, plan.schedule, onRow, plan.original);
    if (saved) {
      watch?.resume(saved.checkpoint.statistics ?? []);
      resumeFrom(saved.checkpoint, simulation, flow);
    }
    const checkpoint =
      paths && output && createCheckpointFile(paths, { simulation, flow, plan, output, watch });
    const start = performance.now();
    const ending = await drive(simulation, () => checkpoint?.save());
    const seconds = (performance.now() - start) / 1000;
    const results = finishFiles(
      { plan, flags, place, columns, output, watch, checkpoint },
      simulation,
      ending,
    );
    const summary = withAverages(summarise(plan, simulation, flow, seconds, ending), results.averages);
    report(simulation, summary, results.files, { json: flags.json, note: results.note, warnings, print });
  } finally {
    output?.release();
  }
}

/** The plan, and the saved run that it continues. */
function planned(loaded: LoadedProblem, flags: RunFlags, place: OutputPlace | null) {
  if (!flags.resume || !place) return { plan: planLoaded(loaded, flags), saved: null };
  const { run, plan } = sameRun(savedRuns(place), every =>
    planLoaded(loaded, flags.every === undefined ? { ...flags, every } : flags),
  );
  return { plan, saved: run };
}

interface OpenRun {
  readonly plan: CommandPlan;
  readonly flags: RunFlags;
  readonly place: OutputPlace | null;
  readonly columns: RunColumns | null;
  readonly output: RunOutput | null;
  readonly watch: ParticleWatch | null;
  readonly checkpoint: CheckpointFile | null;
}

interface RunFiles {
  readonly files: string[];
  readonly averages?: ParticleResults['averages'] | undefined;
  /** Added to the message of a failure, or printed after an interruption. */
  readonly note: string;
}

/**
 * Ends all files. A run that did not finish never replaces the files of an earlier one: its rows stay in FILE.partial, and
 * nothing else is written but the last good frame.
 */
function finishFiles(open: OpenRun, simulation: Simulation, ending: Ending): RunFiles {
  const { plan, flags, place, columns, output, watch, checkpoint } = open;
  const isReplacing = ending === 'finished' || (output?.mayReplace ?? true);
  const last = ending === 'failed' ? null : checkpoint?.last();
  const files = output?.finish(isReplacing) ?? [];
  if (ending === 'failed') checkpoint?.remove();
  else last?.finish(isReplacing);
  const frame = finalFrame(plan, place, simulation, isReplacing);
  const table = place && columns && writtenTable(place, columns, isReplacing);
  const found = watch?.finish(table, isReplacing ? place : null);
  const figures = table && isReplacing ? figuresOf(plan, flags, place, table) : [];
  return {
    files: [...files, ...frame.written, ...figures, ...(found?.files ?? [])],
    averages: found?.averages,
    note: frame.note + (isReplacing ? '' : replacedNote(place, files)),
  };
}

function replacedNote(place: OutputPlace | null, files: readonly string[]): string {
  const earlier = [place?.table, place?.trajectory].filter(file => typeof file === 'string');
  return `\nAn earlier ${earlier.join(' and ')} is unchanged; the rows of this run are in ${files.join(' and ')}.`;
}

/** Refuses options that need others, before any work is done. */
function refuseLoneFlags({ resume, figures, json, out }: RunFlags, place: OutputPlace | null): void {
  if (resume && !place)
    throw new UserError('--resume needs --out: the checkpoint is stored beside the output');
  if (json && out === standardOutput)
    throw new UserError('--out - and --json both write to standard output; give --out a file');
  if (figures && !place?.table?.toLowerCase().endsWith('.csv'))
    throw new UserError('--figures needs --out with a .csv file or a folder');
}

function figuresOf(plan: CommandPlan, flags: RunFlags, place: OutputPlace, table: WrittenTable): string[] {
  const folder = flags.figures ?? place.folder;
  return folder ? writeFigures(folder, table(), plan.problem, plan.method) : [];
}

interface ReportOptions {
  readonly json: boolean | undefined;
  readonly note: string;
  readonly warnings: readonly string[];
  readonly print: (text: string) => void;
}

function report(
  { failure }: Simulation,
  summary: RunSummary,
  files: string[],
  { json, note, warnings, print }: ReportOptions,
): void {
  // The other warnings were printed before the run.
  const all = [...warnings, ...summary.warnings];
  if (json) console.log(JSON.stringify({ ...summary, warnings: all, files }, null, 2));
  else printSummary(summary, files, print);
  if (failure) throw new UserError(failure.message + note);
  if (summary.ending !== 'interrupted') return;
  if (note) console.error(note.trim());
  process.exitCode = 130;
}
