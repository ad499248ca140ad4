// What a flow is measured by: its order, its symplecticity, its derivative, its way back.

import type { Flow } from '../../../src/flows/flow.ts';
import type { State } from '../../../src/problem/state.ts';
import type { TestProblem } from './problems.ts';

export function maxDistance(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let worst = 0;
  for (let i = 0; i < x.length; i++) {
    const d = Math.abs(x[i] - y[i]);
    if (!(d <= worst)) worst = d;
  }
  return worst;
}

/** One step; an outcome that is not ok is an error of the test. */
export function stepped(flow: Flow, z: State, h: number): State {
  const out = new Float64Array(z.length);
  const outcome = flow.step(z, h, out);
  if (!outcome.ok) throw new Error(`${outcome.reason}: ${outcome.detail}`);
  return out;
}

export function pushed(flow: Flow, v: Float64Array): Float64Array {
  if (!flow.push) throw new Error('this flow has no push');
  const out = new Float64Array(v.length);
  flow.push(v, out);
  return out;
}

/** Distance from the true solution after the whole time in the given number of steps. */
export function globalError(flow: Flow, { initial, time, final }: TestProblem, steps: number): number {
  let z: State = initial;
  for (let k = 0; k < steps; k++) z = stepped(flow, z, time / steps);
  return maxDistance(z, final);
}

/** Least-squares slope of −log error against log steps. */
export function measuredOrder(flow: Flow, problem: TestProblem, counts: readonly number[]): number {
  const x = counts.map(count => Math.log(count));
  const y = counts.map(count => -Math.log(globalError(flow, problem, count)));
  const meanX = x.reduce((a, b) => a + b) / x.length;
  const meanY = y.reduce((a, b) => a + b) / y.length;
  const top = x.reduce((sum, xi, i) => sum + (xi - meanX) * (y[i] - meanY), 0);
  return top / x.reduce((sum, xi) => sum + (xi - meanX) ** 2, 0);
}

function unit(length: number, i: number): Float64Array {
  const e = new Float64Array(length);
  e[i] = 1;
  return e;
}

/** Columns of the derivative of the step, from push. */
export function derivative(flow: Flow, z: State, h: number): Float64Array[] {
  stepped(flow, z, h);
  return Array.from(z, (_, i) => pushed(flow, unit(z.length, i)));
}

/** Columns of the derivative of the step, from central differences of fourth order. */
export function differences(flow: Flow, z: State, h: number, eps = 1e-3): Float64Array[] {
  return Array.from(z, (_, i) => {
    const shifted = (s: number) =>
      stepped(
        flow,
        z.map((x, k) => (k === i ? x + s * eps : x)),
        h,
      );
    const [far, near, back, farBack] = [shifted(2), shifted(1), shifted(-1), shifted(-2)];
    return far.map((x, k) => (8 * (near[k] - back[k]) - (x - farBack[k])) / (12 * eps));
  });
}

/** Largest entry of DᵀJD − J. */
export function symplecticDefect(columns: readonly Float64Array[]): number {
  const n = columns.length / 2;
  let worst = 0;
  columns.forEach((u, i) => {
    columns.forEach((v, j) => {
      let omega = 0;
      for (let k = 0; k < n; k++) omega += u[k] * v[n + k] - u[n + k] * v[k];
      const expected = j === i + n ? 1 : i === j + n ? -1 : 0;
      worst = Math.max(worst, Math.abs(omega - expected));
    });
  });
  return worst;
}

/** Distance from the start after a step there and a step back. */
export function returnError(flow: Flow, z: State, h: number): number {
  return maxDistance(stepped(flow, stepped(flow, z, h), -h), z);
}
