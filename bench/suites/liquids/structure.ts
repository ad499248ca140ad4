// Structure and energy of liquid water at 298 K by Langevin dynamics (g-BAOAB): first peak of the O–O distribution,
// potential energy per molecule, temperature; beside published values and beside GROMACS on the same liquid.

import { createThermometer } from '../../../src/observers/temperature.ts';
import { modelNamed } from '../../../src/particles/models/named-models.ts';
import { volume } from '../../../src/particles/system.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { blockedMean } from '../../../src/statistics/block-average.ts';
import { createRadialDistribution } from '../../../src/statistics/radial-distribution.ts';
import { systemOf } from '../molecules/workloads.ts';
import { agreeing, compared, type Line, type Section, told } from './criterion.ts';
import { withoutShift } from './energy-constants.ts';
import { type GromacsStructure, gromacsStructure } from './gromacs-structure.ts';
import { equilibrated, heated, kelvin, step, temperature, waterBox } from './liquid.ts';
import { type Estimate, peakOfBlocks } from './peak.ts';
import { published } from './published.ts';
import { binWidth, blocks, estimateOf, friction, reach, type Structure, spacing } from './sampling.ts';

const { ps, K } = molecularUnits;

export interface StructureRun {
  readonly model: 'tip3p' | 'spce';
  readonly molecules: number;
  /** Langevin dynamics before and while it is looked at, in picoseconds. */
  readonly before: number;
  readonly picoseconds: number;
}

const quantities = {
  position: { what: 'O–O first peak, position', unit: 'Å' },
  height: { what: 'O–O first peak, height', unit: '' },
  energy: { what: 'potential energy per molecule', unit: 'kcal/mol' },
  notShifted: { what: 'potential energy, Lennard-Jones not shifted', unit: 'kcal/mol' },
  temperature: { what: 'kinetic temperature', unit: 'K' },
};
const names = ['position', 'height', 'energy', 'temperature'] as const;

export async function structureOf(run: StructureRun): Promise<Section> {
  const { model, molecules, picoseconds } = run;
  const problem = equilibrated(waterBox(run), run.before);
  const ours = sampled(problem, picoseconds);
  const gromacs = await gromacsStructure(problem, model, picoseconds);
  const isThere = typeof gromacs !== 'string';
  return {
    id: model,
    title: `${molecules} ${model} at ${kelvin} K, ${picoseconds} ps of Langevin dynamics, 2 fs`,
    lines: [...ownLines(problem, model, ours), ...(isThere ? besideGromacs(ours, gromacs) : [])],
    notes: isThere ? [] : [gromacs],
  };
}

/** Beside the thermostat and beside published values. */
export function ownLines(problem: Problem, model: StructureRun['model'], ours: Structure): Line[] {
  const known = published[model];
  return [
    compared(quantities.temperature, ours.temperature, {
      near: kelvin,
      within: 3 * ours.temperature.error,
      source: 'the thermostat, within 3 standard errors',
    }),
    compared(quantities.position, ours.position, known.position),
    compared(quantities.height, ours.height, known.height),
    told(quantities.energy, ours.energy.value, ours.energy.error),
    compared(quantities.notShifted, notShifted(problem, model, ours.energy), known.energy),
  ];
}

export function besideGromacs(ours: Structure, theirs: GromacsStructure): Line[] {
  return names.flatMap(name => {
    const { what, unit } = quantities[name];
    const { value, error } = theirs[name];
    return [
      told({ what: `${what}, by GROMACS`, unit }, value, error),
      agreeing({ what: `${what}, ours beside it`, unit }, ours[name], theirs[name], theirs.build),
    ];
  });
}

/** The papers cut without a shift. They had no reaction field: its part of the energy cannot be translated. */
function notShifted(problem: Problem, name: string, { value, error }: Estimate): Estimate {
  const { box, moleculeNames } = systemOf(problem);
  const model = modelNamed(name);
  if (!model || !box) throw new Error(`there is no box of “${name}”`);
  const density = moleculeNames.length / volume(box);
  return { value: value + withoutShift(model, density), error };
}

/** Ours, over the given picoseconds. */
export function sampled(problem: Problem, picoseconds: number, h = step): Structure {
  const system = systemOf(problem);
  const stepper = heated(problem, { friction: friction / ps, seed: 2 }, h);
  const thermometer = createThermometer(problem, { temperature });
  const samples = Math.floor((picoseconds * ps) / (spacing * step) / blocks) * blocks;
  const [energies, kelvins] = [new Float64Array(samples), new Float64Array(samples)];
  const curves = Array.from({ length: blocks }, () => {
    const curve = createRadialDistribution(system, { to: reach, bins: reach / binWidth, pairs: ['OW-OW'] });
    if (!curve) throw new Error('water in a box has a radial distribution');
    return curve;
  });
  const advance = Math.round((spacing * step) / h);
  for (let k = 0; k < samples; k++) {
    const z = stepper.advance(advance);
    energies[k] = potentialOf(problem, z) / system.moleculeNames.length;
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

function potentialOf({ H: { separable } }: Problem, z: Float64Array): number {
  if (!separable) throw new Error('water has a potential energy');
  return separable.potential(z);
}
