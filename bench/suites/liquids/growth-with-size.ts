// How the cost of water grows with the number of molecules: processor time of a step, rebuilt neighbour lists included, and
// of making the problem from its file. The exponent e of  time = c · moleculesᵉ  is the slope of a straight line in logarithms.

import { median } from '../../measure/median.ts';
import { createStepper } from '../../measure/stepper.ts';
import { straightLine } from '../../measure/straight-line.ts';
import { bounded, type Line, type Section, told } from './criterion.ts';
import { step, waterBox } from './liquid.ts';

interface Size {
  readonly molecules: number;
  /** Steps of one turn: enough for a few neighbour lists. */
  readonly steps: number;
}

const sizes: readonly Size[] = [
  { molecules: 1000, steps: 120 },
  { molecules: 3000, steps: 60 },
  { molecules: 10_000, steps: 40 },
  { molecules: 30_000, steps: 40 },
];
const turns = 3;
/** Lattices melt first. */
const warmSteps = 20;
/** Loading is done once: it must only be far from quadratic. */
const bars = { step: 1.1, load: 1.5 };

interface Cost {
  readonly molecules: number;
  readonly step: number;
  readonly load: number;
  readonly first: number;
}

export function growthWithSize(): Section {
  const costs = sizes.map(costOf);
  const lines: Line[] = costs.flatMap(cost => [
    told({ what: `${cost.molecules} molecules, one step`, unit: 'ms' }, 1e3 * cost.step),
    told({ what: `${cost.molecules} molecules, load`, unit: 's' }, cost.load),
    told({ what: `${cost.molecules} molecules, from problem to first step`, unit: 's' }, cost.first),
  ]);
  const ofStep = straightLine(
    costs.map(({ molecules }) => Math.log(molecules)),
    costs.map(cost => Math.log(cost.step)),
  );
  const exponents = [
    bounded({ what: 'exponent of the time per step', unit: '' }, ofStep.slope, ofStep.error, bars.step),
    ...(['load', 'first'] as const).map(part =>
      bounded(growing[part], lastExponent(costs, part), null, bars.load),
    ),
  ];
  return {
    id: 'growth',
    title: `growth from ${sizes[0].molecules} to ${sizes[sizes.length - 1].molecules} TIP3P`,
    lines: [...exponents, ...lines],
    notes: [],
  };
}

const growing = {
  load: { what: 'exponent of the time to load, between the last two sizes', unit: '' },
  first: { what: 'exponent of the time from problem to first step, between the last two', unit: '' },
};

/** Small problems load as fast as the code compiles: only large ones tell. */
function lastExponent(costs: readonly Cost[], part: 'load' | 'first'): number {
  const [a, b] = costs.slice(-2);
  return Math.log(b[part] / a[part]) / Math.log(b.molecules / a.molecules);
}

function costOf({ molecules, steps }: Size): Cost {
  const [problem, load] = timed(() => waterBox({ model: 'tip3p', molecules }));
  const [stepper, first] = timed(() => {
    const made = createStepper(problem, { method: 'rattle', h: step }).stepper;
    made.advance(1);
    return made;
  });
  stepper.advance(warmSteps);
  const times = Array.from({ length: turns }, () => timed(() => stepper.advance(steps))[1] / steps);
  return { molecules, step: median(times), load, first };
}

/** What was made, and the processor time it took in seconds. */
function timed<T>(make: () => T): [T, number] {
  const begin = process.cpuUsage();
  const made = make();
  const { user, system } = process.cpuUsage(begin);
  return [made, (user + system) / 1e6];
}
