// --resume: reads the checkpoint of an earlier run and compares it with the present command.

import { existsSync } from 'node:fs';
import { type Checkpoint, readCheckpoint } from '../../src/run/checkpoint.ts';
import { readText } from '../files/problem-source.ts';
import type { ResumePoint } from '../files/row-sink.ts';
import { UserError } from '../user-error.ts';
import type { CommandPlan } from './plan.ts';

export interface SavedRun {
  readonly checkpoint: Checkpoint;
  readonly every: number;
}

export function savedRun(path: string): SavedRun {
  if (!existsSync(path)) throw new UserError(`there is nothing to resume: ${path} does not exist`);
  const checkpoint = readCheckpoint(readText(path));
  const { every } = JSON.parse(checkpoint.identity) as { every: number };
  return { checkpoint, every };
}

/** Rows up to the checkpoint: one at step 0 and one every `every` steps. */
export function resumePoint({ checkpoint: { bytes, steps }, every }: SavedRun): ResumePoint {
  const last = Math.floor(steps / every);
  return { bytes, rows: last + 1, step: last * every };
}

/** Refuses to resume a different run, before any file is changed. */
export function refuseUnlessSame({ checkpoint }: SavedRun, plan: CommandPlan): void {
  const [before, now] = [JSON.parse(checkpoint.identity), JSON.parse(plan.identity)];
  const changed = Object.keys(now).filter(key => JSON.stringify(before[key]) !== JSON.stringify(now[key]));
  if (changed.length > 0)
    throw new UserError(
      `cannot resume: ${changed.map(key => difference(key, before[key], now[key])).join('; ')}`,
    );
  if (checkpoint.steps > plan.schedule.steps)
    throw new UserError(
      `cannot resume: the earlier run is already at t = ${checkpoint.steps * plan.schedule.h}; give a later --until`,
    );
}

function difference(key: string, before: unknown, now: unknown): string {
  if (key === 'problem') return 'the problem file has changed since';
  const text = `the earlier run had ${key} ${shown(before)}, this one has ${shown(now)}`;
  return key === 'step' ? `${text} (an end time that is no multiple of the step shortens it)` : text;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).map(([name, inner]) => `${name}=${inner}`);
  return entries.length > 0 ? entries.join(' ') : 'none';
}
