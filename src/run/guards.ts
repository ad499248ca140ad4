// Checks after every step of a run: energy, constraint residuals and, for particles, the displacement of an atom by forces in one step.
// A value that is not finite, or far more energy than the start had, ends the run with the reason. The largest values so far are
// the run statistics.

import type { Flow } from '../flows/flow.ts';
import { accelerated } from '../kernels/choose.ts';
import { createStateMeasures } from '../kernels/small/state-measures.ts';
import { allFinite } from '../linalg/dense.ts';
import { temperatureObserver } from '../observers/temperature.ts';
import { energyReach, energyScale } from '../problem/energy-scale.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { type Failure, failed } from '../solvers/outcome.ts';
import { createConstraintWatch } from './constraint-watch.ts';
import { createParticleWatch } from './step-checks.ts';
import type { Guards } from './stepper.ts';

/** Run statistics: largest energy error and constraint residuals so far, and for random methods the temperature. */
export interface Extremes {
  energyInitial: number;
  energyFinal: number;
  energyMaxError: number;
  constraintMax: number;
  hiddenMax: number;
  /** Sum of the kinetic temperatures after each step of a random method; 0 for others. */
  temperatureSum: number;
}

/** Values at the last state that was checked. */
export interface Measurements {
  energy: number;
  /** max |gᵢ| and max |{gᵢ, H}|; 0 without constraints. */
  constraint: number;
  hidden: number;
}

export interface StandardGuards extends Guards {
  readonly extremes: Extremes;
  readonly latest: Readonly<Measurements>;
  /** Checks a state that is about to be recorded; null accepts it. */
  confirm(z: State): Failure | null;
  restart(z: State): void;
  /** Continues the statistics of an earlier run. */
  restore(extremes: Extremes): void;
}

/** `watched` has the constraints whose residuals are measured: those of the problem, or those that its penalty replaced. */
export function standardGuards(
  given: Problem,
  flow: Pick<Flow, 'temperature' | 'isJump' | 'domain' | 'refusesTurns'>,
  watched: Problem = given,
): StandardGuards {
  // The kernel that made the step has the energy of its final state in memory.
  const problem = accelerated(given);
  const monitor = createMonitor(problem, watched, flow.temperature ?? null);
  const displacement = flow.isJump ? null : createParticleWatch(problem);
  const constraints = createConstraintWatch(problem, flow);
  return {
    extremes: monitor.extremes,
    latest: monitor.latest,
    get isStarted() {
      return !Number.isNaN(monitor.extremes.energyInitial);
    },
    start(z) {
      if (!allFinite(z)) return infiniteStart;
      constraints?.start(z);
      return monitor.start(z);
    },
    check: (before, h, after) =>
      displacement?.check(before, h, after) ??
      monitor.check(after) ??
      constraints?.check(before, after, monitor.latest) ??
      null,
    confirm: z => constraints?.confirm(z) ?? null,
    restart: z => constraints?.start(z),
    restore: monitor.restore,
  };
}

const infiniteStart = failed('not finite', 'the start contains a value that is not finite');
const infiniteStartEnergy = failed(
  'not finite',
  'the energy at the start is not finite; correct the initial values',
);
const infiniteEnergy = failed(
  'not finite',
  'the energy is not finite: the motion has blown up; take a smaller step',
);
const infiniteResidual = failed(
  'not finite',
  'a constraint or its derivative along the motion is not finite here; correct its formula or the initial values',
);

/** A gain of this many times the energies at the start, or after the first step where these are zero, is an instability. */
const energyGrowthLimit = 1e4;
/** An energy error below this fraction of the current energies is a small difference of large terms. */
const smallDifference = 0.1;

function unstable(energy: number, before: number): Failure {
  const [from, to] = [before, energy].map(value => Number(value.toPrecision(3)));
  return failed(
    'unstable',
    `the energy has gone from ${from} to ${to}: the step is too long for this motion; halve it`,
  );
}

function createMonitor(problem: Problem, watched: Problem, heat: number | null) {
  const measure = createStateMeasures(problem, watched);
  const measured = new Float64Array(3);
  const extremes = noStatistics();
  const latest: Measurements = { energy: Number.NaN, constraint: 0, hidden: 0 };
  const thermometer = heat === null ? null : temperatureObserver(problem);
  const temperature = new Float64Array(1);
  let energyLimit = 0;

  function setEnergyLimit(z: State): void {
    energyLimit = energyGrowthLimit * Math.max(energyReach(problem, z), problem.n * (heat ?? 0));
  }
  /** Whether a gain beyond the limit is more than a small difference of large terms. */
  const isUnstable = (z: State, gain: number) => gain > smallDifference * energyScale(problem, z);

  function check(z: State): Failure | null {
    measure(z, measured);
    const [energy, constraint, hidden] = [measured[0], measured[1], measured[2]];
    const gain = energy - extremes.energyInitial;
    // Neither NaN nor infinite, since the energy at the start is finite.
    if (gain - gain !== 0) return infiniteEnergy;
    latest.energy = energy;
    extremes.energyFinal = energy;
    if (gain > extremes.energyMaxError) extremes.energyMaxError = gain;
    else if (-gain > extremes.energyMaxError) extremes.energyMaxError = -gain;
    if (energyLimit === 0) energyLimit = energyGrowthLimit * energyScale(problem, z);
    if (gain > energyLimit && isUnstable(z, gain)) return unstable(energy, extremes.energyInitial);
    if (thermometer !== null) {
      thermometer.observe(z, temperature, 0);
      extremes.temperatureSum += temperature[0];
    }
    latest.constraint = constraint;
    latest.hidden = hidden;
    if (constraint > extremes.constraintMax) extremes.constraintMax = constraint;
    if (hidden > extremes.hiddenMax) extremes.hiddenMax = hidden;
    return 0 * (constraint + hidden) === 0 ? null : infiniteResidual;
  }
  return {
    extremes,
    latest,
    check,
    start(z: State): Failure | null {
      setEnergyLimit(z);
      Object.assign(extremes, noStatistics(), { energyInitial: problem.H.value(z) });
      if (!Number.isFinite(extremes.energyInitial)) return infiniteStartEnergy;
      const failure = check(z);
      extremes.temperatureSum = 0;
      return failure;
    },
    restore(saved: Extremes): void {
      setEnergyLimit(problem.initial);
      Object.assign(extremes, saved);
    },
  };
}

const noStatistics = (): Extremes => ({
  energyInitial: Number.NaN,
  energyFinal: Number.NaN,
  energyMaxError: 0,
  constraintMax: 0,
  hiddenMax: 0,
  temperatureSum: 0,
});
