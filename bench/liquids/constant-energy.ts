// Rigid water by RATTLE at constant energy: does the energy drift, do rods keep their lengths and the momentum its value,
// and does the motion run backwards to where it came from?

import { freedomOf } from '../../src/observers/degrees-of-freedom.ts';
import { meanOf } from '../../src/observers/statistics.ts';
import { createThermometer } from '../../src/observers/temperature.ts';
import type { ParticleSystem } from '../../src/particles/particle-system.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { createStepper } from '../engine.ts';
import { systemOf } from '../molecules/workloads.ts';
import { driftOf } from './drift.ts';
import { bounded, type Line, type Section, told } from './judged.ts';
import { equilibrated, step, temperature, totalMomentum, type Water, waterBox } from './liquid.ts';
import { reversalLines } from './reversal.ts';

const { fs, ps, ns, K } = molecularUnits;

export interface ConstantEnergyRun extends Water {
  readonly id: string;
  readonly picoseconds: number;
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
  const { molecules, model, picoseconds, about = '9 Å', h = step } = run;
  const problem = equilibrated(waterBox(run), run.before);
  const seen = watched(problem, h, Math.round((picoseconds * ps) / spacing));
  const freedom = freedomOf(problem).count;
  const { slope, error, walk, swing } = driftOf(
    seen.energies.map(energy => energy / (freedom * temperature)),
    spacing / ns,
  );
  const lines: Line[] = [
    bounded({ what: 'energy drift per degree of freedom', unit: 'kT/ns' }, slope, error, bars.drift),
    told({ what: 'random walk of the energy per degree of freedom', unit: 'kT/√ns' }, walk),
    told({ what: 'swing of the energy per degree of freedom', unit: 'kT' }, swing),
    bounded({ what: 'worst rod, relative to its length', unit: '' }, seen.rods, null, bars.rods),
    bounded(
      { what: 'total momentum, relative to the sizes of all momenta', unit: '' },
      seen.momentum,
      null,
      bars.momentum,
    ),
    told({ what: 'temperature', unit: 'K' }, seen.kelvin),
    ...reversalLines(problem, h),
  ];
  const title = `${molecules} ${model} at constant energy, ${about}, ${picoseconds} ps, ${Number((h / fs).toFixed(3))} fs, ${freedom} degrees of freedom`;
  return { id: run.id, title, lines, notes: [] };
}

/** The energies, and the worst of what should be constant, looked at every few steps. */
function watched(problem: Problem, h: number, samples: number) {
  const { stepper } = createStepper(problem, { method: 'rattle', h });
  const system = systemOf(problem);
  const thermometer = createThermometer(problem);
  const [energies, kelvins] = [new Float64Array(samples), new Float64Array(samples)];
  let [rods, momentum] = [0, 0];
  for (let k = 0; k < samples; k++) {
    const z = stepper.advance(Math.round(spacing / h));
    energies[k] = problem.H.value(z);
    kelvins[k] = thermometer.temperature(z) / K;
    rods = Math.max(rods, worstRod(system, z));
    momentum = Math.max(momentum, shareOfMomentum(z, problem.n));
  }
  return { energies, kelvin: meanOf(kelvins), rods, momentum };
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
