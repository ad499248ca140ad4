// Temperatures of rigid diatomic molecules, from the momenta p₁, p₂ of their equal atoms of mass m:
//   moving   ½k_B T = (p₁ + p₂)²/4m  per degree of freedom, 3 per molecule less 3 for the whole box at rest,
//   turning  ½k_B T = (p₁ − p₂)²/4m  per degree of freedom, 2 per molecule.

import { createMethod, type Problem, type State } from '../../src/index.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import { advance } from '../../src/run/stepper.ts';
import { type BlockedMean, blockedMean } from '../../src/statistics/block-average.ts';

export interface Temperatures {
  /** Mean temperature of moving, and of the excess of turning over it, in kelvin. */
  readonly moving: BlockedMean;
  readonly excess: BlockedMean;
  /** Means over `averaged` steps, in kelvin, and their times in picoseconds. */
  readonly times: readonly number[];
  readonly movingCurve: readonly number[];
  readonly turningCurve: readonly number[];
  /** Largest relative error of the length of a rod. */
  readonly lengthError: number;
  /** Largest rate at which a rod is stretched, relative to the speed of its atoms past each other. */
  readonly stretching: number;
}

const averaged = 100;
/** The part of the run in which the lattice of the start melts. */
const leftOut = 1 / 3;

export function temperatures(problem: Problem, count: number): Temperatures {
  const { initial, run } = problem;
  const step = run.step ?? Number.NaN;
  const measure = createThermometers(problem);
  const rods = createRodErrors(problem);
  const [moving, turning] = [new Float64Array(count), new Float64Array(count)];
  let [lengthError, stretching] = [0, 0];
  advance(createMethod(problem, 'rattle'), initial, step, count, (z, k) => {
    [moving[k - 1], turning[k - 1]] = measure(z);
    const errors = rods(z);
    lengthError = Math.max(lengthError, errors.length);
    stretching = Math.max(stretching, errors.stretching);
  });
  const equilibrated = (values: Float64Array) => blockedMean(values.subarray(Math.floor(leftOut * count)));
  const windows = Array.from({ length: Math.floor(count / averaged) }, (_, w) => w);
  const mean = (values: Float64Array) => (w: number) =>
    values.subarray(w * averaged, (w + 1) * averaged).reduce((sum, value) => sum + value / averaged, 0);
  return {
    moving: equilibrated(moving),
    excess: equilibrated(turning.map((value, k) => value - moving[k])),
    times: windows.map(w => ((w + 0.5) * averaged * step) / molecularUnits.ps),
    movingCurve: windows.map(mean(moving)),
    turningCurve: windows.map(mean(turning)),
    lengthError,
    stretching,
  };
}

/** Atoms stand in pairs, each with three coordinates. */
const pair = 6;

/** Both temperatures in kelvin. */
function createThermometers({ n, H }: Problem): (z: State) => [number, number] {
  const inverseMass = H.separable?.inverseMass ?? new Float64Array(n);
  const molecules = n / pair;
  return z => {
    let [together, apart] = [0, 0];
    for (let at = n; at < 2 * n; at += pair)
      for (let axis = 0; axis < 3; axis++) {
        const [p1, p2] = [z[at + axis], z[at + axis + 3]];
        const weight = inverseMass[at - n + axis] / 2;
        together += weight * (p1 + p2) ** 2;
        apart += weight * (p1 - p2) ** 2;
      }
    return [together / ((3 * molecules - 3) * molecularUnits.K), apart / (2 * molecules * molecularUnits.K)];
  };
}

/** Rods are never cut by the box: their atoms keep the places of one molecule. Both atoms have the same mass. */
function createRodErrors({ n, initial }: Problem) {
  const difference = (z: State, at: number) => [0, 1, 2].map(axis => z[at + axis] - z[at + axis + 3]);
  const right = Math.hypot(...difference(initial, 0));
  return (z: State) => {
    let [length, stretching] = [0, 0];
    for (let at = 0; at < n; at += pair) {
      const [d, p] = [difference(z, at), difference(z, n + at)];
      length = Math.max(length, Math.abs(Math.hypot(...d) / right - 1));
      const along = d[0] * p[0] + d[1] * p[1] + d[2] * p[2];
      stretching = Math.max(stretching, Math.abs(along) / (right * Math.hypot(...p)));
    }
    return { length, stretching };
  };
}
