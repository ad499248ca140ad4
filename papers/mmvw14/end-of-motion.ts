// Where a constrained motion ends: {{H, g}, g} = N(z) runs into zero. In a time τ with dt = N dτ the underlying equations
// stay regular there,
//   z′ = N X_H + (D{g, H}·X_H) X_g,    t′ = N,
// and pass through the degenerate point, where t turns back. Integrated with Runge and Kutta's method, and N = 0 found by
// bisection of the last step. One constraint. McLachlan, Modin, Verdier, Wilkins 2014, eq. 8.

import type { Problem, State } from '../../src/index.ts';
import { createBrackets } from '../../src/problem/brackets.ts';

export interface End {
  readonly time: number;
  readonly state: State;
}

const [stepSize, mostSteps] = [2e-3, 20_000];

/** Throws when the motion does not end. */
export function endOfMotion(problem: Problem): End {
  const { derivative, curvature } = createField(problem);
  const sign = Math.sign(curvature(problem.initial));
  let y = Float64Array.of(...problem.initial, 0);
  for (let k = 0; k < mostSteps; k++) {
    const next = rungeKutta(derivative, y, sign * stepSize);
    if (Math.sign(curvature(next)) !== sign)
      return refined(y, curvature, part => rungeKutta(derivative, y, part * sign * stepSize));
    y = next;
  }
  throw new Error(`${problem.name}: no degenerate point was met`);
}

function refined(
  y: Float64Array,
  curvature: (y: Float64Array) => number,
  after: (part: number) => Float64Array,
): End {
  const sign = Math.sign(curvature(y));
  let [low, high] = [0, 1];
  for (let k = 0; k < 50; k++) {
    const middle = (low + high) / 2;
    if (Math.sign(curvature(after(middle))) === sign) low = middle;
    else high = middle;
  }
  const end = after(low);
  return { time: end[4], state: end.slice(0, 4) };
}

function createField(problem: Problem) {
  const brackets = createBrackets(problem);
  const [field, force] = [0, 1].map(() => new Float64Array(4));
  const [N, rise] = [0, 1].map(() => new Float64Array(1));
  const curvature = (y: Float64Array) => {
    brackets.nondegeneracy(y.slice(0, 4), N);
    return N[0];
  };
  function derivative(y: Float64Array): Float64Array {
    const z = y.slice(0, 4);
    brackets.hamiltonianField(z, field);
    brackets.hiddenAlong(z, field, rise);
    brackets.constraintField(z, Float64Array.of(1), force);
    const now = curvature(y);
    return Float64Array.of(...field.map((value, i) => now * value + rise[0] * force[i]), now);
  }
  return { derivative, curvature };
}

function rungeKutta(
  f: (y: Float64Array) => Float64Array,
  y: Float64Array,
  step: number,
): Float64Array<ArrayBuffer> {
  const at = (k: Float64Array, share: number) => y.map((value, i) => value + share * step * k[i]);
  const k1 = f(y);
  const k2 = f(at(k1, 0.5));
  const k3 = f(at(k2, 0.5));
  const k4 = f(at(k3, 1));
  return Float64Array.from(y, (value, i) => value + (step / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
}
