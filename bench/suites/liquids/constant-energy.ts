// Rigid water by RATTLE at constant energy: drift of the energy, lengths of rods, total momentum, and time reversal.
//
// The energy oscillates about what a step of Verlet conserves, H + h² (v·U''v/12 − Σ|F|²/(24m)) + O(h⁴). In means over time v·U''v
// is Σ|F|²/m, since their difference is the derivative of F·v. So the means of the modified energy
//   H + Σ|p' − p|²/(24m),   p' − p the change of the momenta in one step,
// are constant up to h⁴, and a drift or a random walk shows after picoseconds. With rods the same is found to hold: on 216 waters
// the factor that leaves the least noise is 0.0435(10), and it leaves a twelfth of the variance of means over 1 ps.
// Reference: Hairer, Lubich and Wanner, Geometric Numerical Integration (2006), section IX.3, on modified Hamiltonians.
//
// Reversal: steps forwards and as many with −h return to the start. A liquid is chaotic: round-off grows e-fold in less than
// 0.1 ps, so that after 1000 steps of 2 fs ten digits or more are lost. To distinguish an irreversible method from chaos, a short way
// is tested too, and the long one beside a twin, which turns at the same place with its state changed by one unit in the last place.

import { createThermometer, freedomOf } from '../../../src/observers/temperature.ts';
import { worstRod } from '../../../src/particles/topology/rod-geometry.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { meanOf } from '../../../src/statistics/block-average.ts';
import { driftOf, meanDrift } from '../../measure/drift.ts';
import { distance, systemOf } from '../../measure/problem.ts';
import { createStepper } from '../../measure/stepper.ts';
import { bounded, information, type Line, type Section } from './report.ts';
import { equilibrated, step, temperature, totalMomentum, type Water, waterBox } from './water.ts';

const { fs, ps, ns, K } = molecularUnits;

export interface ConstantEnergyRun extends Water {
  readonly name: string;
  /** Of each start. */
  readonly picoseconds: number;
  readonly starts: number;
  /** For the title. */
  readonly about?: string;
  readonly before: number;
  readonly femtoseconds?: number;
}

export type ConstantEnergyBars = Readonly<
  Record<'drift' | 'rods' | 'momentum' | 'shortReversal' | 'longReversal' | 'twin', number>
>;

/** Time between samples. */
const spacing = 10 * fs;

export function constantEnergy(run: ConstantEnergyRun, bars: ConstantEnergyBars): Section {
  const { molecules, model, picoseconds, starts, about = '9 Å, reaction field', femtoseconds } = run;
  const h = femtoseconds === undefined ? step : femtoseconds * fs;
  const box = waterBox(run);
  const problems = Array.from({ length: starts }, (_, k) => equilibrated(box, run.before, k + 1));
  const samples = problems.map(problem => sampled(problem, h, Math.round((picoseconds * ps) / spacing)));
  const freedom = freedomOf(box).count;
  const perFreedom = (energy: number) => energy / (freedom * temperature);
  const drift = (key: 'energies' | 'modified') =>
    meanDrift(samples.map(one => driftOf(one[key].map(perFreedom), spacing / ns)));
  const [modified, plain] = [drift('modified'), drift('energies')];
  const worst = (key: 'rods' | 'momentum') => Math.max(...samples.map(one => one[key]));
  const lines: Line[] = [
    bounded('drift', modified.slope, modified.error, bars.drift),
    information('plain', plain.slope, plain.error),
    information('walk', modified.walk),
    information('swing', plain.swing),
    bounded('rods', worst('rods'), null, bars.rods),
    bounded('momentum', worst('momentum'), null, bars.momentum),
    information('kelvin', meanOf(samples.map(({ kelvin }) => kelvin))),
    ...reversalLines(problems[0], h, bars),
  ];
  const length = `${starts} × ${picoseconds} ps, ${Number((h / fs).toFixed(3))} fs`;
  const title = `${molecules} ${model} at constant energy, ${about}, ${length}, ${freedom} degrees of freedom`;
  return { id: run.name, title, lines, notes: [] };
}

/** The energies, and the worst deviations of what should be constant. */
function sampled(problem: Problem, h: number, samples: number) {
  const { stepper } = createStepper(problem, { method: 'rattle', h });
  const thermometer = createThermometer(problem);
  const correction = modifiedEnergyTerm(problem);
  const [energies, modified, kelvins] = [0, 1, 2].map(() => new Float64Array(samples));
  const before = new Float64Array(2 * problem.n);
  const steps = Math.round(spacing / h);
  let [rods, momentum] = [0, 0];
  for (let k = 0; k < samples; k++) {
    before.set(stepper.advance(steps - 1));
    const z = stepper.advance(1);
    energies[k] = problem.H.value(z);
    modified[k] = energies[k] + correction(before, z);
    kelvins[k] = thermometer.temperature(z) / K;
    rods = Math.max(rods, worstRod(systemOf(problem).rods, z));
    momentum = Math.max(momentum, relativeMomentum(z, problem.n));
  }
  return { energies, modified, kelvin: meanOf(kelvins), rods, momentum };
}

/** Term of the modified energy at the end of a step from `before` to `z`. */
export function modifiedEnergyTerm(problem: Problem): (before: State, z: State) => number {
  const { n } = problem;
  const { mass } = systemOf(problem);
  return (before, z) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += (z[n + i] - before[n + i]) ** 2 / mass[Math.floor(i / 3)];
    return sum / 24;
  };
}

function relativeMomentum(z: State, n: number): number {
  let sum = 0;
  for (let i = n; i < 2 * n; i++) sum += Math.abs(z[i]);
  return Math.hypot(...totalMomentum(z, n)) / sum;
}

/** Steps forwards, and back; they stand in the names of the quantities, too. */
const [shortWay, longWay] = [100, 1000];

function reversalLines(problem: Problem, h: number, bars: ConstantEnergyBars): Line[] {
  const { initial, n } = problem;
  const after = (from: State, signedStep: number, steps: number): State =>
    createStepper({ ...problem, initial: from }, { method: 'rattle', h: signedStep })
      .stepper.advance(steps)
      .slice();
  const apart = (a: State, b: State) => distance(a.subarray(0, n), b.subarray(0, n));
  const near = apart(after(after(initial, h, shortWay), -h, shortWay), initial);
  const turn = after(initial, h, longWay);
  const back = after(turn, -h, longWay);
  const nextDouble = (value: number) => value * (1 + Number.EPSILON);
  const twin = apart(after(turn.map(nextDouble), -h, longWay), back);
  const far = apart(back, initial);
  return [
    bounded('shortReversal', near, null, bars.shortReversal),
    bounded('longReversal', far, null, bars.longReversal),
    information('twin', twin),
    bounded('twinRatio', far / twin, null, bars.twin),
  ];
}
