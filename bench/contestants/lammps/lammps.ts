// LAMMPS: times from the summary at the end of each run.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, type MonitoredRun, monitorProgram, runProgram } from '../../measure/run-program.ts';
import type { MoleculeProgram, MoleculeRun, PreparedProgram, StepTime } from '../molecule-program.ts';
import { type CoulombCut, dataFile, script } from './input.ts';
import { endFile, readLongRun, samplingCommands } from './long-run.ts';

export interface LammpsChoice {
  readonly name: string;
  /** opt: the package of hand-tuned styles. */
  readonly suffix?: 'opt';
  readonly coulomb?: CoulombCut;
}

const program = 'lmp';

export function lammps({ name, suffix, coulomb = 'dsf' }: LammpsChoice): MoleculeProgram {
  const flags = ['-log', 'none', '-nocite', ...(suffix ? ['-sf', suffix] : []), '-in', runScript];
  return {
    name,
    build: async () =>
      isInstalled(program) ? buildOf(await runProgram(program, ['-h'], '.'), suffix) : null,
    prepare: async (workload, folder) =>
      preparedRuns(workload, { coulomb, folder, run: where => monitorProgram(program, flags, where) }),
  };
}

interface Runner {
  readonly coulomb: CoulombCut;
  /** Of the workload. */
  readonly folder: string;
  /** Runs the script of a folder. */
  run(folder: string): Promise<MonitoredRun>;
}

/** For the native program and for lammps.js. */
export function preparedRuns(workload: MoleculeRun, { coulomb, folder, run }: Runner): PreparedProgram {
  writeInput(workload, coulomb, [`run ${workload.timedSteps}`], folder);
  return {
    time: async () => readRun((await run(folder)).printed, workload.timedSteps),
    async longRun(long, where) {
      writeInput(long, coulomb, samplingCommands(long), where);
      const { printed, memory } = await run(where);
      return { ...readLongRun(printed, readFileSync(join(where, endFile), 'utf8'), long), memory };
    },
  };
}

export const runScript = 'run.in';

/** The commands follow the warm steps. */
function writeInput(
  workload: MoleculeRun,
  coulomb: CoulombCut,
  commands: readonly string[],
  folder: string,
): void {
  writeFileSync(join(folder, 'start.data'), dataFile(workload));
  writeFileSync(join(folder, runScript), [script(workload, coulomb), ...commands, ''].join('\n'));
}

/** “LAMMPS 29 Sep 2021 - Update 2, double precision, GNU C++ 12.2.0”. */
function buildOf(text: string, suffix: string | undefined): string {
  const version = /Parallel Simulator - (.*)$/m.exec(text)?.[1] ?? 'of unknown version';
  const compiler = /^Compiler: (.*)$/m.exec(text)?.[1] ?? 'unknown compiler';
  return `LAMMPS ${version}, double precision, ${compiler}${suffix ? `, -sf ${suffix}` : ''}`;
}

/** The last run: “Loop time of 1.2 on 1 procs for …”, and “Modify | … | seconds | …” for its fixes, rattle among them. */
export function readRun(text: string, steps: number): StepTime {
  const loop = Number([...text.matchAll(/^Loop time of (\S+)/gm)].at(-1)?.[1]);
  if (!(loop > 0)) throw new Error(`LAMMPS printed no loop time:\n${text.slice(-600)}`);
  const fixes = [...text.matchAll(/^Modify\s*\|[^|]*\|\s*(\S+)\s*\|/gm)].at(-1);
  return {
    secondsPerStep: loop / steps,
    constraintShare: fixes ? Number(fixes[1]) / loop : null,
  };
}
