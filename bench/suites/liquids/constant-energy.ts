// Rigid water by RATTLE at constant energy: does the energy drift, do rods keep their lengths and the momentum its value,
// and does the motion run backwards to where it came from?

import { createThermometer, freedomOf } from '../../../src/observers/temperature.ts';
import type { ParticleSystem } from '../../../src/particles/system.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { meanOf } from '../../../src/statistics/block-average.ts';
import { driftOf, meanDrift } from '../../measure/drift.ts';
import { createStepper } from '../../measure/stepper.ts';
import { systemOf } from '../molecules/workloads.ts';
import { bounded, type Line, type Section, told } from './criterion.ts';
import { equilibrated, step, temperature, totalMomentum, type Water, waterBox } from './liquid.ts';
import { swingOf } from './modified-energy.ts';
import { reversalLines } from './reversal.ts';

const { fs, ps, ns, K } = molecularUnits;

export interface ConstantEnergyRun extends Water {
  readonly id: string;
  /** Of each start. */
  readonly picoseconds: number;
  /** How many independent starts. */
  readonly starts: number;
  /** For the title. */
  readonly about?: string;
  /** Langevin dynamics before, in picoseconds. */
  readonly before: number;
  readonly h?: number;
}

/** kT/ns per degree of freedom; rods relative to their lengths; momentum relative to Σ|p|. */
const bars = { drift: 1e-3, rods: 1e-13, momentum: 1e-13 };
/** Between looks at the energy. */
const spacing = 10 * fs;

export function constantEnergy(run: ConstantEnergyRun): Section {
  const { molecules, model, picoseconds, starts, about = '9 Å, reaction field', h = step } = run;
  const box = waterBox(run);
  const problems = Array.from({ length: starts }, (_, k) => equilibrated(box, run.before, k + 1));
  const seen = problems.map(problem => watched(problem, h, Math.round((picoseconds * ps) / spacing)));
  const freedom = freedomOf(box).count;
  const drift = (energies: (one: Seen) => Float64Array) =>
    meanDrift(
      seen.map(one =>
        driftOf(
          energies(one).map(energy => energy / (freedom * temperature)),
          spacing / ns,
        ),
      ),
    );
  const [kept, plain] = [drift(one => one.kept), drift(one => one.energies)];
  const worst = (value: (one: Seen) => number) => Math.max(...seen.map(value));
  const lines: Line[] = [
    bounded(quantities.drift, kept.slope, kept.error, bars.drift),
    told(quantities.plain, plain.slope, plain.error),
    told(quantities.walk, kept.walk),
    told(quantities.swing, plain.swing),
    bounded(
      quantities.rods,
      worst(one => one.rods),
      null,
      bars.rods,
    ),
    bounded(
      quantities.momentum,
      worst(one => one.momentum),
      null,
      bars.momentum,
    ),
    told({ what: 'temperature', unit: 'K' }, meanOf(seen.map(({ kelvin }) => kelvin))),
    ...reversalLines(problems[0], h),
  ];
  const length = `${starts} × ${picoseconds} ps, ${Number((h / fs).toFixed(3))} fs`;
  const title = `${molecules} ${model} at constant energy, ${about}, ${length}, ${freedom} degrees of freedom`;
  return { id: run.id, title, lines, notes: [] };
}

const quantities = {
  drift: { what: 'energy drift per degree of freedom', unit: 'kT/ns' },
  plain: { what: 'the same with the swing of the energy left in', unit: 'kT/ns' },
  walk: { what: 'random walk of the energy per degree of freedom', unit: 'kT/√ns' },
  swing: { what: 'swing of the energy per degree of freedom', unit: 'kT' },
  rods: { what: 'worst rod, relative to its length', unit: '' },
  momentum: { what: 'total momentum, relative to the sizes of all momenta', unit: '' },
};

interface Seen {
  readonly energies: Float64Array;
  /** The same with most of the swing taken out: see kept-energy.ts. */
  readonly kept: Float64Array;
  readonly kelvin: number;
  readonly rods: number;
  readonly momentum: number;
}

/** The energies, and the worst of what should be constant, looked at every few steps. */
function watched(problem: Problem, h: number, samples: number): Seen {
  const { stepper } = createStepper(problem, { method: 'rattle', h });
  const system = systemOf(problem);
  const thermometer = createThermometer(problem);
  const swing = swingOf(problem);
  const [energies, kept, kelvins] = [0, 1, 2].map(() => new Float64Array(samples));
  const before = new Float64Array(2 * problem.n);
  const steps = Math.round(spacing / h);
  let [rods, momentum] = [0, 0];
  for (let k = 0; k < samples; k++) {
    before.set(stepper.advance(steps - 1));
    const z = stepper.advance(1);
    energies[k] = problem.H.value(z);
    kept[k] = energies[k] + swing(before, z);
    kelvins[k] = thermometer.temperature(z) / K;
    rods = Math.max(rods, worstRod(system, z));
    momentum = Math.max(momentum, shareOfMomentum(z, problem.n));
  }
  return { energies, kept, kelvin: meanOf(kelvins), rods, momentum };
}

function worstRod({ rods }: ParticleSystem, z: State): number {
  let worst = 0;
  for (const { a, b, length } of rods) {
    const [x, y, w] = [z[3 * a] - z[3 * b], z[3 * a + 1] - z[3 * b + 1], z[3 * a + 2] - z[3 * b + 2]];
    worst = Math.max(worst, Math.abs(Math.sqrt(x * x + y * y + w * w) / length - 1));
  }
  return worst;
}

function shareOfMomentum(z: State, n: number): number {
  let sum = 0;
  for (let i = n; i < 2 * n; i++) sum += Math.abs(z[i]);
  return Math.hypot(...totalMomentum(z, n)) / sum;
}
