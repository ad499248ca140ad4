// Small problems and measurements that the tests of this folder share.

import { load } from '../../../src/file/load.ts';
import type { Flow } from '../../../src/flows/flow.ts';
import { freeMotion } from '../../../src/integrators/splitting/geodesic.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';

/** One constraint, unequal masses, forces that are not linear. */
export const ellipsoid = load(`
coordinates: [x, y, z]
mass: { x: 1, y: 1.5, z: 0.7 }
potential: z + 0.3*sin(2*x)*y + 0.1*x^4
constraints: { shell: x^2 + 2*y^2 + 1.5*z^2 = 1 }
initial: { x: 1, p_y: 0.6, p_z: 0.2 }
`);

/** Two coupled constraints, unequal masses. */
export const doublePendulum = load(`
coordinates: { r: [2, 2] }
mass: { "r[0]": 1, "r[1]": 2 }
potential: r[0][1] + 2*r[1][1]
constraints:
  upper: norm2(r[0]) = 1
  lower: norm2(r[1] - r[0]) = 2
initial: { r: [[0.6, -0.8], [1.6, -1.8]] }
`);

/** So many links that the sparse kernel steps it. */
export const chain = load(`
coordinates: { r: [24, 2] }
potential: sum(i, 0, 23, r[i][1])
constraints:
  first: norm2(r[0]) = 1
  links: { each: "i in 1..23", equation: "norm2(r[i] - r[i-1]) = 1" }
initial:
  "r[i][0]": { each: "i in 0..23", value: 0.6*(i + 1) }
  "r[i][1]": { each: "i in 0..23", value: -0.8*(i + 1) }
`);

export const oscillator = load('{ coordinates: [x], potential: x^2/2, initial: { x: 1 } }');

export const rattleOf = (problem: Problem): Flow => createMethod(problem, 'rattle');
export const geodesicOf = (problem: Problem): Flow =>
  createMethod(freeMotion(problem), problem.g.m > 0 ? 'rattle' : 'verlet');

/** Visits the states of a run; a failure is an error. */
export function walk(
  flow: Flow,
  start: State,
  h: number,
  steps: number,
  visit: (z: State) => void = () => {},
): State {
  let z = Float64Array.from(start);
  let next = new Float64Array(start.length);
  for (let k = 0; k < steps; k++) {
    const outcome = flow.step(z, h, next);
    if (!outcome.ok) throw new Error(`step ${k}: ${outcome.reason}: ${outcome.detail}`);
    [z, next] = [next, z];
    visit(z);
  }
  return z;
}

/** The end of a run that was interrupted: a new flow goes on from the copied state and memory. */
export function resumedRun(
  make: () => Flow,
  start: State,
  h: number,
  [before, after]: [number, number],
): State {
  const first = make();
  const z = walk(first, start, h, before);
  const second = make();
  // What it did before must not matter.
  walk(second, start, h, 3);
  first.memory.forEach((array, i) => {
    second.memory[i].set(array);
  });
  return walk(second, z, h, after);
}

/** The largest |gᵢ| and |G M⁻¹ p|ᵢ. */
export function residuals({ n, g, H }: Problem, z: State): [number, number] {
  const [values, hidden, gradient] = [new Float64Array(g.m), new Float64Array(g.m), new Float64Array(2 * n)];
  g.value(z, values);
  H.gradient(z, gradient);
  const velocity = new Float64Array(2 * n);
  velocity.set(gradient.subarray(n));
  g.jacobianTimes(z, velocity, hidden);
  const largest = (x: Float64Array) => Math.max(0, ...x.map(Math.abs));
  return [largest(values), largest(hidden)];
}
