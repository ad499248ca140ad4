// Structure and energy of liquid water at 298 K by Langevin dynamics (g-BAOAB): first peak of the O–O distribution, potential
// energy per molecule, temperature; beside published values and beside GROMACS on the same liquid.
//
// The papers cut the potential without a shift: U(r_c) more for each pair within r_c, about ½ ρ (4π/3) r_c³ U(r_c) per molecule, ρ the
// number density, where the liquid is homogeneous beyond its first shells. Neither changes a force. They had no reaction field,
// whose part of the energy cannot be converted.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createThermometer } from '../../../src/observers/temperature.ts';
import type { MoleculeModel } from '../../../src/particles/models/molecule-model.ts';
import { volume } from '../../../src/particles/system.ts';
import { coulombConstant, molecularUnits } from '../../../src/particles/units.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { blockedMean } from '../../../src/statistics/block-average.ts';
import { createRadialDistribution } from '../../../src/statistics/radial-distribution.ts';
import {
  energyTable,
  gromacsBuild,
  langevinParameters,
  mdrun,
  doublePrecision as program,
  writeInput,
} from '../../contestants/gromacs/gromacs.ts';
import { knownModel, type MoleculeRun, numbersIn } from '../../contestants/molecule-program.ts';
import { systemOf } from '../../measure/problem.ts';
import { runProgram } from '../../measure/processes.ts';
import { withFolder } from '../../suite.ts';
import { type Estimate, peakOfBlocks } from './peak.ts';
import { agreeing, compared, type Expected, information, type Line, type Section } from './report.ts';
import { cutoff, equilibrated, kelvin, langevin, step, temperature, waterBox } from './water.ts';

const { nm, kJ, ps, K } = molecularUnits;

export interface StructureRun {
  readonly name: string;
  readonly model: 'tip3p' | 'spce';
  readonly molecules: number;
  /** Langevin dynamics before and during sampling, in picoseconds. */
  readonly before: number;
  readonly picoseconds: number;
}

export type Published = Readonly<
  Record<StructureRun['model'], { readonly [K in 'position' | 'height' | 'energy']: Expected }>
>;

/** First peak of the O–O distribution (Å), potential energy (kcal/mol per molecule), K. */
const names = ['position', 'height', 'energy', 'temperature'] as const;
type Structure = Readonly<Record<(typeof names)[number], Estimate>>;

/** Rate of the thermostat (1/ps), steps between samples, blocks for the errors of the peak, range and bins of the distribution (Å). */
const [friction, spacing, blocks, reach, binWidth] = [1, 20, 20, 8, 0.01];

function estimateOf(values: ArrayLike<number>): Estimate {
  const { mean, standardError } = blockedMean(values);
  return { value: mean, error: standardError };
}

export async function structureOf(
  run: StructureRun,
  published: Published[StructureRun['model']],
): Promise<Section> {
  const { model, molecules, picoseconds } = run;
  const problem = equilibrated(waterBox(run), run.before);
  const ours = sampled(problem, picoseconds);
  const gromacs = await gromacsStructure(problem, model, picoseconds);
  const isInstalled = typeof gromacs !== 'string';
  const source = 'the thermostat, within 3 standard errors';
  const thermostat = { near: kelvin, within: 3 * ours.temperature.error, source };
  return {
    id: model,
    title: `${molecules} ${model} at ${kelvin} K, ${picoseconds} ps of Langevin dynamics, 2 fs`,
    lines: [
      compared('temperature', ours.temperature, thermostat),
      compared('position', ours.position, published.position),
      compared('height', ours.height, published.height),
      information('energy', ours.energy.value, ours.energy.error),
      compared('notShifted', notShifted(problem, model, ours.energy), published.energy),
      ...(isInstalled ? besideGromacs(ours, gromacs) : []),
    ],
    notes: isInstalled ? [] : [gromacs],
  };
}

const besideGromacs = (ours: Structure, theirs: GromacsStructure): Line[] =>
  names.flatMap(name => [
    information(name, theirs[name].value, theirs[name].error, ['', ', by GROMACS']),
    agreeing(name, ours[name], theirs[name], theirs.build),
  ]);

