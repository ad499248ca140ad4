// Rigid water in a box at 0.997 g/cm³ and 298 K: Lennard-Jones shifted and reaction field with ε = ∞, both at 9 Å.

import { molecularUnits } from '../../../src/particles/units.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { loadProblem, type Start, systemOf } from '../../measure/problem.ts';
import { createStepper } from '../../measure/stepper.ts';

const { fs, ps, K } = molecularUnits;

export const cutoff = 9;
export const step = 2 * fs;
export const kelvin = 298;
export const temperature = kelvin * K;

export interface Water {
  readonly model: 'tip3p' | 'spce';
  readonly molecules: number;
  /** A lattice without. */
  readonly start?: Start;
  /** Forces other than the usual ones, as in a problem file. */
  readonly forces?: string;
}

const usualForces = `lennard-jones: { cutoff: ${cutoff} }, coulomb: { mode: reaction field, cutoff: ${cutoff} }`;

export function waterBox({ model, molecules, start, forces = usualForces }: Water): Problem {
  const from = start === undefined ? 'density: 0.997' : 'structure: liquid.xyz';
  const particles = `molecules: { ${model}: ${molecules} }, ${from}, temperature: ${kelvin}*K, seed: 1, forces: { ${forces} }`;
  return loadProblem({ particles, ...(start && { start }) });
}

/** Langevin dynamics at 298 K. */
export const langevin = (problem: Problem, options: Readonly<Record<'friction' | 'seed', number>>) =>
  createStepper(problem, { method: 'g-baoab', h: step, options: { temperature, ...options } }).stepper;

/** The same liquid after some picoseconds of Langevin dynamics, with total momentum 0; another seed, another start. */
export function equilibrated(problem: Problem, picoseconds: number, seed = 1): Problem {
  const stepper = langevin(problem, { friction: 5 / ps, seed });
  const initial = stepper.advance(Math.round((picoseconds * ps) / step)).slice();
  removeTotalMomentum(problem, initial);
  return { ...problem, initial };
}

/** All velocities change by the same amount, so that molecules stay rigid. */
function removeTotalMomentum(problem: Problem, z: State): void {
  const { mass } = systemOf(problem);
  const total = totalMomentum(z, problem.n);
  const whole = mass.reduce((sum, m) => sum + m, 0);
  for (let i = 0; i < problem.n; i++) z[problem.n + i] -= (mass[Math.floor(i / 3)] * total[i % 3]) / whole;
}

export function totalMomentum(z: State, n: number): number[] {
  const total = [0, 0, 0];
  for (let i = 0; i < n; i++) total[i % 3] += z[n + i];
  return total;
}
