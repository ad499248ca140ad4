// Problems of the catalogue for the fast kernels, and the general method that judges them.

import { readFileSync } from 'node:fs';
import { load } from '../../../src/file/load.ts';
import type { Flow } from '../../../src/flows/flow.ts';
import { verlet } from '../../../src/flows/verlet.ts';
import { constrained } from '../../../src/integrators/constrained.ts';
import { sparseRattle } from '../../../src/kernels/loops/sparse-rattle.ts';
import { straightLineRattle } from '../../../src/kernels/small/straight-line-rattle.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { newton } from '../../../src/solvers/newton.ts';

export function fromCatalogue(name: string, set: Record<string, number> = {}): Problem {
  const text = readFileSync(new URL(`../../../cases/${name}.yaml`, import.meta.url), 'utf8');
  return load(text, { file: name, set });
}

/** Masses that differ, also within one particle. */
export const unevenChain = load(`
coordinates: { r: [5, 3] }
mass: { "r[i][j]": { each: "i in 0..4, j in 0..2", value: 1 + i/2 + j/10 } }
potential: sum(i, 0, 4, 9.81*(1 + i/2)*r[i][2]) + sum(i, 0, 2, norm2(r[i+2] - r[i]))
constraints:
  anchor: norm2(r[0]) = 1
  links: { each: "i in 1..4", equation: "norm2(r[i] - r[i-1]) = 1 + i/4" }
initial:
  "r[i][0]": { each: "i in 0..4", value: "sum(k, 0, i, sqrt(1 + k/4))" }
  "p_r[i][1]": { each: "i in 0..4", value: (i + 1)/3 }
  "p_r[i][2]": { each: "i in 0..4", value: (i - 2)/2 }
run: { step: 0.01 }
`);

/** A triangle of rods on a fourth: its multipliers all meet, so that no narrow band holds their matrix. */
export const triangle = load(`
coordinates: { r: [3, 2] }
potential: r[0][1] + 2*r[1][1] + 4*r[2][1]
constraints:
  anchor: norm2(r[0] - [0, 1]) = 1
  sides: { each: "i in 1..2", equation: "norm2(r[i] - r[i-1]) = 1" }
  last: norm2(r[0] - r[2]) = 1
initial: { "r[1][0]": 1, "r[2][0]": 0.5, "r[2][1]": sqrt(3)/2 }
run: { step: 0.01 }
`);

/** 16 rods in space: its step is too long for one function. */
export const spatialChain = load(`
coordinates: { r: [16, 3] }
mass: { "r[i][j]": { each: "i in 0..15, j in 0..2", value: 1 + i/8 } }
potential: sum(i, 0, 15, r[i][2])
constraints:
  anchor: norm2(r[0]) = 1
  links: { each: "i in 1..15", equation: "norm2(r[i] - r[i-1]) = 1" }
initial:
  "r[i][0]": { each: "i in 0..15", value: i + 1 }
  "p_r[i][1]": { each: "i in 0..15", value: (i + 1)/8 }
run: { step: 0.01 }
`);

/** A force that costs more than the rest of the step. */
export const costlyField = load(`
coordinates: [x, y, z]
potential: exp(-x^2 - 2*y^2)*cos(3*z) + log(2 + sin(x*y)) + (1 + z^2)^1.3
constraints: { sphere: x^2 + y^2 + z^2 = 1 }
initial: { x: 0.6, z: 0.8, p_y: 1.5 }
run: { step: 0.02 }
`);

export const generalRattle = (problem: Problem): Flow =>
  constrained(problem, verlet(problem.H), newton).rattle;

function made(flow: Flow | null): Flow {
  if (!flow) throw new Error('the kernel was not made');
  return flow;
}

/** Kernels with a given general method as their fallback. */
export const straightLine = (problem: Problem, general: Flow): Flow =>
  made(straightLineRattle(problem, () => general));
export const inLoops = (problem: Problem, general: Flow): Flow => made(sparseRattle(problem, () => general));

/** The states after each of the steps. */
export function orbit(flow: Flow, start: State, h: number, steps: number): State[] {
  const states = [start.slice()];
  for (let k = 0; k < steps; k++) {
    const out = new Float64Array(start.length);
    const outcome = flow.step(states[k], h, out);
    if (!outcome.ok) throw new Error(`step ${k}: ${outcome.detail}`);
    states.push(out);
  }
  return states;
}

/** The largest difference in proportion to the size of q or p. */
export function relativeDistance(a: State, b: State): number {
  const n = a.length / 2;
  const largest = (part: Float64Array) => part.reduce((size, x) => Math.max(size, Math.abs(x)), 0);
  const half = (from: number) => {
    const [x, y] = [a.subarray(from, from + n), b.subarray(from, from + n)];
    return largest(x.map((entry, i) => entry - y[i])) / Math.max(largest(y), 1e-300);
  };
  return Math.max(half(0), half(n));
}
