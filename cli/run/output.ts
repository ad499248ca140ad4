// The output files of a run: a table, a trajectory, or both; each row is observed once.

import { existsSync } from 'node:fs';
import { ObservationError, observeAll, type Table } from '../../src/observers/observer.ts';
import { createFrames } from '../../src/observers/positions.ts';
import { type Frame, refuseNonFinite } from '../../src/particles/io/frame.ts';
import type { State } from '../../src/problem/state.ts';
import { type FilePrefix, partialOf } from '../files/output-file.ts';
import { endingOf, type OutputPlace, standardOutput } from '../files/output-place.ts';
import type { ResumePoint, RowSink } from '../files/row-sink.ts';
import { readTable } from '../files/table-file.ts';
import { openStandardOutput, openTable } from '../files/table-output.ts';
import { openTrajectory } from '../files/trajectory-output.ts';
import { UserError } from '../user-error.ts';
import { version } from '../version.ts';
import type { RunColumns } from './columns.ts';
import type { CommandPlan } from './plan.ts';

export interface RunOutput {
  /** Each file up to the last row that is due; stored in checkpoints. */
  readonly prefixes: readonly FilePrefix[];
  /** Whether its files may take their names although the run did not finish: nothing else had these names before. */
  readonly mayReplace: boolean;
  row(z: State, time: number, step: number): void;
  /** Writes buffered rows to the disk, before a checkpoint refers to them. */
  flush(): void;
  /** Ends the files, with their names or, where files of an earlier run have these, with their partial names. */
  finish(isReplacing: boolean): string[];
  /** Lets other processes write the files; the last call. */
  release(): void;
}

export async function openOutput(
  place: OutputPlace,
  columns: RunColumns,
  plan: CommandPlan,
  resumed: ResumePoint | null,
): Promise<RunOutput> {
  const { every } = plan.schedule;
  const isFree = !hasFiles(place);
  const sinks = await openSinks(place, columns, plan, resumed);
  const frameAt = framesOf(plan);
  const values = new Float64Array(columns.names.length);
  return {
    get prefixes() {
      return sinks.map(sink => sink.prefix);
    },
    mayReplace: isFree || sinks.every(sink => sink.isContinuation),
    row(z, time, step) {
      const frame = frameAt && finiteFrame(frameAt(z, time));
      observeAll(columns.observers, z, values);
      for (const sink of sinks) sink.write({ step, time, isDue: step % every === 0, values, frame });
    },
    flush() {
      for (const sink of sinks) sink.flush();
    },
    finish(isReplacing) {
      for (const sink of sinks) sink.close();
      if (isReplacing) for (const sink of sinks) sink.rename();
      return sinks
        .filter(({ file }) => file !== standardOutput)
        .map(({ file }) => (isReplacing ? file : partialOf(file)));
    },
    release() {
      for (const sink of sinks) sink.release();
    },
  };
}

/** Reads the rows of the run back. */
export type WrittenTable = () => Table;

/** null where no table is written to a file. */
export function writtenTable(
  { table }: OutputPlace,
  { names }: RunColumns,
  isReplacing: boolean,
): WrittenTable | null {
  if (table === null || table === standardOutput) return null;
  return () => readTable(isReplacing ? table : partialOf(table), endingOf(table), ['time', ...names]);
}

/** Whether files of an earlier run, or of the user, have the names of the output. */
export const hasFiles = ({ table, trajectory }: OutputPlace): boolean =>
  [table, trajectory].some(file => file !== null && file !== standardOutput && existsSync(file));

/** The particles of a run, as frames; null for problems without. */
export function framesOf({ original }: CommandPlan): ((z: State, time: number) => Frame) | null {
  return original.particles ? createFrames(original.particles.system, original.name) : null;
}

function finiteFrame(frame: Frame): Frame {
  try {
    refuseNonFinite(frame);
    return frame;
  } catch (error) {
    throw new ObservationError(error instanceof Error ? error.message : String(error), 'not finite');
  }
}

async function openSinks(
  { table, trajectory }: OutputPlace,
  { names, scalars }: RunColumns,
  { original, method }: CommandPlan,
  resumed: ResumePoint | null,
): Promise<RowSink[]> {
  const sinks: RowSink[] = [];
  const at = () => resumed && { ...resumed, prefix: prefixOf(resumed, sinks.length) };
  const all = ['time', ...names];
  try {
    if (table) sinks.push(table === standardOutput ? openStandardOutput(all) : openTable(table, all, at()));
    if (trajectory && original.particles) {
      const { system } = original.particles;
      const columns = scalars.map(index => names[index]);
      const head = { system, columns, scalars, problem: original.name, method, version };
      sinks.push(await openTrajectory(trajectory, head, at()));
    }
    return sinks;
  } catch (error) {
    for (const sink of sinks) sink.release();
    throw error;
  }
}

function prefixOf({ prefixes }: ResumePoint, index: number): FilePrefix {
  if (index < prefixes.length) return prefixes[index];
  throw new UserError('cannot resume: the checkpoint knows fewer files than this run writes');
}
