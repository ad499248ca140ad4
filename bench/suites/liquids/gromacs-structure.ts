// The same liquid by GROMACS in double precision: its “sd” integrator at the same friction and step, whose positions are those of
// BAOAB, the same cut-offs (potential-shift, reaction field with epsilon-rf = 0, that is ∞), its own analysis.
//
// Its Coulomb energy includes the reaction field of a molecule's own charges, which is subtracted: K q_i q_j (k r² − c) of every
// excluded pair, and −½ K c q_i² of every particle with itself. In a neutral molecule the parts with c cancel, Σ_{i<j} q_i q_j = −½ Σ q_i²;
//   K k Σ_{i<j} q_i q_j r_ij²,   k = 1/(2r_c³) for ε = ∞,   is left. No force changes.
// Reference: Tironi et al., J. Chem. Phys. 102 (1995) 5451; GROMACS manual, “Coulomb interaction with reaction field”.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MoleculeModel } from '../../../src/particles/models/molecule-model.ts';
import { modelNamed } from '../../../src/particles/models/named-models.ts';
import { coulombConstant, molecularUnits } from '../../../src/particles/units.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { blockedMean } from '../../../src/statistics/block-average.ts';
import { gromacs, writeInput } from '../../contestants/gromacs/gromacs.ts';
import { langevinParameters } from '../../contestants/gromacs/input.ts';
import type { MoleculeRun } from '../../contestants/molecule-program.ts';
import { systemOf } from '../../measure/problem.ts';
import { runProgram } from '../../measure/run-program.ts';
import { withFolder } from '../../suite.ts';
import { estimateOf, peakOfBlocks, type Structure, sampling } from './peak.ts';
import { cutoff, kelvin, step } from './water.ts';

const { nm, kJ, ps } = molecularUnits;
const { friction, spacing, blocks, reach, binWidth } = sampling;
const program = 'gmx_d';
/** Picoseconds that are not sampled, after the change of programs. */
const skipped = 5;

export interface GromacsStructure extends Structure {
  readonly build: string;
}

/** The reason as text where it is not installed. */
export async function gromacsStructure(
  problem: Problem,
  name: string,
  picoseconds: number,
): Promise<GromacsStructure | string> {
  const build = await gromacs({ name: 'GROMACS double', program }).build();
  if (build === null) return 'GROMACS in double precision (gmx_d) is not installed: no comparison with it';
  const model = modelNamed(name);
  if (!model) throw new Error(`there is no model “${name}”`);
  return withFolder(async folder => {
    const run = runFrom(problem, model, picoseconds + skipped);
    await simulate(run, folder);
    return { ...(await energies(run, folder)), ...(await peak(picoseconds, folder)), build };
  });
}

/** From the start of our own run. */
function runFrom(problem: Problem, model: MoleculeModel, picoseconds: number): MoleculeRun {
  const { n, initial } = problem;
  const system = { ...systemOf(problem), positions: initial.slice(0, n), momenta: initial.slice(n) };
  return { model, system, step, cutoff, warmSteps: 0, timedSteps: Math.round((picoseconds * ps) / step) };
}

async function simulate(run: MoleculeRun, folder: string): Promise<void> {
  const parameters = langevinParameters(run, { kelvin, friction, seed: 3, listSteps: 1 }, [
    ...[`nstenergy = ${spacing}`, `nstcalcenergy = ${spacing}`],
    ...[`nstxout-compressed = ${spacing}`, 'compressed-x-precision = 100000'],
  ]);
  await writeInput({ program, run, parameters, folder });
  const flags = ['-ntmpi', '1', '-ntomp', '1', '-pin', 'off', '-noconfout'];
  await runProgram(program, ['-quiet', 'mdrun', '-s', 'run.tpr', '-deffnm', 'run', ...flags], folder);
}

async function energies({ model, system }: MoleculeRun, folder: string) {
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

/** Of a molecule whose pairs are all rods, in kcal/mol. */
function ownField({ sites, rods }: MoleculeModel): number {
  const k = 1 / (2 * cutoff ** 3);
  const sum = rods.reduce(
    (all, { a, b, length }) => all + sites[a].charge * sites[b].charge * length ** 2,
    0,
  );
  return coulombConstant * k * sum;
}

/** Its own distribution of each block. */
async function peak(picoseconds: number, folder: string) {
  const functions: number[][][] = [];
  const bins = ['-bin', String(binWidth / nm), '-rmax', String(reach / nm)];
  const kinds = ['-ref', 'name OW', '-sel', 'name OW'];
  for (let k = 0; k < blocks; k++) {
    const from = skipped + (k * picoseconds) / blocks;
    // The end of a block is the beginning of the next one.
    const to = from + picoseconds / blocks - step / ps;
    const file = `rdf-${k}.xvg`;
    const files = ['-f', 'run.xtc', '-s', 'run.tpr', '-o', file, '-xvg', 'none'];
    const window = ['-b', String(from), '-e', String(to)];
    await runProgram(program, ['-quiet', 'rdf', ...files, ...window, ...bins, ...kinds], folder);
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
