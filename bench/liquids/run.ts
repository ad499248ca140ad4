// The suite of the liquids: not how fast they are, but whether their physics is right.

import { thisMachine, today } from '../machine.ts';
import { liquid } from '../molecules/starts.ts';
import { type MeasureOptions, printProgress } from '../run.ts';
import { constantEnergy } from './constant-energy.ts';
import { growthWithSize } from './growth-with-size.ts';
import type { Section } from './judged.ts';
import { formatLiquids, type LiquidReport } from './report.ts';
import { structureOf } from './structure.ts';

export interface LiquidBenchOptions extends Pick<MeasureOptions, 'only' | 'onProgress'> {
  /** Print JSON instead of tables. */
  readonly json?: boolean;
}

const small = { model: 'tip3p', molecules: 216, before: 10, picoseconds: 100 } as const;

/** A Coulomb force that ends almost without a kink: the reaction field with ε = ∞ ends with a slope 3Kq²/r_c³. */
const dampedForces = {
  forces: 'lennard-jones: { cutoff: 9 }, coulomb: { mode: damped shifted force, alpha: 0.3, cutoff: 9 }',
  notes: ['Coulomb: damped shifted force with α = 0.3/Å in place of the reaction field'],
};

/** By name, in the order in which they run. */
const parts: Readonly<Record<string, () => Section | Promise<Section>>> = {
  growth: growthWithSize,
  'nve-216': () => constantEnergy({ ...small, id: 'nve-216' }),
  'nve-216-damped': () => constantEnergy({ ...small, id: 'nve-216-damped', ...dampedForces }),
  'nve-1000': () =>
    constantEnergy({
      ...{ id: 'nve-1000', model: 'tip3p', molecules: 1000, structure: liquid('tip3p') },
      ...{ before: 2, picoseconds: 100 },
    }),
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
