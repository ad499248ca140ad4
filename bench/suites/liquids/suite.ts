// Suite `liquids`: the physics of liquid water, instead of its speed.

import { growthExponent, straightLine } from '../../measure/drift.ts';
import { median } from '../../measure/rounds.ts';
import { createStepper, timed } from '../../measure/stepper.ts';
import { formatReport, type ReportOf, type SuiteRun } from '../../suite.ts';
import { type ConstantEnergyBars, type ConstantEnergyRun, constantEnergy } from './constant-energy.ts';
import { bounded, information, type Section, shownSection } from './report.ts';
import { type Published, type StructureRun, structureOf } from './structure.ts';
import { step, waterBox } from './water.ts';

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

export type LiquidReport = ReportOf<typeof measure>;

export async function measure({ definition, each }: SuiteRun<Definition>) {
  const { workloads, growth, bars, published } = definition;
  const sections = await each(workloads, (workload): Section | Promise<Section> => {
    if (workload.kind === 'growth') return growthWithSize(growth);
    return workload.kind === 'structure'
      ? structureOf(workload, published[workload.model])
      : constantEnergy(workload, bars);
  });
  /** Whether all bars are met. */
  const met = sections.every(({ lines }) => lines.every(line => line.met !== false));
  return { sections, met };
}

export const format = (report: LiquidReport) =>
  formatReport('liquids', { ...report, sections: report.sections.map(shownSection) });

// Scaling of water with the number of molecules: processor time of a step, neighbour lists included, and of loading the problem.
// The exponent e of time = c · moleculesᵉ is the slope of a straight line in logarithms.

interface GrowthDefinition {
  readonly sizes: readonly { readonly molecules: number; readonly steps: number }[];
  readonly exponents: { readonly step: number; readonly load: number };
}

const timings = 3;
/** Lattices melt first. */
const warmSteps = 20;

function growthWithSize({ sizes, exponents }: GrowthDefinition): Section {
  const costs = sizes.map(costOf);
  const line = straightLine(
    costs.map(({ molecules }) => Math.log(molecules)),
    costs.map(cost => Math.log(cost.step)),
  );
  // Small problems load as fast as the code compiles: only large ones show the growth.
  const lastExponent = (part: 'load' | 'first') =>
    growthExponent(costs.slice(-2).map(cost => ({ size: cost.molecules, time: cost[part] }))) ?? Number.NaN;
  return {
    id: 'growth',
    title: `growth from ${sizes[0].molecules} to ${sizes[sizes.length - 1].molecules} TIP3P`,
    lines: [
      bounded('stepExponent', line.slope, line.error, exponents.step),
      bounded('loadExponent', lastExponent('load'), null, exponents.load),
      bounded('firstExponent', lastExponent('first'), null, exponents.load),
      ...costs.flatMap(({ molecules, load, first, ...cost }) =>
        Object.entries({ step: 1e3 * cost.step, load, first }).map(([name, value]) =>
          information(name, value, null, [`${molecules} `, '']),
        ),
      ),
    ],
    notes: [],
  };
}

function costOf({ molecules, steps }: GrowthDefinition['sizes'][number]) {
  const [problem, load] = timed(() => waterBox({ model: 'tip3p', molecules }));
  const [stepper, first] = timed(() => {
    const created = createStepper(problem, { method: 'rattle', h: step }).stepper;
    created.advance(1);
    return created;
  });
  stepper.advance(warmSteps);
  const times = Array.from({ length: timings }, () => timed(() => stepper.advance(steps))[1] / steps);
  return { molecules, step: median(times), load, first };
}
