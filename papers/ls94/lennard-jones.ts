// The chain of seven atoms of section 7.4: its runs, its vibration and its rotation.
// Rods are rigid, so that the distances of second neighbours determine the angles of the joints, and with them the shape.

import type { Observer, Problem, Table } from '../../src/index.ts';
import { energyObserver, trajectoryObserver } from '../../src/observers/standard.ts';
import { runToEnd } from '../helpers/motion.ts';

export const system = 'lennard-jones-chain';
export const [h, until] = [0.1, 200];

const atoms = 7;

export const bends = Array.from({ length: atoms - 2 }, (_, i) => `bend ${i}`);

/** |r_{i+2} − r_i| of each joint. */
const bendObserver: Observer = {
  columns: bends,
  observe(z, row, at) {
    bends.forEach((_, i) => {
      row[at + i] = Math.hypot(z[2 * i + 4] - z[2 * i], z[2 * i + 5] - z[2 * i + 1]);
    });
  },
};

/** Rows at the multiples of 0.1, whatever the step. */
export function motion(problem: Problem, method: string, step = h): Table {
  const observers = [energyObserver(problem), bendObserver, trajectoryObserver(problem)];
  return runToEnd(problem, { method, step, until, every: Math.round(h / step), observers }).table;
}

/** Variance of the distances of second neighbours, summed, over the rows from one share of the run to another. */
export function vibration(table: Table, from: number, to: number): number {
  const [first, last] = [from, to].map(share => Math.round(share * (table.rows - 1)));
  return bends.reduce((sum, name) => sum + variance(table.column(name).subarray(first, last + 1)), 0);
}

function variance(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

/** The energy of the motion, H − V at the minimum where the chain starts. */
export function motionEnergy(problem: Problem, table: Table): Float64Array {
  const lowest = problem.H.separable?.potential(problem.initial) ?? Number.NaN;
  return table.column('energy').map(energy => energy - lowest);
}

/** The energy L²/2I of a rigid turn with the angular momentum and the shape of the start. */
export function turningEnergy({ initial }: Problem): number {
  const at = (i: number) => [initial[2 * i], initial[2 * i + 1]] as const;
  const momentum = (i: number) => [initial[2 * (atoms + i)], initial[2 * (atoms + i) + 1]] as const;
  const all = Array.from({ length: atoms }, (_, i) => i);
  const centre = [0, 1].map(axis => all.reduce((sum, i) => sum + at(i)[axis], 0) / atoms);
  let [spin, inertia] = [0, 0];
  for (const i of all) {
    const [x, y] = [at(i)[0] - centre[0], at(i)[1] - centre[1]];
    spin += x * momentum(i)[1] - y * momentum(i)[0];
    inertia += x * x + y * y;
  }
  return spin ** 2 / (2 * inertia);
}
