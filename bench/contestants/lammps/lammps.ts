// LAMMPS: times from the summary at the end of each run.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timeUnitInFs } from '../../../src/particles/units.ts';
import { isInstalled, type MonitoredRun, monitorProgram, runProgram } from '../../measure/processes.ts';
import { isRigidWater } from '../gromacs/gromacs.ts';
import {
  type LongRun,
  type LongRunOutput,
  type MoleculeProgram,
  type MoleculeRun,
  type PreparedProgram,
  type StepTime,
  velocities,
} from '../molecule-program.ts';

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

// The input of LAMMPS: data file and script, for the native program and for lammps.js. Units “real”: Å, fs, kcal/mol.

/** LAMMPS has no reaction field; these cost about as much. */
export type CoulombCut = 'dsf' | 'cut';

export function dataFile(workload: MoleculeRun): string {
  const { model, system } = workload;
  const isWater = isRigidWater(model);
  const waters = isWater ? system.moleculeNames.length : 0;
  const counts = isWater ? [`${2 * waters} bonds`, `${waters} angles`, '1 bond types', '1 angle types'] : [];
  const massOf = (kind: string) => model.sites.find(site => site.kind === kind)?.mass ?? 1;
  return [
    'start',
    `\n${system.count} atoms`,
    `${model.kinds.length} atom types`,
    ...counts,
    ...boxLines(workload),
    block('Masses', model.kinds, ({ name }) => String(massOf(name))),
    atoms(workload),
    block('Velocities', triples(velocities(system)), v => v.map(value => value / timeUnitInFs).join(' ')),
    ...(isWater ? waterBlocks(waters) : []),
  ].join('\n');
}

function block<T>(title: string, rows: readonly T[], text: (row: T, i: number) => string): string {
  return `\n${title}\n\n${rows.map((row, i) => `${i + 1} ${text(row, i)}`).join('\n')}`;
}

function triples(values: Float64Array): number[][] {
  return Array.from({ length: values.length / 3 }, (_, i) => [...values.subarray(3 * i, 3 * i + 3)]);
}

/** In open space any box that contains the start: it shrinks and grows with the particles. */
function boxLines({ system: { box, positions } }: MoleculeRun): string[] {
  const half = Math.max(...positions.map(Math.abs)) + 1;
  return ['x', 'y', 'z'].map((axis, k) => {
    const [low, high] = box ? [0, box.edges[k]] : [-half, half];
    return `${low} ${high} ${axis}lo ${axis}hi`;
  });
}

function atoms({ system, model }: MoleculeRun): string {
  const { molecule, kind, charge } = system;
  if (!isRigidWater(model))
    return block('Atoms # atomic', triples(system.positions), (x, i) => `${kind[i] + 1} ${x.join(' ')}`);
  return block(
    'Atoms # full',
    triples(system.positions),
    (x, i) => `${molecule[i] + 1} ${kind[i] + 1} ${charge[i]} ${x.join(' ')}`,
  );
}

/** Two bonds O–H and the angle H–O–H of each water, particles 3k + 1, 3k + 2, 3k + 3. */
function waterBlocks(waters: number): string[] {
  const first = Array.from({ length: waters }, (_, k) => 3 * k + 1);
  return [
    block(
      'Bonds',
      first.flatMap(O => [`1 ${O} ${O + 1}`, `1 ${O} ${O + 2}`]),
      text => text,
    ),
    block('Angles', first, O => `1 ${O + 1} ${O} ${O + 2}`),
    '',
  ];
}

/** Until the end of the warm steps. */
export function script(workload: MoleculeRun, coulomb: CoulombCut): string {
  const { model, step, cutoff, warmSteps } = workload;
  const isWater = isRigidWater(model);
  return [
    'units real',
    `atom_style ${isWater ? 'full' : 'atomic'}`,
    ...(cutoff === null ? ['boundary s s s'] : []),
    ...(isWater ? ['bond_style harmonic', 'angle_style harmonic'] : []),
    `pair_style ${pairStyle(workload, coulomb)}`,
    'read_data start.data',
    ...pairLines(workload, coulomb),
    ...(isWater ? waterLines(workload) : []),
    ...listLines(workload),
    `timestep ${step * timeUnitInFs}`,
    'fix move all nve',
    ...(isWater ? ['fix rigid all rattle 1e-10 100 0 b 1 a 1'] : []),
    'thermo 1000000000',
    `run ${warmSteps}`,
    '',
  ].join('\n');
}

function pairStyle({ model, cutoff }: MoleculeRun, coulomb: CoulombCut): string {
  const isCharged = model.sites.some(({ charge }) => charge !== 0);
  const radius = cutoff ?? everything;
  if (!isCharged) return `lj/cut ${radius}`;
  if (cutoff === null || coulomb === 'cut') return `lj/cut/coul/cut ${radius}`;
  return `lj/cut/coul/dsf 0.2 ${radius} ${radius}`;
}

/** Å; more than any cluster here measures. */
const everything = 500;

/** Mixed as in src/particles/terms/lennard-jones.ts. Pairs without Lennard-Jones forces end at once, so that only Coulomb costs. */
function pairLines({ model: { kinds, sites }, cutoff }: MoleculeRun, coulomb: CoulombCut): string[] {
  const isCharged = sites.some(({ charge }) => charge !== 0);
  const radius = cutoff ?? everything;
  const second = cutoff === null || coulomb === 'cut' ? ` ${radius}` : '';
  return kinds.flatMap((a, i) =>
    kinds.slice(i).map((b, k) => {
      const [sigma, epsilon] = [(a.sigma + b.sigma) / 2, Math.sqrt(a.epsilon * b.epsilon)];
      const ends = isCharged ? ` ${epsilon > 0 ? radius : 0.01}${second}` : '';
      return `pair_coeff ${i + 1} ${i + k + 1} ${epsilon} ${sigma}${ends}`;
    }),
  );
}

/** Rigid bonds exert no bond force; rattle takes the lengths from these coefficients. */
function waterLines({ model: { rods } }: MoleculeRun): string[] {
  const angle = 2 * Math.asin(rods[2].length / (2 * rods[0].length));
  return [`bond_coeff 1 450 ${rods[0].length}`, `angle_coeff 1 55 ${(angle * 180) / Math.PI}`];
}

/** Lists are rebuilt when a particle has moved half the skin, checked at every step: no pair is missed. The skins are the fastest. */
function listLines({ model, cutoff, system: { count } }: MoleculeRun): string[] {
  if (cutoff === null)
    return ['neighbor 100 bin', `neigh_modify once yes one ${count + 1} page ${20 * count}`];
  const skin = model.sites.some(({ charge }) => charge !== 0) ? 2 : 0.8;
  return [`neighbor ${skin} bin`, 'neigh_modify delay 0 every 1 check yes'];
}
