// LAMMPS, and lammps.js: times from the summary at the end of each run.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MoleculeModel } from '../../../src/particles/models/molecule-model.ts';
import { timeUnitInFs } from '../../../src/particles/units.ts';
import { programFile } from '../../checkout.ts';
import {
  isInstalled,
  type MonitoredRun,
  monitorProgram,
  oneThread,
  runProgram,
  startWorker,
} from '../../measure/processes.ts';
import { formatReport } from '../../suite.ts';
import { findPackage } from '../contestant.ts';
import {
  isRigidWater,
  type LongRun,
  type MoleculeProgram,
  type MoleculeRun,
  numbersIn,
  type PreparedProgram,
  type ProgramChoice,
  type StepTime,
  sampledEnergies,
} from '../molecule-program.ts';
import type { LammpsOperations } from './worker.ts';

const program = 'lmp';

export function lammps({ suffix }: ProgramChoice): MoleculeProgram {
  const flags = ['-log', 'none', '-nocite', ...(suffix ? ['-sf', suffix] : []), '-in', runScript];
  return {
    build: async () =>
      isInstalled(program) ? buildOf(await runProgram(program, ['-h'], '.'), suffix) : null,
    prepare: async (workload, folder) =>
      preparedRuns(workload, 'dsf', folder, where => monitorProgram(program, flags, where)),
  };
}

/**
 * LAMMPS compiled to WebAssembly. One process makes all runs of a workload: to load the build with rattle takes five seconds, and V8 has
 * not finished compiling it in a short run.
 */
export const lammpsJs = ({ build = 'wasm' }: ProgramChoice): MoleculeProgram => ({
  build: async () => {
    const found = findPackage(`lammps.js/${build}`);
    return found && `lammps.js ${found.version} (${build}), WebAssembly in Node ${process.versions.node}`;
  },
  async prepare(workload, folder) {
    const file = findPackage(`lammps.js/${build}`)?.file ?? '';
    const options = { env: { ...process.env, ...oneThread }, silent: true };
    const program = programFile('contestants/lammps/worker.ts');
    const { request, pid, stop } = startWorker<LammpsOperations>(program, [file], options);
    const run = (where: string) => request('run', { folder: where, script: runScript, output: endFile });
    const prepared = preparedRuns(workload, 'cut', folder, run);
    // Warm-up: its code is compiled while it runs.
    await prepared.time().catch(error => {
      stop();
      throw error;
    });
    return { ...prepared, pid, stop };
  },
});

/** For the native program and for lammps.js; `run` runs the script of a folder. */
function preparedRuns(
  workload: MoleculeRun,
  coulomb: CoulombCut,
  folder: string,
  run: (folder: string) => Promise<MonitoredRun>,
): PreparedProgram {
  writeInput(workload, coulomb, `run ${workload.timedSteps}`, folder);
  return {
    time: async () => readRun((await run(folder)).printed, workload.timedSteps),
    async longRun(long, where) {
      writeInput(long, coulomb, samplingCommands(long), where);
      const { printed, memory } = await run(where);
      const positions = readPositions(readFileSync(join(where, endFile), 'utf8'));
      return { energies: readEnergies(printed, long), positions, edges: null, memory };
    },
  };
}

/** Files of the script, and of the positions at the end. */
const [runScript, endFile] = ['run.in', 'end.dump'];

