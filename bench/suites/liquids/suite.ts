// Suite `liquids`: the physics of liquid water, instead of its speed.

import { thisMachine, today } from '../../machine.ts';
import { measureEach, readDefinition, type SuiteOptions, selected } from '../../suite.ts';
import { type ConstantEnergyBars, type ConstantEnergyRun, constantEnergy } from './constant-energy.ts';
import { type GrowthDefinition, growthWithSize } from './growth.ts';
import { formatLiquids, type LiquidReport, type Section } from './report.ts';
import { type Published, type StructureRun, structureOf } from './structure.ts';

export const format = formatLiquids;

type LiquidWorkload =
  | { readonly name: string; readonly kind: 'growth' }
  | (ConstantEnergyRun & { readonly kind: 'constant energy' })
  | (StructureRun & { readonly kind: 'structure' });

interface Definition {
  readonly bars: ConstantEnergyBars;
  readonly growth: GrowthDefinition;
  readonly workloads: readonly LiquidWorkload[];
  readonly published: Published;
}

export async function measure({ only }: SuiteOptions): Promise<LiquidReport> {
  const { workloads, growth, bars, published } = readDefinition<Definition>('liquids');
  const sections = await measureEach(selected(workloads, only), (workload): Section | Promise<Section> => {
    if (workload.kind === 'growth') return growthWithSize(growth);
    return workload.kind === 'structure'
      ? structureOf(workload, published[workload.model])
      : constantEnergy(workload, bars);
  });
  const met = sections.every(({ lines }) => lines.every(line => line.met !== false));
  return { date: today(), machine: thisMachine(), sections, met };
}
