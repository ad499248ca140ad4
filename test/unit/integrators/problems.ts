// Small constrained problems and the measurements that the tests of this folder share.

import { load } from '../../../src/file/load.ts';
import type { Flow } from '../../../src/flows/flow.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { maxDistance } from '../flows/measure.ts';

export const planarPendulum = load(`
coordinates: [x, y]
mass: 1
potential: 9.81*y
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: sin(1), y: -cos(1) }
`);

export const doublePendulum = load(`
coordinates: { r: [2, 2] }
mass: { "r[0][0]": 1, "r[0][1]": 1, "r[1][0]": 2, "r[1][1]": 2 }
potential: r[0][1] + 2*r[1][1]
constraints:
  upper: norm2(r[0]) = 1
  lower: norm2(r[1] - r[0]) = 2
initial: { r: [[0, -1], [1, -2]], p_r: [[0.3, 0], [0.4, -0.2]] }
`);

/** A particle kept on a sphere in phase space: g contains momenta. */
export const phaseSphere = load(`
parameters: { x0: -0.4963624948824013, y0: -0.7319740436366664, u0: -0.4275775933953260, v0: 0.1225384882604160 }
coordinates: [x, y]
hamiltonian: (p_x^2 + p_y^2)/2 + y
constraints: { sphere: x^2 + y^2 + p_x^2 + p_y^2 = x0^2 + y0^2 + u0^2 + v0^2 }
initial: { x: x0, y: y0, p_x: u0, p_y: v0 }
`);

/** A chain with one end fixed, thrown sideways. */
export const chain = load(`
coordinates: { r: [6, 2] }
mass: 1
potential: sum(i, 0, 5, r[i][1])
constraints:
  first: norm2(r[0]) = 1
  links: { each: "i in 1..5", equation: "norm2(r[i] - r[i-1]) = 1" }
initial:
  "r[i][0]": { each: "i in 0..5", value: 0.6*(i + 1) }
  "r[i][1]": { each: "i in 0..5", value: -0.8*(i + 1) }
`);

/** The same problem without the knowledge that H is separable: the general code must give the same. */
export function withoutStructure(problem: Problem): Problem {
  return { ...problem, H: { ...problem.H, separable: null, hessianPattern: problem.H.hessianPattern } };
}

/** The state after the given number of steps. */
export function run(flow: Flow, start: State, h: number, steps: number): State {
  let z: State = Float64Array.from(start);
  let out: State = new Float64Array(start.length);
  for (let k = 0; k < steps; k++) {
    const outcome = flow.step(z, h, out);
    if (!outcome.ok) throw new Error(`step ${k}: ${outcome.reason}: ${outcome.detail}`);
    [z, out] = [out, z];
  }
  return z;
}

/** Least-squares slope of log error against log h. */
export function slope(hs: readonly number[], errors: readonly number[]): number {
  const x = hs.map(Math.log);
  const y = errors.map(Math.log);
  const mean = (values: number[]) => values.reduce((a, b) => a + b) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const top = x.reduce((sum, xi, i) => sum + (xi - mx) * (y[i] - my), 0);
  return top / x.reduce((sum, xi) => sum + (xi - mx) ** 2, 0);
}

export function errorsAt(
  make: () => Flow,
  problem: Problem,
  { time, counts, exact }: { time: number; counts: readonly number[]; exact: State },
): number[] {
  return counts.map(count => maxDistance(run(make(), problem.initial, time / count, count), exact));
}

/** The largest |gᵢ|. */
export function residual({ g }: Problem, z: State): number {
  const values = new Float64Array(g.m);
  g.value(z, values);
  return Math.max(...values.map(Math.abs));
}
