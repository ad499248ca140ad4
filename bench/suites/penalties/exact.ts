// The exact motions that a workload is judged by, from the adaptive reference, as positions at one time.

import { reference } from '../../../src/integrators/reference/reference.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { loadCase } from '../../measure/stepper.ts';
import type { PenaltyWorkload, System } from './workloads.ts';

export interface Exact {
  /** Largest difference of a coordinate from the constrained motion (from the motion, where there is no constraint). */
  error(q: readonly number[], system: System): number;
  /** The same from the exact motion of the system that is integrated: for a penalty, that of the penalised one. */
  integrationError(q: readonly number[], system: System): number;
  /** How far the exact penalised motion is from the constrained one. */
  readonly modelError: number | null;
}

/** A penalty makes noise of size ω² times rounding: a reference closer to rounding would make endless small steps. */
const tolerance = 1e-11;

export function exactMotions({ file, set, omega, at, angles }: PenaltyWorkload): Exact {
  const problem = loadCase({ file, set });
  const constrained = positionsAt(problem, at);
  const penalised = omega === null ? null : positionsAt(loadCase({ file, set, omega }), at);
  const rods = angles?.rods(problem.parameters) ?? [];
  const positions = (q: readonly number[], system: System) => (system === 'angles' ? bobs(q, rods) : q);
  return {
    error: (q, system) => difference(positions(q, system), constrained),
    integrationError(q, system) {
      const exact = system === 'penalised' && penalised ? penalised : constrained;
      return difference(positions(q, system), exact);
    },
    modelError: penalised && difference(penalised, constrained),
  };
}

function positionsAt(problem: Problem, time: number): number[] {
  const out = new Float64Array(2 * problem.n);
  const outcome = reference(problem, { tolerance }).step(problem.initial, time, out);
  if (!outcome.ok)
    throw new Error(`${problem.name}: the exact motion failed (${outcome.reason}): ${outcome.detail}`);
  return [...out.subarray(0, problem.n)];
}

/** x, y of each bob, from the angles of the rods with the downward vertical. */
function bobs(angles: readonly number[], rods: readonly number[]): number[] {
  let [x, y] = [0, 0];
  return angles.flatMap((angle, i) => {
    x += rods[i] * Math.sin(angle);
    y -= rods[i] * Math.cos(angle);
    return [x, y];
  });
}

function difference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}
