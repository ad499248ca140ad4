// GROMACS on the start of a workload: input by grompp, run by mdrun, times from the accounts at the end of its log.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, runProgram, watchProgram } from '../../measure/run-program.ts';
import type { Peer, PeerTurn, PeerWorkload } from '../molecule-program.ts';
import { type RunChoice, runParameters, start, topology } from './input.ts';
import { readKept } from './long-run.ts';

export interface GromacsChoice extends RunChoice {
  readonly name: string;
  /** gmx_d is the build in double precision. */
  readonly program: 'gmx_d' | 'gmx';
}

export function gromacs({ name, program, ...choice }: GromacsChoice): Peer {
  const writeInput = async (workload: PeerWorkload, run: RunChoice, folder: string) => {
    writeFileSync(join(folder, 'run.mdp'), runParameters(workload, run));
    writeFileSync(join(folder, 'start.gro'), start(workload));
    writeFileSync(join(folder, 'topology.top'), topology(workload));
    const input = ['-f', 'run.mdp', '-c', 'start.gro', '-p', 'topology.top', '-o', 'run.tpr'];
    await runProgram(program, ['-quiet', 'grompp', ...input, '-maxwarn', '9'], folder);
  };
  return {
    name,
    build: async () => (isInstalled(program) ? buildOf(await runProgram(program, ['--version'], '.')) : null),
    async prepare(workload, folder) {
      await writeInput(workload, choice, folder);
      return {
        async turn() {
          await runProgram(program, ['-quiet', 'mdrun', ...runFlags(workload)], folder);
          return readLog(readFileSync(join(folder, 'run.log'), 'utf8'), workload.timedSteps);
        },
        async keep(run, kept) {
          await writeInput(run, { ...choice, lookEvery: run.spacing }, kept);
          const { memory } = await watchProgram(program, ['-quiet', 'mdrun', ...runFlags(run)], kept);
          return { ...(await readKept(program, run, kept)), memory };
        },
      };
    },
  };
}

/** Its account begins after the warm steps. */
const runFlags = ({ warmSteps, timedSteps }: PeerWorkload) => [
  ...['-s', 'run.tpr', '-deffnm', 'run', '-noconfout', '-nsteps', String(warmSteps + timedSteps)],
  ...['-ntmpi', '1', '-ntomp', '1', '-pin', 'off', '-resetstep', String(warmSteps)],
];

/** “GROMACS 2022.5, double precision, SSE4.1”. */
function buildOf(text: string): string {
  const entry = (key: string) => new RegExp(`^${key}:\\s*(.*)$`, 'm').exec(text)?.[1].trim() ?? 'unknown';
  return `GROMACS ${entry('GROMACS version')}, ${entry('Precision')} precision, ${entry('SIMD instructions')}`;
}

/** “Time:  core  wall  %”, and rows of the cycle account: “Constraints  ranks threads count seconds cycles %”, “Total  seconds cycles %”. */
function readLog(log: string, steps: number): PeerTurn {
  const wall = Number(/^\s*Time:\s+\S+\s+(\S+)/m.exec(log)?.[1]);
  if (!(wall > 0)) throw new Error('the log of GROMACS has no line “Time:”');
  const constraints = /^ Constraints(?:\s+\d+){3}\s+\S+\s+(\S+)/m.exec(log);
  const total = /^ Total\s+\S+\s+(\S+)\s+100\.0$/m.exec(log);
  return {
    secondsPerStep: wall / steps,
    constraintShare: constraints && total && shareOf(Number(constraints[1]), Number(total[1])),
  };
}

/** Giga-cycles have three decimals: a few of the last are no measurement. */
const shareOf = (part: number, total: number) => (part >= 0.02 ? part / total : null);
