// A minimum of U by the fast inertial relaxation engine: molecular dynamics that steers its velocity towards the force,
//   v ← (1 − α) v + α (|v|/|F|) F,
// increases the step while it runs downhill (P = F·v > 0), and stops and reduces the step when it runs uphill. Norms are those
// of mass-weighted coordinates √m x, so that light and heavy particles move equally. Bitzek, Koskinen, Gähler, Moseler, Gumbsch,
// Phys. Rev. Lett. 97 (2006) 170201, with its parameters.

import type { Moves } from './minimiser-coordinates.ts';

/** Returns U(x) and adds ∇U to `out`, which must be zero on entry. */
export type EnergyAndGradient = (x: Float64Array, out: Float64Array) => number;

export interface DescentOptions {
  /** First step, in units of time. */
  readonly step: number;
  readonly maxSteps: number;
  /** Largest force (and torque) of a minimum. */
  readonly tolerance: number;
  /** Longest displacement (and rotation) in one step. */
  readonly longestMove: number;
}

export interface Descent {
  readonly energy: number;
  readonly largestForce: number;
  readonly steps: number;
  readonly outcome: 'minimum' | 'steps used up' | 'no finite energy' | 'rods out of reach';
}

const [patience, faster, slower, steering, calming, fastest] = [5, 1.1, 0.5, 0.1, 0.99, 10];

/** Moves x to the minimum. */
export function descend(
  x: Float64Array,
  moves: Moves,
  energyAndGradient: EnergyAndGradient,
  options: DescentOptions,
): Descent {
  const { mass } = moves;
  const n = mass.length;
  const [force, p, displacement] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const gradient = new Float64Array(x.length);
  let [h, alpha, downhill] = [options.step, steering, 0];
  let [energy, largest] = [Number.NaN, Number.NaN];
  for (let steps = 0; ; steps++) {
    energy = energyAndGradient(x, gradient.fill(0));
    if (!moves.forces(x, gradient, force))
      return { energy, largestForce: largest, steps, outcome: 'rods out of reach' };
    largest = largestEntry(force);
    if (!Number.isFinite(energy) || !Number.isFinite(largest))
      return { energy, largestForce: largest, steps, outcome: 'no finite energy' };
    if (largest <= options.tolerance) return { energy, largestForce: largest, steps, outcome: 'minimum' };
    if (steps >= options.maxSteps) return { energy, largestForce: largest, steps, outcome: 'steps used up' };
    if (power(force, p, mass) > 0) {
      steer(p, force, mass, alpha);
      if (++downhill > patience) {
        h = Math.min(h * faster, fastest * options.step);
        alpha *= calming;
      }
    } else {
      p.fill(0);
      [h, alpha, downhill] = [h * slower, steering, 0];
    }
    for (let i = 0; i < n; i++) p[i] += h * force[i];
    if (!moves.admit(x, p)) return { energy, largestForce: largest, steps, outcome: 'rods out of reach' };
    drift(p, mass, { h, longestMove: options.longestMove }, displacement);
    if (!moves.move(x, displacement))
      return { energy, largestForce: largest, steps, outcome: 'rods out of reach' };
  }
}

/** displacement ← h p/m, each entry limited to the longest move; momenta are reduced to match. */
export function drift(
  p: Float64Array,
  mass: Float64Array,
  { h, longestMove }: { h: number; longestMove: number },
  out: Float64Array,
): void {
  for (let i = 0; i < p.length; i++) {
    const wanted = (h * p[i]) / mass[i];
    out[i] = Math.min(Math.max(wanted, -longestMove), longestMove);
    if (out[i] !== wanted) p[i] = (mass[i] * out[i]) / h;
  }
}

function power(force: Float64Array, p: Float64Array, mass: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += (force[i] * p[i]) / mass[i];
  return sum;
}

function steer(p: Float64Array, force: Float64Array, mass: Float64Array, alpha: number): void {
  const ratio = Math.sqrt(power(p, p, mass) / power(force, force, mass));
  for (let i = 0; i < p.length; i++) p[i] = (1 - alpha) * p[i] + alpha * ratio * force[i];
}

function largestEntry(v: Float64Array): number {
  let largest = 0;
  for (const value of v) if (!(Math.abs(value) <= largest)) largest = Math.abs(value);
  return largest;
}
