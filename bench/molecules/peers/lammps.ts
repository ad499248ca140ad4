// LAMMPS on the start of a workload: times from the lines at the end of each run.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Seen } from '../kept.ts';
import { type CoulombCut, dataFile, script } from './lammps-input.ts';
import { endFile, lookingLines, readSeen } from './lammps-kept.ts';
import type { LongRun, Peer, PeerTurn, PeerWorkload } from './peer.ts';
import { isInstalled, runProgram, type Watched, watchProgram } from './program.ts';

export interface LammpsChoice {
  readonly name: string;
  /** opt: the package of hand-tuned styles. */
  readonly suffix?: 'opt';
  readonly coulomb?: CoulombCut;
}

const program = 'lmp';

export function lammps({ name, suffix, coulomb = 'dsf' }: LammpsChoice): Peer {
  const flags = ['-log', 'none', '-nocite', ...(suffix ? ['-sf', suffix] : []), '-in', runScript];
  return {
    name,
    build: async () =>
      isInstalled(program) ? buildOf(await runProgram(program, ['-h'], '.'), suffix) : null,
    async prepare(workload, folder) {
      writeTimed(workload, coulomb, folder);
      return async () => readRun(await runProgram(program, flags, folder), workload.timedSteps);
    },
    async keep(run, folder) {
      writeWatched(run, coulomb, folder);
      return readWatched(await watchProgram(program, flags, folder), run, folder);
    },
  };
}

export const runScript = 'run.in';

export function writeTimed(workload: PeerWorkload, coulomb: CoulombCut, folder: string): void {
  writeInput(workload, coulomb, [`run ${workload.timedSteps}`], folder);
}

export function writeWatched(run: LongRun, coulomb: CoulombCut, folder: string): void {
  writeInput(run, coulomb, lookingLines(run), folder);
}

/** The lines follow the warm steps. */
function writeInput(
  workload: PeerWorkload,
  coulomb: CoulombCut,
  lines: readonly string[],
  folder: string,
): void {
  writeFileSync(join(folder, 'start.data'), dataFile(workload));
  writeFileSync(join(folder, runScript), [script(workload, coulomb), ...lines, ''].join('\n'));
}

export function readWatched({ printed, memory }: Watched, run: LongRun, folder: string): Seen {
  return { ...readSeen(printed, readFileSync(join(folder, endFile), 'utf8'), run), memory };
}

/** “LAMMPS 29 Sep 2021 - Update 2, double precision, GNU C++ 12.2.0”. */
function buildOf(text: string, suffix: string | undefined): string {
  const version = /Parallel Simulator - (.*)$/m.exec(text)?.[1] ?? 'of unknown version';
  const compiler = /^Compiler: (.*)$/m.exec(text)?.[1] ?? 'unknown compiler';
  return `LAMMPS ${version}, double precision, ${compiler}${suffix ? `, -sf ${suffix}` : ''}`;
}

/** The last run: “Loop time of 1.2 on 1 procs for …”, and “Modify | … | seconds | …” for its fixes, rattle among them. */
export function readRun(text: string, steps: number): PeerTurn {
  const loop = Number([...text.matchAll(/^Loop time of (\S+)/gm)].at(-1)?.[1]);
  if (!(loop > 0)) throw new Error(`LAMMPS printed no loop time:\n${text.slice(-600)}`);
  const fixes = [...text.matchAll(/^Modify\s*\|[^|]*\|\s*(\S+)\s*\|/gm)].at(-1);
  return {
    secondsPerStep: loop / steps,
    constraintShare: fixes ? Number(fixes[1]) / loop : null,
  };
}
