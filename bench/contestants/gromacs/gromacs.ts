// GROMACS: input by grompp, run by mdrun, times from the cycle account at the end of its log.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFrame } from '../../../src/particles/io/frame.ts';
import { groFrame } from '../../../src/particles/io/gro.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import { isInstalled, monitorProgram, runProgram } from '../../measure/processes.ts';
import { formatReport } from '../../suite.ts';
import {
  isRigidWater,
  type LongRun,
  type LongRunOutput,
  type MoleculeProgram,
  type MoleculeRun,
  numbersIn,
  type ProgramChoice,
  type StepTime,
  sampledEnergies,
} from '../molecule-program.ts';

const { nm, ps, kJ } = molecularUnits;

/** The build in double precision. */
export const doublePrecision = 'gmx_d';

export const gromacsBuild = async () =>
  isInstalled(doublePrecision) ? buildOf(await runProgram(doublePrecision, ['--version'], '.')) : null;

export function gromacs(choice: ProgramChoice): MoleculeProgram {
  const program = doublePrecision;
  return {
    build: gromacsBuild,
    async prepare(workload, folder) {
      await writeInput(program, workload, runParameters(workload, choice), folder);
      return {
        async time() {
          await runProgram(program, timedRun(workload), folder);
          return readLog(readFileSync(join(folder, 'run.log'), 'utf8'), workload.timedSteps);
        },
        async longRun(run, where) {
          const parameters = runParameters(run, { ...choice, energyInterval: run.spacing });
          await writeInput(program, run, parameters, where);
          const { memory } = await monitorProgram(program, timedRun(run), where);
          return { ...(await readLongRun(program, run, where)), memory };
        },
      };
    },
  };
}

/** Writes the input files and run.tpr into the folder; `parameters` are those of run.mdp, `from` is the file of the start. */
export async function writeInput(
  program: 'gmx_d' | 'gmx',
  run: MoleculeRun,
  parameters: Parameters,
  folder: string,
  from = 'start.gro',
): Promise<void> {
  const lines = Object.entries(parameters).map(([key, value]) => `${key} = ${value}`);
  writeFileSync(join(folder, 'run.mdp'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'start.gro'), start(run));
  writeFileSync(join(folder, 'topology.top'), topology(run));
  const files = ['-f', 'run.mdp', '-c', from, '-p', 'topology.top', '-o', 'run.tpr'];
  await runProgram(program, ['-quiet', 'grompp', ...files, '-maxwarn', '9'], folder);
}

/** On one thread. */
export const mdrun = (flags: readonly string[]) => [
  ...['-quiet', 'mdrun', '-s', 'run.tpr', '-deffnm', 'run', '-ntmpi', '1', '-ntomp', '1', '-pin', 'off'],
  ...flags,
];

/** The account is reset after the warm steps. */
const timedRun = ({ warmSteps, timedSteps }: MoleculeRun) =>
  mdrun(['-noconfout', '-nsteps', String(warmSteps + timedSteps), '-resetstep', String(warmSteps)]);

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

async function readLongRun(program: string, run: LongRun, folder: string) {
  const table = await energyTable(program, ['Total-Energy'], folder, '-dp');
  const { positions, edges } = lastFrame(readFileSync(join(folder, 'run.trr')));
  return {
    energies: readEnergies(table, run),
    positions: positions.map(x => x * nm),
    edges: edges.map(edge => edge * nm),
  } satisfies Omit<LongRunOutput, 'memory'>;
}

/** Rows “time value …” of these energies. */
export async function energyTable(program: string, names: readonly string[], folder: string, flags: string) {
  const choice = `printf '${[...names, '', ''].join('\\n')}' | ${program} -quiet energy`;
  await runProgram('sh', ['-c', `${choice} -f run.edr -o energy.xvg -xvg none ${flags}`], folder);
  return readFileSync(join(folder, 'energy.xvg'), 'utf8');
}

/** Rows “time energy” from t = 0; samples begin after the warm steps. */
export function readEnergies(
  table: string,
  { warmSteps, ...rest }: Pick<LongRun, 'warmSteps' | 'timedSteps' | 'spacing'>,
): Float64Array {
  const rows = numbersIn(table).slice(warmSteps / rest.spacing);
  return sampledEnergies(
    'GROMACS',
    rows.map(([, energy]) => energy * kJ),
    rest,
  );
}

// The trajectory file of GROMACS, the only one that holds its positions in full. Big-endian, frame after frame:
//   1993, 13, 12 and the letters “GMX_trn_file”; thirteen integers, of which [2] to [9] are the sizes in bytes of box, virial,
//   pressure, two that are unused, positions, velocities and forces, and [10] is the number of particles;
//   time and λ; then those blocks. Numbers are as long as a ninth of the box.
// Reference: GROMACS 2022, src/gromacs/fileio/trrio.cpp, do_trr_frame_header and do_trr_frame_data.

const magic = 1993;
/** Bytes of the name with its two lengths and the magic number, and of the integers. */
const [nameBytes, integerBytes] = [24, 52];

/** The diagonal of the box, and the positions, in nm, of the last frame that has positions. */
export function lastFrame(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames: { readonly edges: number[]; readonly positions: Float64Array }[] = [];
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
      frames.push({
        edges: [0, 4, 8].map(k => view.getFloat64(box + real * k)),
        positions: Float64Array.from({ length: xBytes / real }, (_, i) => view.getFloat64(x + real * i)),
      });
    at = box + sizes.reduce((sum, size) => sum + size, 0);
  }
  if (frames.length === 0) throw new Error('the trajectory has no positions');
  return frames[frames.length - 1];
}

