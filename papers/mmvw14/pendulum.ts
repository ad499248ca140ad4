// The pendulum of Example 1.5: H = ½|p|² + q₂, |q| = 1, in the coordinates of its fibres, with s the angle from below,
//   q = n = (sin s, −cos s),    p = p_t t + p_n n,    t = (cos s, sin s).
// A fibre is a line along which p_n changes; ℳᴴ is p_n = 0. The unconstrained flow is a parabola,
//   φ_h(q, p) = (q + h p − ½h² e₂, p − h e₂),
// and so the slide that brings it back to the circle is the root of a quadratic: an independent check of the solver.

import { type ExactSolution, exactFlow } from '../../src/flows/exact.ts';
import type { Problem, State } from '../../src/index.ts';
import { type Constrained, constrained } from '../../src/integrators/constrained.ts';
import { newton } from '../../src/solvers/newton.ts';
import type { Lab } from '../entry.ts';

export const pendulumProblem = (lab: Lab): Problem => lab.problem('planar-pendulum', { g: 1, L: 1, m: 1 });

/** The parabola, and its derivative. */
function fall(): ExactSolution {
  let step = 0;
  const drift = (v: Float64Array, out: Float64Array) => {
    for (let i = 0; i < 2; i++) {
      out[i] = v[i] + step * v[i + 2];
      out[i + 2] = v[i + 2];
    }
  };
  return {
    step(z, h, out) {
      step = h;
      drift(z, out);
      out[1] -= (h * h) / 2;
      out[3] -= h;
    },
    push: drift,
  };
}

/** SHAKE and RATTLE around the exact unconstrained solution. */
export const aroundParabola = (problem: Problem): Constrained =>
  constrained(problem, exactFlow(fall()), newton);

/** The state t later on the parabola. */
export function fallen(z: State, t: number): State {
  const out = new Float64Array(4);
  exactFlow(fall()).step(z, t, out);
  return out;
}

export interface FibrePoint {
  readonly angle: number;
  readonly tangential: number;
  readonly normal: number;
}

export function stateOf({ angle, tangential, normal }: FibrePoint): State {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return Float64Array.of(sin, -cos, tangential * cos + normal * sin, tangential * sin - normal * cos);
}

/** Off the circle p_n and p_t are those of the nearest point on it. */
export function fibrePointOf([x, y, px, py]: State): FibrePoint {
  const r = Math.hypot(x, y);
  return { angle: Math.atan2(x, -y), tangential: (-y * px + x * py) / r, normal: (x * px + y * py) / r };
}

/**
 * The normal momentum from which the parabola reaches the circle after a time h, which may be negative: the root near
 * s = 1 of |s n + w|² = 1 with s = 1 + h p_n and w = h p_t t − ½h² e₂.
 */
export function normalToCircle({ angle, tangential }: FibrePoint, h: number): number {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const w = [h * tangential * cos, h * tangential * sin - (h * h) / 2];
  const along = w[0] * sin - w[1] * cos;
  return (-along + Math.sqrt(along ** 2 - w[0] ** 2 - w[1] ** 2 + 1) - 1) / h;
}
