// How large the energies of a motion are, to compare energy errors with.

import { maxAbs, norm2 } from '../linalg/dense.ts';
import type { Problem } from './problem.ts';
import type { State } from './state.ts';

/**
 * The size of the energies in play at a state: |H|, or its largest single term where these cancel. A system released
 * from rest at height 0 shows none at its start, so look at a later state too.
 */
export function energyScale({ H, n }: Pick<Problem, 'H' | 'n'>, z: State): number {
  const gradient = new Float64Array(2 * n);
  H.gradient(z, gradient);
  let scale = Math.abs(H.value(z));
  for (let i = 0; i < 2 * n; i++) scale = Math.max(scale, Math.abs(gradient[i] * z[i]));
  return scale;
}

/** Kinetic energy ½pᵀH_p, half of pᵀH_p for any H. */
export function kineticEnergy({ H, n }: Pick<Problem, 'H' | 'n'>, z: State): number {
  const gradient = new Float64Array(2 * n);
  H.gradient(z, gradient);
  let sum = 0;
  for (let i = n; i < 2 * n; i++) sum += gradient[i] * z[i];
  return sum / 2;
}

/** A bound for the energies that a motion from z can bring into play: force times length, velocity times momentum. */
export function energyReach({ H, n }: Pick<Problem, 'H' | 'n'>, z: State): number {
  const gradient = new Float64Array(2 * n);
  H.gradient(z, gradient);
  const part = (from: number) => norm2(gradient.subarray(from, from + n)) * norm2(z.subarray(from, from + n));
  return Math.max(Math.abs(H.value(z)), part(0) + part(n));
}

/** Units in the last place by which the coordinates of a body at rest may move in a step. */
const restingUlps = 100;

/** The kinetic energy of a body at rest whose coordinates move by rounding alone in steps of h; 0 where masses are not constant. */
export function restingEnergy({ H, n }: Pick<Problem, 'H' | 'n'>, z: State, h: number): number {
  if (!H.separable) return 0;
  const speed = (restingUlps * Number.EPSILON * Math.max(1, maxAbs(z.subarray(0, n)))) / Math.abs(h);
  return H.separable.inverseMass.reduce((sum, w) => (w > 0 ? sum + speed ** 2 / (2 * w) : sum), 0);
}