// The input of GROMACS: topology, start and run parameters. Lengths in nm, energies in kJ/mol, times in ps.

/** energyInterval: steps between samples of the energy; positions are then written at the end. Without it nothing is written. */
type RunChoice = Pick<ProgramChoice, 'algorithm' | 'listSteps'> & { readonly energyInterval?: number };

export function topology({ model, system }: MoleculeRun): string {
  const { name, title, sites, kinds, rods } = model;
  const number = (index: number) => index + 1;
  const typeOf = new Map(sites.map(site => [site.kind, site]));
  const lengths = rods.map(({ length }) => length / nm);
  return formatReport(
    'molecules',
    {
      ...{ name, title, molecules: system.moleculeNames.length },
      types: kinds.map(({ name: kind, sigma, epsilon }) => ({
        ...{ ...(typeOf.get(kind) ?? sites[0]), kind, sigma: sigma / nm, epsilon: epsilon / kJ },
      })),
      atoms: sites.map((site, i) => ({ ...site, number: number(i), atom: site.name, molecule: name })),
      settles: isRigidWater(model) ? [{ OH: lengths[0], HH: lengths[2] }] : [],
      rods: isRigidWater(model)
        ? []
        : rods.map(({ a, b }, k) => [number(a), number(b), 1, lengths[k]].join(' ')),
      angles: model.angles.map(({ i, j, k, theta0, stiffness }) =>
        [...[i, j, k].map(number), 1, theta0 * (180 / Math.PI), stiffness / kJ].join(' '),
      ),
      dihedrals: model.dihedrals.map(({ i, j, k, l, coefficients }) =>
        [...[i, j, k, l].map(number), 3, ...coefficients.map(C => C / kJ)].join(' '),
      ),
      excluded: model.excluded.map(pair => pair.map(number).join(' ')),
    },
    'gromacs topology',
  );
}

/** A GRO file with twelve decimals. A cluster is in the centre of a box so large that it does not interact with its images. */
export function start(workload: MoleculeRun): string {
  const { system } = workload;
  if (system.box) return groFrame(startFrame(system, 'start'), 12);
  const edge = 2.1 * reachOf(workload);
  const positions = system.positions.map(x => x + edge / 2);
  const box = { edges: [edge, edge, edge] as const };
  return groFrame(startFrame({ ...system, positions, box }, 'start'), 12);
}

/** The cut-off, or twice the diameter of a cluster, which it does not outgrow in a short run. */
function reachOf({ system: { positions }, cutoff }: Pick<MoleculeRun, 'system' | 'cutoff'>): number {
  if (cutoff !== null) return cutoff;
  let farthest = 0;
  for (let i = 0; i < positions.length; i += 3)
    farthest = Math.max(farthest, Math.hypot(positions[i], positions[i + 1], positions[i + 2]));
  return Math.max(20, 4 * farthest);
}

/** Of run.mdp. */
type Parameters = Readonly<Record<string, string | number>>;

/**
 * Leap-frog at constant energy. All pairs: one list of everything. With a
 * cut-off: GROMACS' own dual list with a buffer for so small an error that the energy is conserved.
 */
export function runParameters(
  { model, step, cutoff, warmSteps, timedSteps, ...rest }: MoleculeRun,
  { algorithm = 'lincs', listSteps = 10, energyInterval = 0 }: RunChoice = {},
): Parameters {
  const nsteps = warmSteps + timedSteps;
  const reach = reachOf({ cutoff, ...rest }) / nm;
  const isCharged = model.sites.some(({ charge }) => charge !== 0);
  const lists: Parameters =
    cutoff === null
      ? { 'verlet-buffer-tolerance': -1, nstlist: 1_000_000_000, rlist: reach, coulombtype: 'Cut-off' }
      : {
          ...{ 'verlet-buffer-tolerance': listError, nstlist: listSteps, 'epsilon-rf': 0 },
          coulombtype: isCharged ? 'Reaction-Field' : 'Cut-off',
        };
  return {
    ...{ integrator: 'md', dt: step / ps, nsteps, nstlog: 0, 'comm-mode': 'None', continuation: 'yes' },
    ...{ nstenergy: energyInterval, nstcalcenergy: energyInterval, nstxout: energyInterval > 0 ? nsteps : 0 },
    ...{ ...lists, rvdw: reach, rcoulomb: reach },
    ...{ 'constraint-algorithm': algorithm, 'lincs-order': 4, 'lincs-iter': 4, 'shake-tol': 1e-10 },
  };
}

/**
 * kJ/mol/ps for each particle that GROMACS may gain or lose through pairs missing in its list. In 40 ps of liquid water
 * its default, 0.005, drifts by 0.2 kT/ns per degree of freedom, this by 0.002(1) with lists of 6 steps.
 */
const listError = 1e-5;

type Thermostat = Readonly<Record<'kelvin' | 'friction' | 'seed' | 'listSteps', number>>;

/** Langevin dynamics, friction in 1/ps: the parameters of a run at constant energy, some of them replaced. */
export const langevinParameters = (
  run: MoleculeRun,
  { kelvin, friction, seed, listSteps }: Thermostat,
  others: Parameters,
): Parameters => ({
  ...runParameters(run, { listSteps }),
  ...{ integrator: 'sd', 'tc-grps': 'System', 'ref-t': kelvin, 'tau-t': 1 / friction, 'ld-seed': seed },
  ...others,
});
