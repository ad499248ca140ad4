// The sphere |q|² + |p|² = c of section 5.4 in the complex coordinates z₀ = q₀ + ip₀, z₁ = q₁ + ip₁. Its fibres are the
// circles e^{iθ}z of Hopf's fibration, and along them, for H = ½|p|² − g·q,
//   ℋ′(θ) = ½(|q|² − |p|²) sin 2θ + q·p cos 2θ + g·q sin θ + g·p cos θ
// (eq. 28 with the sign of its third term corrected; it is printed for the circle run through the other way).

import type { Problem, State } from '../../src/index.ts';

export const tableStates = ['a', 'b', 'c'] as const;

/** The problem through the state of Table 1. */
export const systemOf = (state: string): string => `harmonic-constraint-${state}`;

/** (Re ζ, Im ζ, ρ) with ζ = 2 z₀ z̄₁ and ρ = |z₀|² − |z₁|², eq. 21: the same for all states of a fibre. */
export function hopf([q0, q1, p0, p1]: State): [number, number, number] {
  return [2 * (q0 * q1 + p0 * p1), 2 * (p0 * q1 - q0 * p1), q0 ** 2 + p0 ** 2 - q1 ** 2 - p1 ** 2];
}

export type Projection = 'ζ/(r − ρ)' | 'ζ/(r + ρ)';

/** The point of the plane that a fibre is drawn at. */
export function planePoint(z: State, projection: Projection): [number, number] {
  const [re, im, rho] = hopf(z);
  const size = Math.hypot(re, im, rho) + (projection === 'ζ/(r + ρ)' ? rho : -rho);
  return [re / size, im / size];
}

/** e^{iθ}z */
export function turned([q0, q1, p0, p1]: State, theta: number): State {
  const [c, s] = [Math.cos(theta), Math.sin(theta)];
  return Float64Array.of(q0 * c - p0 * s, q1 * c - p1 * s, q0 * s + p0 * c, q1 * s + p1 * c);
}

/** The angle θ with e^{iθ}z nearest to w: that of the inner product of w with z. */
export function angleBetween(z: State, w: State): number {
  const [re, im] = [
    z[0] * w[0] + z[1] * w[1] + z[2] * w[2] + z[3] * w[3],
    z[0] * w[2] + z[1] * w[3] - z[2] * w[0] - z[3] * w[1],
  ];
  return Math.atan2(im, re);
}

/** ℋ′ on the fibre through z: f = A sin 2θ + B cos 2θ + C sin θ + D cos θ, and its derivative. */
export interface FibreSlope {
  value(theta: number): number;
  derivative(theta: number): number;
  /** Amplitudes of the double and of the single angle. */
  readonly double: number;
  readonly single: number;
}

export function fibreSlope([q0, q1, p0, p1]: State, [g0, g1]: readonly [number, number]): FibreSlope {
  const A = (q0 ** 2 + q1 ** 2 - p0 ** 2 - p1 ** 2) / 2;
  const B = q0 * p0 + q1 * p1;
  const C = g0 * q0 + g1 * q1;
  const D = g0 * p0 + g1 * p1;
  const { sin, cos } = Math;
  return {
    value: t => A * sin(2 * t) + B * cos(2 * t) + C * sin(t) + D * cos(t),
    derivative: t => 2 * A * cos(2 * t) - 2 * B * sin(2 * t) + C * cos(t) - D * sin(t),
    double: Math.hypot(A, B),
    single: Math.hypot(C, D),
  };
}

export const gravity = [0, -1] as const;

const [samples, halvings] = [180, 55];

/** Where f changes its sign between a and b, which it does. */
export function bisect(f: (t: number) => number, a: number, b: number): number {
  const sign = Math.sign(f(a));
  let [low, high] = [a, b];
  for (let k = 0; k < halvings; k++) {
    const middle = (low + high) / 2;
    if (Math.sign(f(middle)) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Sign changes of f around the circle, between the given angles in order. */
export function signChanges(f: (t: number) => number, angles: readonly number[]): number[] {
  return angles.flatMap((angle, k) => {
    const next = k + 1 < angles.length ? angles[k + 1] : angles[0] + 2 * Math.PI;
    return Math.sign(f(angle)) === Math.sign(f(next)) ? [] : [bisect(f, angle, next)];
  });
}

/** All θ with ℋ′(θ) = 0: one between neighbouring extremes of ℋ′ of different sign, so that no close pair is missed. */
export function criticalAngles({ value, derivative }: FibreSlope): number[] {
  const grid = Array.from({ length: samples }, (_, k) => (2 * Math.PI * (k + 0.5)) / samples - Math.PI);
  return signChanges(value, signChanges(derivative, grid));
}

/** The states of the fibre through the start with {g, H} = 0, besides the start. */
export function otherCriticalStates({ initial }: Problem): State[] {
  return criticalAngles(fibreSlope(initial, gravity))
    .map(theta => turned(initial, theta))
    .filter(z => Math.hypot(...z.map((value, i) => value - initial[i])) > 1e-6);
}
