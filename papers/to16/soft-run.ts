// A method with its step, on the constrained system or on the penalised one, as the experiments name them.

import { createMethod, type Flow, type Problem, type State } from '../../src/index.ts';
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

export function flowOf(system: Problem, { method, beta = weight }: Attempt): Flow {
  return createMethod(system, method, { beta });
}

/** States at the multiples of `spacing` up to `end`, the start left out. */
export function follow(problem: Problem, attempt: Attempt, spacing: number, end: number): State[] {
  const system = systemOf(problem, attempt);
  const every = Math.round(spacing / attempt.step);
  const count = every * Math.round(end / spacing);
  return statesAlong(flowOf(system, attempt), system.initial, attempt.step, count, every);
}
