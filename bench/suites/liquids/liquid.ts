// Rigid water in a box at 0.997 g/cm³ and 298 K: Lennard-Jones shifted and reaction field with ε = ∞, both at 9 Å.

import { load } from '../../../src/file/load.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { createStepper } from '../../measure/stepper.ts';
import { systemOf } from '../molecules/workloads.ts';

const { fs, ps, K } = molecularUnits;

export const cutoff = 9;
export const step = 2 * fs;
export const kelvin = 298;
export const temperature = kelvin * K;

export interface Water {
  readonly model: 'tip3p' | 'spce';
  readonly molecules: number;
  /** Extended XYZ to start from; a lattice without. */
  readonly structure?: string;
  /** Forces other than the usual ones, as in a problem file: “lennard-jones: { … }, coulomb: { … }”. */
  readonly forces?: string;
}

/** With this end of the Coulomb forces. */
const forcesWith = (mode: string) =>
  `lennard-jones: { cutoff: ${cutoff} }, coulomb: { mode: ${mode}, cutoff: ${cutoff} }`;
const usualForces = forcesWith('reaction field');
/** Without the kink at the cut-off. */
export const smoothForces = forcesWith('zero quadrupole');

export function waterBox({ model, molecules, structure, forces = usualForces }: Water): Problem {
  const start = structure === undefined ? 'density: 0.997' : 'structure: liquid.xyz';
  return load(
    `particles: { molecules: { ${model}: ${molecules} }, ${start}, temperature: ${kelvin}*K, seed: 1, forces: { ${forces} } }`,
    { readFile: () => structure ?? '' },
  );
}

export interface Heat {
  readonly friction: number;
  readonly seed: number;
}

/** Langevin dynamics at 298 K. */
export const heated = (problem: Problem, { friction, seed }: Heat, h = step) =>
  createStepper(problem, { method: 'g-baoab', h, options: { temperature, friction, seed } }).stepper;

/** The same liquid after some picoseconds of Langevin dynamics, at rest as a whole; another seed, another start. */
export function equilibrated(problem: Problem, picoseconds: number, seed = 1): Problem {
  const stepper = heated(problem, { friction: 5 / ps, seed });
  const initial = stepper.advance(Math.round((picoseconds * ps) / step)).slice();
  rest(problem, initial);
  return { ...problem, initial };
}

/** Takes the motion of the centre of mass away; molecules stay rigid. */
function rest(problem: Problem, z: State): void {
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