/** The commands follow the warm steps. */
function writeInput(workload: MoleculeRun, coulomb: CoulombCut, commands: string, folder: string): void {
  writeFileSync(join(folder, 'start.data'), dataFile(workload));
  writeFileSync(join(folder, runScript), `${script(workload, coulomb)}\n${commands}\n`);
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

/**
 * Commands after the warm steps. The Lennard-Jones energy is shifted to 0 at the cut-off, as in the other programs: no force
 * changes, and truncated forces conserve this energy. LAMMPS cannot do so with the Coulomb energy of a plain cut-off.
 */
export const samplingCommands = ({ timedSteps, spacing }: LongRun): string =>
  formatReport('molecules', { timedSteps, spacing, endFile }, 'lammps sampling');

/** The last table with the columns “Step TotEng”, up to “Loop time”. */
export function readEnergies(printed: string, run: Pick<LongRun, 'timedSteps' | 'spacing'>): Float64Array {
  const [, table = ''] = [...printed.matchAll(/^ *Step +TotEng *\n([\s\S]*?)^Loop time/gm)].at(-1) ?? [];
  const rows = [...table.matchAll(/^ *\d+ +(\S+) *$/gm)];
  return sampledEnergies(
    'LAMMPS',
    rows.map(([, energy]) => Number(energy)),
    run,
  );
}

/** Rows “id x y z” in the order of the particles. */
export function readPositions(dump: string): Float64Array {
  const [, rows = ''] = /^ITEM: ATOMS id xu yu zu *\n([\s\S]*)/m.exec(dump) ?? [];
  return Float64Array.from(numbersIn(rows).flatMap(([, ...place]) => place));
}

// The input of LAMMPS: data file and script, for the native program and for lammps.js. Units “real”: Å, fs, kcal/mol.

/** LAMMPS has no reaction field; these cost about as much. */
type CoulombCut = 'dsf' | 'cut';

/** The file of the start; bonds and angles are those of rigid water, particles 3k + 1, 3k + 2, 3k + 3. */
function dataFile(workload: MoleculeRun): string {
  const { model, system } = workload;
  const { molecule, kind, charge, box } = system;
  const isWater = isRigidWater(model);
  const oxygens = isWater ? system.moleculeNames.map((_, k) => 3 * k + 1) : [];
  const massOf = (name: string) => model.sites.find(site => site.kind === name)?.mass ?? 1;
  // In open space any box that contains the start: it shrinks and grows with the particles.
  const half = Math.max(...system.positions.map(Math.abs)) + 1;
  const speeds = triples(system.momenta.map((p, i) => p / system.mass[Math.floor(i / 3)] / timeUnitInFs));
  const places = triples(system.positions).map((x, i) =>
    isWater ? [molecule[i] + 1, kind[i] + 1, charge[i], ...x] : [kind[i] + 1, ...x],
  );
  return formatReport(
    'molecules',
    {
      ...{ atoms: system.count, types: model.kinds.length, style: isWater ? 'full' : 'atomic' },
      water: isWater ? [{ bonds: 2 * oxygens.length, angles: oxygens.length }] : [],
      edges: ['x', 'y', 'z'].map((axis, k) => ({
        ...{ axis, low: box ? 0 : -half, high: box ? box.edges[k] : half },
      })),
      masses: numbered(model.kinds.map(({ name }) => [massOf(name)])),
      places: numbered(places),
      velocities: numbered(speeds),
      bonds: numbered(oxygens.flatMap(O => [1, 2].map(H => [1, O, O + H]))),
      angles: numbered(oxygens.map(O => [1, O + 1, O, O + 2])),
    },
    'lammps start',
  );
}

const numbered = (rows: readonly (readonly number[])[]) => rows.map((row, i) => [i + 1, ...row].join(' '));

const triples = (values: Float64Array): number[][] =>
  Array.from({ length: values.length / 3 }, (_, i) => [...values.subarray(3 * i, 3 * i + 3)]);

/** Å; more than any cluster here measures. */
const everything = 500;

/**
 * Until the end of the warm steps. Rigid bonds exert no bond force; rattle takes the lengths from their coefficients. Lists are rebuilt
 * when a particle has moved half the skin, checked at every step: no pair is missed. The skins are the fastest.
 */
function script(
  { model, system: { count }, step, cutoff, warmSteps }: MoleculeRun,
  coulomb: CoulombCut,
): string {
  const { rods, sites } = model;
  const isCharged = sites.some(({ charge }) => charge !== 0);
  const isOpen = cutoff === null;
  const radius = cutoff ?? everything;
  const isCut = isOpen || coulomb === 'cut';
  const chargedStyle = isCut ? `lj/cut/coul/cut ${radius}` : `lj/cut/coul/dsf 0.2 ${radius} ${radius}`;
  const isWater = isRigidWater(model);
  const water = isWater
    ? [{ OH: rods[0].length, angle: (2 * Math.asin(rods[2].length / (2 * rods[0].length)) * 180) / Math.PI }]
    : [];
  return formatReport(
    'molecules',
    {
      ...{
        water,
        style: isWater ? 'full' : 'atomic',
        open: isOpen ? [{ one: count + 1, page: 20 * count }] : [],
      },
      pairStyle: isCharged ? chargedStyle : `lj/cut ${radius}`,
      pairs: pairLines(model, isCharged ? { radius, second: isCut ? ` ${radius}` : '' } : null),
      lists: isOpen ? [] : [{ skin: isCharged ? 2 : 0.8 }],
      ...{ step: step * timeUnitInFs, warmSteps },
    },
    'lammps script',
  );
}

/** Mixed as in src/particles/terms/lennard-jones.ts. Pairs without Lennard-Jones forces end at once, so that only Coulomb costs. */
function pairLines({ kinds }: MoleculeModel, charged: { radius: number; second: string } | null): string[] {
  return kinds.flatMap((a, i) =>
    kinds.slice(i).map((b, k) => {
      const [sigma, epsilon] = [(a.sigma + b.sigma) / 2, Math.sqrt(a.epsilon * b.epsilon)];
      const ends = charged ? ` ${epsilon > 0 ? charged.radius : 0.01}${charged.second}` : '';
      return `pair_coeff ${i + 1} ${i + k + 1} ${epsilon} ${sigma}${ends}`;
    }),
  );
}
