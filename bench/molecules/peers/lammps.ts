// LAMMPS on the start of a workload: times from the lines at the end of each run.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CoulombCut, dataFile, script } from './lammps-input.ts';
import type { Peer, PeerTurn, PeerWorkload } from './peer.ts';
import { isInstalled, runProgram } from './program.ts';

export interface LammpsChoice {
  readonly name: string;
  /** opt: the package of hand-tuned styles. */
  readonly suffix?: 'opt';
  readonly coulomb?: CoulombCut;
}

const program = 'lmp';

export function lammps({ name, suffix, coulomb = 'dsf' }: LammpsChoice): Peer {
  const flags = ['-log', 'none', '-nocite', ...(suffix ? ['-sf', suffix] : []), '-in'];
  return {
    name,
    build: async () =>
      isInstalled(program) ? buildOf(await runProgram(program, ['-h'], '.'), suffix) : null,
    async prepare(workload, folder) {
      writeInput(workload, coulomb, folder);
      const { timedSteps } = workload;
      writeFileSync(join(folder, 'run.in'), `include ${startScript}\nrun ${timedSteps}\n`);
      return async () => readRun(await runProgram(program, [...flags, 'run.in'], folder), timedSteps);
    },
  };
}

/** Makes the warm steps. */
export const startScript = 'start.in';

export function writeInput(workload: PeerWorkload, coulomb: CoulombCut, folder: string): void {
  writeFileSync(join(folder, 'start.data'), dataFile(workload));
  writeFileSync(join(folder, startScript), script(workload, coulomb));
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
