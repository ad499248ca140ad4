// A method with its step, on the constrained system or on the penalised one, as the experiments name them.

import { createMethod, type Flow, type Problem, type State } from '../../src/index.ts';
import { methodNamed } from '../../src/methods/registry.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import { statesAlong } from '../helpers/motion.ts';

export interface Attempt {
  readonly label: string;
  readonly method: string;
  readonly step: number;
  /** Stiffness of the penalty; absent where the constraints stay. */
  readonly omega?: number;
  readonly beta?: number;
}

/** The weight β of all penalised runs of the paper but that of the DNA model. */
export const weight = 0.4;

export function systemOf(problem: Problem, { omega }: Attempt): Problem {
  return omega === undefined ? problem : penalised(problem, omega);
}

/** The weight, for a method that has one. */
export function weightOf({ method, beta = weight }: Pick<Attempt, 'method' | 'beta'>): {
  readonly beta?: number;
} {
  return methodNamed(method).parameters.some(({ name }) => name === 'beta') ? { beta } : {};
}

export const flowOf = (system: Problem, attempt: Attempt): Flow =>
  createMethod(system, attempt.method, weightOf(attempt));

/** States at the multiples of `spacing` up to `end`, the start left out. */
export function follow(problem: Problem, attempt: Attempt, spacing: number, end: number): State[] {
  const system = systemOf(problem, attempt);
  const every = Math.round(spacing / attempt.step);
  const count = every * Math.round(end / spacing);
  return statesAlong(flowOf(system, attempt), system.initial, attempt.step, count, every);
}
