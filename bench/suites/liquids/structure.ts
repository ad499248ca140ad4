// Structure and energy of liquid water at 298 K by Langevin dynamics (g-BAOAB): first peak of the O–O distribution, potential
// energy per molecule, temperature; beside published values and beside GROMACS on the same liquid.
//
// The papers cut the potential without a shift: U(r_c) more for each pair within r_c, about ½ ρ (4π/3) r_c³ U(r_c) per molecule, ρ the
// number density, where the liquid is homogeneous beyond its first shells. Neither changes a force. They had no reaction field,
// whose part of the energy cannot be converted.

import { createThermometer } from '../../../src/observers/temperature.ts';
import { modelNamed } from '../../../src/particles/models/named-models.ts';
import { volume } from '../../../src/particles/system.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { blockedMean } from '../../../src/statistics/block-average.ts';
import { createRadialDistribution } from '../../../src/statistics/radial-distribution.ts';
import { systemOf } from '../../measure/problem.ts';
import { type GromacsStructure, gromacsStructure } from './gromacs-structure.ts';
import { type Estimate, estimateOf, peakOfBlocks, type Structure, sampling } from './peak.ts';
import { agreeing, compared, type Expected, information, type Line, type Section } from './report.ts';
import { cutoff, equilibrated, kelvin, langevin, step, temperature, waterBox } from './water.ts';

const { ps, K } = molecularUnits;

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

const quantities = {
  position: { what: 'O–O first peak, position', unit: 'Å' },
  height: { what: 'O–O first peak, height', unit: '' },
  energy: { what: 'potential energy per molecule', unit: 'kcal/mol' },
  notShifted: { what: 'potential energy, Lennard-Jones not shifted', unit: 'kcal/mol' },
  temperature: { what: 'kinetic temperature', unit: 'K' },
};
const names = ['position', 'height', 'energy', 'temperature'] as const;

export async function structureOf(
  run: StructureRun,
  published: Published[StructureRun['model']],
): Promise<Section> {
  const { model, molecules, picoseconds } = run;
  const problem = equilibrated(waterBox(run), run.before);
  const ours = sampled(problem, picoseconds);
  const gromacs = await gromacsStructure(problem, model, picoseconds);
  const isInstalled = typeof gromacs !== 'string';
  const thermostat = {
    ...{ near: kelvin, within: 3 * ours.temperature.error },
    source: 'the thermostat, within 3 standard errors',
  };
  return {
    id: model,
    title: `${molecules} ${model} at ${kelvin} K, ${picoseconds} ps of Langevin dynamics, 2 fs`,
    lines: [
      compared(quantities.temperature, ours.temperature, thermostat),
      compared(quantities.position, ours.position, published.position),
      compared(quantities.height, ours.height, published.height),
      information(quantities.energy, ours.energy.value, ours.energy.error),
      compared(quantities.notShifted, notShifted(problem, model, ours.energy), published.energy),
      ...(isInstalled ? besideGromacs(ours, gromacs) : []),
    ],
    notes: isInstalled ? [] : [gromacs],
  };
}

function besideGromacs(ours: Structure, theirs: GromacsStructure): Line[] {
  return names.flatMap(name => {
    const { what, unit } = quantities[name];
    const { value, error } = theirs[name];
    return [
      information({ what: `${what}, by GROMACS`, unit }, value, error),
      agreeing({ what: `${what}, ours beside it`, unit }, ours[name], theirs[name], theirs.build),
    ];
  });
}

/** Of a model whose first kind alone has Lennard-Jones forces. */
function notShifted(problem: Problem, name: string, { value, error }: Estimate): Estimate {
  const { box, moleculeNames } = systemOf(problem);
  const model = modelNamed(name);
  if (!model || !box) throw new Error(`there is no box of “${name}”`);
  const [{ sigma, epsilon }] = model.kinds;
  const s6 = (sigma / cutoff) ** 6;
  const pairs = 0.5 * (moleculeNames.length / volume(box)) * (4 / 3) * Math.PI * cutoff ** 3;
  return { value: value + pairs * 4 * epsilon * (s6 * s6 - s6), error };
}

function sampled(problem: Problem, picoseconds: number): Structure {
  const { friction, spacing, blocks, reach, binWidth } = sampling;
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
    energy: estimateOf(blockedMean(energies)),
    temperature: estimateOf(blockedMean(kelvins)),
  };
}
