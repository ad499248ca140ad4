// GROMACS: input by grompp, run by mdrun, times from the cycle account at the end of its log.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, monitorProgram, runProgram } from '../../measure/run-program.ts';
import type { MoleculeProgram, MoleculeRun, StepTime } from '../molecule-program.ts';
import { type RunChoice, runParameters, start, topology } from './input.ts';
import { readLongRun } from './long-run.ts';

export interface GromacsChoice extends RunChoice {
  readonly name: string;
  /** gmx_d is the build in double precision. */
  readonly program: 'gmx_d' | 'gmx';
}

export function gromacs({ name, program, ...choice }: GromacsChoice): MoleculeProgram {
  return {
    name,
    build: async () => (isInstalled(program) ? buildOf(await runProgram(program, ['--version'], '.')) : null),
    async prepare(workload, folder) {
      await writeInput({ program, run: workload, parameters: runParameters(workload, choice), folder });
      return {
        async time() {
          await runProgram(program, ['-quiet', 'mdrun', ...runFlags(workload)], folder);
          return readLog(readFileSync(join(folder, 'run.log'), 'utf8'), workload.timedSteps);
        },
        async longRun(run, where) {
          const parameters = runParameters(run, { ...choice, energyInterval: run.spacing });
          await writeInput({ program, run, parameters, folder: where });
          const { memory } = await monitorProgram(program, ['-quiet', 'mdrun', ...runFlags(run)], where);
          return { ...(await readLongRun(program, run, where)), memory };
        },
      };
    },
  };
}

interface Input {
  readonly program: GromacsChoice['program'];
  readonly run: MoleculeRun;
  /** Text of run.mdp. */
  readonly parameters: string;
  readonly folder: string;
  /** File of the start; by default that of the run. */
  readonly from?: string;
}

/** Writes the input files and run.tpr into the folder. */
export async function writeInput({
  program,
  run,
  parameters,
  folder,
  from = 'start.gro',
}: Input): Promise<void> {
  writeFileSync(join(folder, 'run.mdp'), parameters);
  writeFileSync(join(folder, 'start.gro'), start(run));
  writeFileSync(join(folder, 'topology.top'), topology(run));
  const input = ['-f', 'run.mdp', '-c', from, '-p', 'topology.top', '-o', 'run.tpr'];
  await runProgram(program, ['-quiet', 'grompp', ...input, '-maxwarn', '9'], folder);
}

/** The account is reset after the warm steps. */
const runFlags = ({ warmSteps, timedSteps }: MoleculeRun) => [
  ...['-s', 'run.tpr', '-deffnm', 'run', '-noconfout', '-nsteps', String(warmSteps + timedSteps)],
  ...['-ntmpi', '1', '-ntomp', '1', '-pin', 'off', '-resetstep', String(warmSteps)],
];

/** “GROMACS 2022.5, double precision, SSE4.1”. */
function buildOf(text: string): string {
  const entry = (key: string) => new RegExp(`^${key}:\\s*(.*)$`, 'm').exec(text)?.[1].trim() ?? 'unknown';
  return `GROMACS ${entry('GROMACS version')}, ${entry('Precision')} precision, ${entry('SIMD instructions')}`;
}

/** “Time:  core  wall  %”, and rows of the cycle account: “Constraints  ranks threads count seconds cycles %”, “Total  seconds cycles %”. */
function readLog(log: string, steps: number): StepTime {
  const wall = Number(/^\s*Time:\s+\S+\s+(\S+)/m.exec(log)?.[1]);
  if (!(wall > 0)) throw new Error('the log of GROMACS has no line “Time:”');
  const constraints = /^ Constraints(?:\s+\d+){3}\s+\S+\s+(\S+)/m.exec(log);
  const total = /^ Total\s+\S+\s+(\S+)\s+100\.0$/m.exec(log);
  return {
    secondsPerStep: wall / steps,
    constraintShare: constraints && total && shareOf(Number(constraints[1]), Number(total[1])),
  };
}

/** Giga-cycles have three decimals: a few units of the last are no measurement. */
const shareOf = (part: number, total: number) => (part >= 0.02 ? part / total : null);
