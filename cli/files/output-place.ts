// What --out means for a problem: a table, a trajectory of particles, or a folder with both.

import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Problem } from '../../src/problem/problem.ts';
import { UserError } from '../user-error.ts';

export interface OutputPlace {
  /** null: --out is a single file. */
  readonly folder: string | null;
  /** A .csv, .json or .npy file; “-” is standard output. */
  readonly table: string | null;
  /** A .xyz, .gro or .h5md file. */
  readonly trajectory: string | null;
  /** null: standard output, which cannot be resumed. */
  readonly checkpoint: string | null;
  /** Single frames of particles, names without their ending. */
  readonly finalFrame: string | null;
  readonly lastGoodFrame: string | null;
}

const tables = ['.csv', '.json', '.npy'];
const trajectories = ['.xyz', '.extxyz', '.gro', '.h5', '.h5md'];

/** Up to so many coordinates of particles are columns of the table; more belong into a trajectory. */
const fewCoordinates = 100;

export const hasStateInTable = ({ particles, n }: Problem) => !particles || n <= fewCoordinates;

export const endingOf = (file: string) => extname(file).toLowerCase();

/** --out -: rows as CSV on standard output. */
export const standardOutput = '-';

const standardPlace: OutputPlace = {
  folder: null,
  table: standardOutput,
  trajectory: null,
  checkpoint: null,
  finalFrame: null,
  lastGoodFrame: null,
};

export function outputPlace(out: string, problem: Problem): OutputPlace {
  if (out === standardOutput) return standardPlace;
  const ending = endingOf(out);
  if (!/[\\/]$/.test(out)) {
    if (tables.includes(ending)) return single(out, problem, { table: out, trajectory: null });
    if (trajectories.includes(ending)) {
      refuseWithoutParticles(out, problem);
      return single(out, problem, { table: null, trajectory: out });
    }
    if (ending !== '' && !existsSync(out))
      throw new UserError(`--out ${out}: the ending ${ending} is not known; use ${choices(problem)}`);
  }
  return folderPlace(out, problem);
}

function folderPlace(folder: string, problem: Problem): OutputPlace {
  const table = join(folder, hasStateInTable(problem) ? 'trajectory.csv' : 'rows.csv');
  const ofParticles = (name: string) => (problem.particles ? join(folder, name) : null);
  return {
    folder,
    table,
    trajectory: ofParticles('trajectory.h5md'),
    checkpoint: `${table}.checkpoint`,
    finalFrame: ofParticles('final'),
    lastGoodFrame: ofParticles('last-good'),
  };
}

function single(
  out: string,
  { particles }: Problem,
  files: Pick<OutputPlace, 'table' | 'trajectory'>,
): OutputPlace {
  const base = out.slice(0, out.length - extname(out).length);
  return {
    ...files,
    folder: null,
    checkpoint: `${out}.checkpoint`,
    finalFrame: null,
    lastGoodFrame: particles ? `${base}-last-good` : null,
  };
}

const choices = ({ particles }: Problem) =>
  `${[...tables, ...(particles ? trajectories : [])].join(', ')} or a folder`;

function refuseWithoutParticles(out: string, problem: Problem): void {
  if (!problem.particles)
    throw new UserError(
      `--out ${out}: “${problem.name}” is not made of particles, so it has no trajectory of this kind; use ${choices(problem)}`,
    );
}
