// LAMMPS: times from the summary at the end of each run.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, type MonitoredRun, monitorProgram, runProgram } from '../../measure/run-program.ts';
import type {
  LongRun,
  LongRunOutput,
  MoleculeProgram,
  MoleculeRun,
  PreparedProgram,
  StepTime,
} from '../molecule-program.ts';
import { type CoulombCut, dataFile, script } from './input.ts';

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

// Output of a long run of LAMMPS, for the native program and for lammps.js.

/** File of the positions at the end. */
export const endFile = 'end.dump';

/**
 * Commands after the warm steps. The Lennard-Jones energy is shifted to 0 at the cut-off, as in the other programs: no force
 * changes, and truncated forces conserve this energy. LAMMPS cannot do so with the Coulomb energy of a plain cut-off.
 */
export function samplingCommands({ timedSteps, spacing }: LongRun): string[] {
  return [
    'pair_modify shift yes',
    'thermo_style custom step etotal',
    'thermo_modify norm no format float %.17g',
    `thermo ${spacing}`,
    `run ${timedSteps}`,
    `write_dump all custom ${endFile} id xu yu zu modify sort id format float %.17g`,
  ];
}

/** From standard output and the file of positions, which are those of whole molecules. */
export function readLongRun(printed: string, dump: string, run: LongRun): Omit<LongRunOutput, 'memory'> {
  return { energies: readEnergies(printed, run), positions: readPositions(dump), edges: null };
}

/** The last table with the columns “Step TotEng”, up to “Loop time”. */
export function readEnergies(
  printed: string,
  { timedSteps, spacing }: Pick<LongRun, 'timedSteps' | 'spacing'>,
): Float64Array {
  const [, table = ''] = [...printed.matchAll(/^ *Step +TotEng *\n([\s\S]*?)^Loop time/gm)].at(-1) ?? [];
  const rows = [...table.matchAll(/^ *\d+ +(\S+) *$/gm)];
  const samples = timedSteps / spacing + 1;
  if (rows.length !== samples) throw new Error(`LAMMPS printed ${rows.length} energies, not ${samples}`);
  return Float64Array.from(rows, ([, energy]) => Number(energy));
}

/** Rows “id x y z” in the order of the particles. */
export function readPositions(dump: string): Float64Array {
  const [, rows = ''] = /^ITEM: ATOMS id xu yu zu *\n([\s\S]*)/m.exec(dump) ?? [];
  return Float64Array.from(
    rows
      .trim()
      .split('\n')
      .flatMap(row => row.trim().split(/\s+/).slice(1)),
    Number,
  );
}
