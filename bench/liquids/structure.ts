// Structure and energy of liquid water at 298 K by Langevin dynamics (g-BAOAB): first peak of the O–O distribution,
// potential energy per molecule, temperature; beside published values and beside GROMACS on the same liquid.

import { createRadialDistribution } from '../../src/observers/radial-distribution.ts';
import { blockedMean } from '../../src/observers/statistics.ts';
import { createThermometer } from '../../src/observers/temperature.ts';
import { volume } from '../../src/particles/box.ts';
import { modelNamed } from '../../src/particles/models/named-model.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { systemOf } from '../molecules/workloads.ts';
import { ownField, withoutShift } from './energy-constants.ts';
import { gromacsStructure } from './gromacs-structure.ts';
import { agreeing, compared, type Line, type Section, told } from './judged.ts';
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
  asPublished: { what: 'potential energy with own field, without shift', unit: 'kcal/mol' },
  temperature: { what: 'kinetic temperature', unit: 'K' },
};
const names = ['position', 'height', 'energy', 'temperature'] as const;

export async function structureOf(run: StructureRun): Promise<Section> {
  const { model, molecules, picoseconds } = run;
  const problem = equilibrated(waterBox(run), run.before);
  const ours = sampled(problem, picoseconds);
  const gromacs = await gromacsStructure(problem, model, picoseconds);
  const beside: Line[] =
    typeof gromacs === 'string'
      ? []
      : names.flatMap(name => [
          told(
            { ...quantities[name], what: `${quantities[name].what}, by GROMACS` },
            gromacs[name].value,
            gromacs[name].error,
          ),
          agreeing(quantities[name], ours[name], gromacs[name], gromacs.build),
        ]);
  const known = published[model];
  return {
    id: model,
    title: `${molecules} ${model} at ${kelvin} K, ${picoseconds} ps of Langevin dynamics, 2 fs`,
    lines: [
      compared(quantities.temperature, ours.temperature, {
        near: kelvin,
        within: 3 * ours.temperature.error,
        source: 'the thermostat, within 3 standard errors',
      }),
      ...(['position', 'height'] as const).map(name => compared(quantities[name], ours[name], known[name])),
      compared(quantities.asPublished, asPublished(problem, model, ours.energy), known.energy),
      ...beside,
    ],
    notes: typeof gromacs === 'string' ? [gromacs] : [],
  };
}

/** Papers count the reaction field of a molecule's own charges, and cut without a shift. */
function asPublished(problem: Problem, name: string, { value, error }: Estimate): Estimate {
  const { box, moleculeNames } = systemOf(problem);
  const model = modelNamed(name);
  if (!model || !box) throw new Error(`there is no box of “${name}”`);
  const density = moleculeNames.length / volume(box);
  return { value: value + ownField(model) + withoutShift(model, density), error };
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
