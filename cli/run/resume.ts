// Checkpoints of a run on the disk, and --resume: the checkpoint of an earlier run is read and compared with the present command.
// While FILE and FILE.checkpoint belong to an earlier run, those of the present one are FILE.partial and FILE.partial.checkpoint.

import { existsSync } from 'node:fs';
import type { Flow } from '../../src/flows/flow.ts';
import {
  type Checkpoint,
  CheckpointError,
  readCheckpoint,
  takeCheckpoint,
  writeCheckpoint,
} from '../../src/run/checkpoint.ts';
import type { Simulation } from '../../src/run/simulation.ts';
import { partialOf, remove, writeWhole } from '../files/output-file.ts';
import type { OutputPlace } from '../files/output-place.ts';
import { readText } from '../files/problem-source.ts';
import type { ResumePoint } from '../files/row-sink.ts';
import { UserError } from '../user-error.ts';
import type { RunOutput } from './output.ts';
import { hasFiles } from './output.ts';
import type { ParticleWatch } from './particle-results.ts';
import type { CommandPlan } from './plan.ts';

export interface SavedRun {
  readonly path: string;
  readonly checkpoint: Checkpoint;
  readonly identity: Readonly<Record<string, unknown>>;
  readonly every: number;
}

const partialCheckpoint = ({ table, trajectory }: OutputPlace) =>
  `${partialOf(table ?? trajectory ?? '')}.checkpoint`;

/** The checkpoints of a place, that of a run which did not finish first. */
export function savedRuns(place: OutputPlace): SavedRun[] {
  if (place.checkpoint === null)
    throw new UserError('--resume needs --out with a file or a folder: standard output has no checkpoint');
  const found = [partialCheckpoint(place), place.checkpoint].filter(path => existsSync(path));
  if (found.length === 0)
    throw new UserError(`there is nothing to resume: ${place.checkpoint} does not exist`);
  return found.map(savedRun);
}

function savedRun(path: string): SavedRun {
  try {
    const checkpoint = readCheckpoint(readText(path));
    const identity = identityIn(checkpoint);
    return { path, checkpoint, identity, every: Number(identity.every) };
  } catch (error) {
    if (error instanceof CheckpointError)
      throw new CheckpointError(`cannot resume from ${path}: ${error.message}`);
    throw error;
  }
}

function identityIn({ identity }: Checkpoint): Readonly<Record<string, unknown>> {
  let data: unknown = null;
  try {
    data = JSON.parse(identity);
  } catch {
    // Refused below.
  }
  const isWhole = typeof data === 'object' && data !== null && !Array.isArray(data);
  const { every } = (isWhole ? data : {}) as { every?: unknown };
  if (!Number.isSafeInteger(every) || Number(every) < 1)
    throw new CheckpointError('it was not written by “cotangent run”');
  return data as Readonly<Record<string, unknown>>;
}

/** Rows up to the checkpoint: one at step 0 and one every `every` steps. */
export function resumePoint({ checkpoint: { files, steps }, every }: SavedRun): ResumePoint {
  const last = Math.floor(steps / every);
  return { prefixes: files ?? [], rows: last + 1, step: last * every };
}

/** The first of the saved runs that the plan continues; refuses where there is none, before any file is changed. */
export function sameRun(saved: readonly SavedRun[], planWith: (every: number) => CommandPlan) {
  const plans = saved.map(run => ({ run, plan: planWith(run.every) }));
  const fitting = plans.find(({ run, plan }) => changesOf(run, plan).length === 0) ?? plans[0];
  refuseUnlessSame(fitting.run, fitting.plan);
  return fitting;
}

function changesOf({ identity }: SavedRun, plan: CommandPlan): string[] {
  const now = JSON.parse(plan.identity);
  return Object.keys(now)
    .filter(key => JSON.stringify(identity[key]) !== JSON.stringify(now[key]))
    .map(key => difference(key, identity[key], now[key]));
}

function refuseUnlessSame(saved: SavedRun, plan: CommandPlan): void {
  const changes = changesOf(saved, plan);
  if (changes.length > 0) throw new UserError(`cannot resume: ${changes.join('; ')}`);
  if (saved.checkpoint.steps > plan.schedule.steps)
    throw new UserError(
      `cannot resume: the earlier run is already at t = ${saved.checkpoint.steps * plan.schedule.h}; give a later --until`,
    );
}

function difference(key: string, before: unknown, now: unknown): string {
  if (key === 'problem') return 'the problem file has changed since';
  if (key === 'inputs') return `a file that the problem reads has changed since (${Object.keys(now ?? {})})`;
  const text = `the earlier run had ${key} ${shown(before)}, this one has ${shown(now)}`;
  return key === 'step' ? `${text} (an end time that is no multiple of the step shortens it)` : text;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).map(([name, inner]) => `${name}=${inner}`);
  return entries.length > 0 ? entries.join(' ') : 'none';
}

/** The checkpoint file of a run in progress. */
export interface CheckpointFile {
  save(): void;
  /** The last checkpoint, of rows that are all written; `finish` stores it under its final name where the files have theirs. */
  last(): { finish(isReplacing: boolean): void };
  /** A run that failed leaves none. */
  remove(): void;
}

export interface RunParts {
  readonly simulation: Simulation;
  readonly flow: Flow;
  readonly plan: CommandPlan;
  readonly output: RunOutput;
  readonly watch: ParticleWatch | null;
}

export interface CheckpointPaths {
  /** While the run goes on. */
  readonly present: string;
  readonly final: string;
}

/** null on standard output. Asked for before the files of the run are opened: it looks at those of an earlier one. */
export function checkpointPaths(place: OutputPlace): CheckpointPaths | null {
  if (place.checkpoint === null) return null;
  const isTaken = hasFiles(place) && existsSync(place.checkpoint);
  return { present: isTaken ? partialCheckpoint(place) : place.checkpoint, final: place.checkpoint };
}

/** A new run begins its partial file anew, and so the checkpoint of the old one is void. */
export const removePartialCheckpoint = (place: OutputPlace): void => remove(partialCheckpoint(place));

const store = (path: string, text: string): void => writeWhole(path, text, `${path}.new`);

export function createCheckpointFile({ present, final }: CheckpointPaths, parts: RunParts): CheckpointFile {
  const { simulation, flow, plan, output, watch } = parts;
  const text = () => {
    output.flush();
    const [files, statistics] = [output.prefixes, watch?.statistics() ?? []];
    const taken = takeCheckpoint(simulation, flow, plan.identity, files[0].bytes);
    return writeCheckpoint({ ...taken, files, statistics });
  };
  return {
    save: () => store(present, text()),
    last() {
      const written = text();
      return {
        finish(isReplacing) {
          store(isReplacing ? final : present, written);
          if (isReplacing && present !== final) remove(present);
        },
      };
    },
    remove: () => remove(present),
  };
}
