// The same liquid by GROMACS in double precision: its “sd” integrator at the same friction and step, which places positions
// as BAOAB does, the same cut-offs (potential-shift, reaction field with epsilon-rf = 0, that is ∞), its own analysis.
// Its Coulomb energy includes the reaction field of a molecule's own charges (energy-constants.ts), which is subtracted.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MoleculeModel } from '../../../src/particles/models/molecule-model.ts';
import { modelNamed } from '../../../src/particles/models/named-models.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { blockedMean } from '../../../src/statistics/block-average.ts';
import { gromacs } from '../../contestants/gromacs/gromacs.ts';
import { runParameters, start, topology } from '../../contestants/gromacs/input.ts';
import type { PeerWorkload } from '../../contestants/molecule-program.ts';
import { runProgram } from '../../measure/run-program.ts';
import { systemOf } from '../molecules/workloads.ts';
import { ownField } from './energy-constants.ts';
import { cutoff, kelvin, step } from './liquid.ts';
import { peakOfBlocks } from './peak.ts';
import { binWidth, blocks, estimateOf, friction, reach, type Structure, spacing } from './sampling.ts';

const { nm, kJ } = molecularUnits;
const program = 'gmx_d';
/** Picoseconds that are not looked at, after the change of programs. */
const skipped = 5;

export interface GromacsStructure extends Structure {
  readonly build: string;
}

/** A sentence where it cannot be had. */
export async function gromacsStructure(
  problem: Problem,
  name: string,
  picoseconds: number,
): Promise<GromacsStructure | string> {
  const build = await gromacs({ name: 'GROMACS double', program }).build();
  if (build === null) return 'GROMACS in double precision (gmx_d) is not installed: no comparison with it';
  const model = modelNamed(name);
  if (!model) throw new Error(`there is no model “${name}”`);
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-liquid-'));
  try {
    const workload = workloadFrom(problem, model, picoseconds + skipped);
    await simulate(workload, folder);
    return { ...(await energies(workload, folder)), ...(await peak(picoseconds, folder)), build };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From where our own run starts. */
function workloadFrom(problem: Problem, model: MoleculeModel, picoseconds: number): PeerWorkload {
  const { n, initial } = problem;
  const system = { ...systemOf(problem), positions: initial.slice(0, n), momenta: initial.slice(n) };
  const timedSteps = Math.round((picoseconds * molecularUnits.ps) / step);
  return { model, system, step, cutoff, warmSteps: 0, timedSteps };
}

async function simulate(workload: PeerWorkload, folder: string): Promise<void> {
  writeFileSync(join(folder, 'run.mdp'), langevin(workload));
  writeFileSync(join(folder, 'start.gro'), start(workload));
  writeFileSync(join(folder, 'topology.top'), topology(workload));
  const input = ['-f', 'run.mdp', '-c', 'start.gro', '-p', 'topology.top', '-o', 'run.tpr', '-maxwarn', '9'];
  await runProgram(program, ['-quiet', 'grompp', ...input], folder);
  const alone = ['-ntmpi', '1', '-ntomp', '1', '-pin', 'off', '-noconfout'];
  await runProgram(program, ['-quiet', 'mdrun', '-s', 'run.tpr', '-deffnm', 'run', ...alone], folder);
}

/** The parameters of the benchmarks with other lines in place of their own. */
function langevin(workload: PeerWorkload): string {
  const lines = [
    ...['integrator = sd', 'tc-grps = System', `ref-t = ${kelvin}`, `tau-t = ${1 / friction}`, 'ld-seed = 3'],
    ...[`nstenergy = ${spacing}`, `nstcalcenergy = ${spacing}`],
    ...[`nstxout-compressed = ${spacing}`, 'compressed-x-precision = 100000'],
  ];
  const replaced = new Set(lines.map(line => line.split(' ')[0]));
  const kept = runParameters(workload, { listSteps }).split('\n');
  return [...kept.filter(line => !replaced.has(line.split(' ')[0])), ...lines, ''].join('\n');
}

/** So few that the list with its buffer fits into half of a small box. */
const listSteps = 1;

async function energies({ model, system }: PeerWorkload, folder: string) {
  const choice = `printf 'Potential\\nTemperature\\n\\n' | ${program} -quiet energy`;
  const args = `-f run.edr -o energy.xvg -xvg none -b ${skipped}`;
  await runProgram('sh', ['-c', `${choice} ${args}`], folder);
  const rows = table(join(folder, 'energy.xvg'));
  const perMolecule = (value: number) => (value * kJ) / system.moleculeNames.length;
  return {
    energy: estimateOf(blockedMean(rows.map(([, potential]) => perMolecule(potential) - ownField(model)))),
    temperature: estimateOf(blockedMean(rows.map(([, , temperature]) => temperature))),
  };
}

/** Its own distribution of each block. */
async function peak(picoseconds: number, folder: string) {
  const functions: number[][][] = [];
  for (let k = 0; k < blocks; k++) {
    const from = skipped + (k * picoseconds) / blocks;
    // The end of a block is the beginning of the next one.
    const to = from + picoseconds / blocks - step / molecularUnits.ps;
    const file = `rdf-${k}.xvg`;
    const window = [
      '-b',
      String(from),
      '-e',
      String(to),
      '-bin',
      String(binWidth / nm),
      '-rmax',
      String(reach / nm),
    ];
    const kinds = ['-ref', 'name OW', '-sel', 'name OW'];
    const files = ['-f', 'run.xtc', '-s', 'run.tpr', '-o', file, '-xvg', 'none'];
    await runProgram(program, ['-quiet', 'rdf', ...files, ...window, ...kinds], folder);
    functions.push(table(join(folder, file)));
  }
  const r = Float64Array.from(functions[0], ([x]) => x * nm);
  return peakOfBlocks(
    r,
    functions.map(rows => Float64Array.from(rows, ([, g]) => g)),
  );
}

function table(file: string): number[][] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number));
}