/** Of a model whose first kind alone has Lennard-Jones forces. */
function notShifted(problem: Problem, name: string, { value, error }: Estimate): Estimate {
  const { box, moleculeNames } = systemOf(problem);
  if (!box) throw new Error(`there is no box of “${name}”`);
  const [{ sigma, epsilon }] = knownModel(name).kinds;
  const s6 = (sigma / cutoff) ** 6;
  const pairs = 0.5 * (moleculeNames.length / volume(box)) * (4 / 3) * Math.PI * cutoff ** 3;
  return { value: value + pairs * 4 * epsilon * (s6 * s6 - s6), error };
}

function sampled(problem: Problem, picoseconds: number): Structure {
  const system = systemOf(problem);
  const { separable } = problem.H;
  if (!separable) throw new Error('water has a potential energy');
  const stepper = langevin(problem, { friction: friction / ps, seed: 2 });
  const thermometer = createThermometer(problem, { temperature });
  const samples = Math.floor((picoseconds * ps) / (spacing * step) / blocks) * blocks;
  const [energies, kelvins] = [new Float64Array(samples), new Float64Array(samples)];
  const curves = Array.from({ length: blocks }, () => {
    const curve = createRadialDistribution(system, { to: reach, bins: reach / binWidth, pairs: ['OW-OW'] });
    if (!curve) throw new Error('water in a box has a radial distribution');
    return curve;
  });
  for (let k = 0; k < samples; k++) {
    const z = stepper.advance(spacing);
    energies[k] = separable.potential(z) / system.moleculeNames.length;
    kelvins[k] = thermometer.temperature(z) / K;
    curves[Math.floor((k * blocks) / samples)].add(z);
  }
  const results = curves.map(curve => curve.result());
  return {
    ...peakOfBlocks(
      results[0].r,
      results.map(({ curves: [one] }) => one.g),
    ),
    energy: estimateOf(energies),
    temperature: estimateOf(kelvins),
  };
}

// The same liquid by GROMACS in double precision: its “sd” integrator at the same friction and step, whose positions are those of
// BAOAB, the same cut-offs (potential-shift, reaction field with epsilon-rf = 0, that is ∞), its own analysis.
//
// Its Coulomb energy includes the reaction field of a molecule's own charges, which is subtracted: K q_i q_j (k r² − c) of every
// excluded pair, and −½ K c q_i² of every particle with itself. In a neutral molecule the parts with c cancel, Σ_{i<j} q_i q_j = −½ Σ q_i²;
//   K k Σ_{i<j} q_i q_j r_ij²,   k = 1/(2r_c³) for ε = ∞,   is left. No force changes.
// Reference: Tironi et al., J. Chem. Phys. 102 (1995) 5451; GROMACS manual, “Coulomb interaction with reaction field”.

/** Picoseconds that are not sampled, after the change of programs. */
const skipped = 5;

type GromacsStructure = Structure & { readonly build: string };

/** The reason as text where it is not installed. */
async function gromacsStructure(
  problem: Problem,
  name: string,
  picoseconds: number,
): Promise<GromacsStructure | string> {
  const build = await gromacsBuild();
  if (build === null) return 'GROMACS in double precision (gmx_d) is not installed: no comparison with it';
  const model = knownModel(name);
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
  const parameters = langevinParameters(
    run,
    { kelvin, friction, seed: 3, listSteps: 1 },
    {
      ...{ nstenergy: spacing, nstcalcenergy: spacing },
      ...{ 'nstxout-compressed': spacing, 'compressed-x-precision': 100_000 },
    },
  );
  await writeInput(program, run, parameters, folder);
  await runProgram(program, mdrun(['-noconfout']), folder);
}

async function energies({ model, system }: MoleculeRun, folder: string) {
  const rows = numbersIn(await energyTable(program, ['Potential', 'Temperature'], folder, `-b ${skipped}`));
  const perMolecule = (value: number) => (value * kJ) / system.moleculeNames.length;
  return {
    energy: estimateOf(rows.map(([, potential]) => perMolecule(potential) - ownField(model))),
    temperature: estimateOf(rows.map(([, , temperature]) => temperature)),
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
    functions.push(numbersIn(readFileSync(join(folder, file), 'utf8')));
  }
  const r = Float64Array.from(functions[0], ([x]) => x * nm);
  return peakOfBlocks(
    r,
    functions.map(rows => Float64Array.from(rows, ([, g]) => g)),
  );
}
