// The double pendulum of section 4.1 and the six rows of Fig. 1, each with its positions, errors and energies.

import { energyObserver, observableObserver, trajectoryObserver } from '../../src/observers/standard.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { Lab } from '../entry.ts';
import { runToEnd } from '../helpers/motion.ts';
import { type Attempt, systemOf, weightOf } from './soft-run.ts';

export const until = 50;
/** Time between the samples of every row; the step of the coarse ones. */
export const spacing = 0.1;
export const omega = 20;

export const rows = {
  shake: { label: 'SHAKE', method: 'shake-velocity', step: spacing },
  euler: { label: 'variational Euler, penalty', method: 'variational-euler', step: spacing / omega, omega },
  newmark: { label: 'Newmark, fully solved', method: 'newmark', step: spacing, omega },
  oneNewton: { label: 'Newmark, one Newton step', method: 'newmark-one-newton', step: spacing, omega },
  zhangSkeel: { label: 'Z&S', method: 'zhang-skeel', step: spacing, omega },
} as const satisfies Readonly<Record<string, Attempt>>;

export interface Path {
  readonly label: string;
  readonly time: Float64Array;
  /** The lower bob. */
  readonly x2: Float64Array;
  readonly y2: Float64Array;
  readonly energyError: Float64Array;
}

/** The motion in the angles of the rods by a method of order six: no constraint and no penalty. */
export function benchmark(lab: Lab): Path {
  const problem = lab.problem('double-pendulum-angles');
  const step = 0.02;
  return path('benchmark', problem, { label: 'benchmark', method: 'gauss-3', step });
}

export function path(label: string, problem: Problem, attempt: Attempt): Path {
  const { method, step } = attempt;
  const system = systemOf(problem, attempt);
  const { table } = runToEnd(system, {
    ...{ method, step, until, ...weightOf(attempt) },
    every: Math.round(spacing / step),
    observers: [energyObserver(system), trajectoryObserver(system), observableObserver(system)],
  });
  const [time, x2, y2, energyError] = ['time', 'x2', 'y2', 'energy_error'].map(name =>
    table.column(name).slice(),
  );
  return { label, time, x2, y2, energyError };
}

/** |Δ(x₂, y₂)| at each sample. */
export function errors(of: Path, exact: Path): Float64Array {
  return of.x2.map((x, k) => Math.hypot(x - exact.x2[k], of.y2[k] - exact.y2[k]));
}
