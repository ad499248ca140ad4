// GROMACS: input by grompp, run by mdrun, times from the cycle account at the end of its log.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { molecularUnits } from '../../../src/particles/units.ts';
import { isInstalled, monitorProgram, runProgram } from '../../measure/run-program.ts';
import type { LongRun, LongRunOutput, MoleculeProgram, MoleculeRun, StepTime } from '../molecule-program.ts';
import { type RunChoice, runParameters, start, topology } from './input.ts';

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

// Output of a long run of GROMACS: energies from its energy file, positions from its trajectory. Leap-frog has velocities at half
// steps only: its kinetic energy is the mean of those before and after, whose oscillation of order h² differs from that of
// velocity Verlet.

const { nm, kJ } = molecularUnits;

/** After mdrun with -deffnm run. */
export async function readLongRun(
  program: string,
  run: LongRun,
  folder: string,
): Promise<Omit<LongRunOutput, 'memory'>> {
  const choice = `printf 'Total-Energy\\n\\n' | ${program} -quiet energy`;
  await runProgram('sh', ['-c', `${choice} -f run.edr -o energy.xvg -xvg none -dp`], folder);
  const { positions, edges } = lastFrame(readFileSync(join(folder, 'run.trr')));
  return {
    energies: readEnergies(readFileSync(join(folder, 'energy.xvg'), 'utf8'), run),
    positions: positions.map(x => x * nm),
    edges: edges.map(edge => edge * nm),
  };
}

/** Rows “time energy” from t = 0; samples begin after the warm steps. */
export function readEnergies(
  table: string,
  { warmSteps, timedSteps, spacing }: Pick<LongRun, 'warmSteps' | 'timedSteps' | 'spacing'>,
): Float64Array {
  const rows = table
    .trim()
    .split('\n')
    .slice(warmSteps / spacing);
  const samples = timedSteps / spacing + 1;
  if (rows.length !== samples)
    throw new Error(`GROMACS wrote ${rows.length} energies after its warm steps, not ${samples}`);
  return Float64Array.from(rows, row => Number(row.trim().split(/\s+/)[1]) * kJ);
}

// The trajectory file of GROMACS, the only one that holds its positions in full. Big-endian, frame after frame:
//   1993, 13, 12 and the letters “GMX_trn_file”; thirteen integers, of which [2] to [9] are the sizes in bytes of box, virial,
//   pressure, two that are unused, positions, velocities and forces, and [10] is the number of particles;
//   time and λ; then those blocks. Numbers are as long as a ninth of the box.
// Reference: GROMACS 2022, src/gromacs/fileio/trrio.cpp, do_trr_frame_header and do_trr_frame_data.

export interface Frame {
  /** The diagonal of the box, and the positions; nm. */
  readonly edges: readonly number[];
  readonly positions: Float64Array;
}

const magic = 1993;
/** Bytes of the name with its two lengths and the magic number, and of the integers. */
const [nameBytes, integerBytes] = [24, 52];

/** The last frame that has positions. */
export function lastFrame(bytes: Uint8Array): Frame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let last: Frame | null = null;
  for (let at = 0; at < view.byteLength; ) {
    if (view.getInt32(at) !== magic) throw new Error('this is no trajectory of GROMACS');
    const integers = Array.from({ length: 13 }, (_, k) => view.getInt32(at + nameBytes + 4 * k));
    const sizes = integers.slice(2, 10);
    const [boxBytes, virial, pressure, , , xBytes] = sizes;
    const real = boxBytes / 9;
    if (real !== 8) throw new Error('the trajectory has no box in double precision');
    const box = at + nameBytes + integerBytes + 2 * real;
    const x = box + boxBytes + virial + pressure;
    if (xBytes > 0)
      last = {
        edges: [0, 4, 8].map(k => view.getFloat64(box + real * k)),
        positions: Float64Array.from({ length: xBytes / real }, (_, i) => view.getFloat64(x + real * i)),
      };
    at = box + sizes.reduce((sum, size) => sum + size, 0);
  }
  if (!last) throw new Error('the trajectory has no positions');
  return last;
}
