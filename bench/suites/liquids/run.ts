// The suite of the liquids: not how fast they are, but whether their physics is right.

import { thisMachine, today } from '../../machine.ts';
import { liquid, waterDroplet } from '../../measure/starts.ts';
import { type MeasureOptions, printProgress } from '../engine/run.ts';
import { constantEnergy } from './constant-energy.ts';
import type { Section } from './criterion.ts';
import { growthWithSize } from './growth-with-size.ts';
import { smoothForces, step } from './liquid.ts';
import { formatLiquids, type LiquidReport } from './report.ts';
import { structureOf } from './structure.ts';

export interface LiquidBenchOptions extends Pick<MeasureOptions, 'only' | 'onProgress'> {
  /** Print JSON instead of tables. */
  readonly json?: boolean;
}

const small = { model: 'tip3p', molecules: 216, before: 10, starts: 4, picoseconds: 25 } as const;

const openSpace = () => ({ structure: waterDroplet(216), forces: '', about: 'in open space, all pairs' });

const large = () => ({
  ...({ model: 'tip3p', molecules: 1000, structure: liquid('tip3p') } as const),
  ...{ before: 2, starts: 4, picoseconds: 25 },
});

const smooth = { forces: smoothForces, about: '9 Å, zero quadrupole' };

/** By name, in the order in which they run. */
const parts: Readonly<Record<string, () => Section | Promise<Section>>> = {
  growth: growthWithSize,
  'nve-216': () => constantEnergy({ ...small, id: 'nve-216' }),
  // With no kink in the force, nothing is left to walk at.
  'nve-216-smooth': () => constantEnergy({ ...small, ...smooth, id: 'nve-216-smooth' }),
  // Without a cut-off, what is left is the error of the step alone.
  'nve-216-open': () => constantEnergy({ ...small, ...openSpace(), id: 'nve-216-open' }),
  // The force of the reaction field has a kink at the cut-off, at which the energy walks: less with a smaller step.
  'nve-216-1fs': () => constantEnergy({ ...small, id: 'nve-216-1fs', h: step / 2 }),
  'nve-1000': () => constantEnergy({ ...large(), id: 'nve-1000' }),
  'nve-1000-smooth': () => constantEnergy({ ...large(), ...smooth, id: 'nve-1000-smooth' }),
  tip3p: () => structureOf({ model: 'tip3p', molecules: 216, before: 20, picoseconds: 100 }),
  spce: () => structureOf({ model: 'spce', molecules: 216, before: 20, picoseconds: 100 }),
};

/** Measures, prints what it found, and returns it. Progress goes to the error stream. */
export async function benchLiquids(options: LiquidBenchOptions = {}): Promise<LiquidReport> {
  const { only = Object.keys(parts), onProgress = printProgress } = options;
  const sections: Section[] = [];
  for (const name of only) {
    if (!(name in parts))
      throw new Error(`there is no part “${name}”; there are: ${Object.keys(parts).join(', ')}`);
    onProgress(sections.length, only.length, name);
    sections.push(await parts[name]());
  }
  const met = sections.every(({ lines }) => lines.every(line => line.met !== false));
  const report = { date: today(), machine: thisMachine(), sections, met };
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : formatLiquids(report)}\n`);
  return report;
}
