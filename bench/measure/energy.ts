// What becomes of the energy in a motion, from its values at evenly spaced times.

import { meanOf } from '../../src/statistics/block-average.ts';
import { straightLine } from './straight-line.ts';

/** Change of energy per unit of time by least squares, and its standard error. */
export interface Drift {
  readonly slope: number;
  readonly error: number;
}

/** Largest |H − H₀|. */
export function worstEnergy(energies: readonly number[]): number {
  return energies.reduce((most, value) => Math.max(most, Math.abs(value - energies[0])), 0);
}

/** The line goes through the means of so many blocks: values near each other swing together and are not independent. */
const mostBlocks = 25;

/** The first energy is at t = 0 and the last at t = `until`. */
export function driftOf(energies: readonly number[], until: number): Drift {
  const count = energies.length;
  const blocks = Math.min(mostBlocks, count);
  const begin = (block: number) => Math.round((block * count) / blocks);
  const changes = energies.map(value => value - energies[0]);
  const times: number[] = [];
  const means: number[] = [];
  for (let k = 0; k < blocks; k++) {
    const [first, end] = [begin(k), begin(k + 1)];
    times.push((0.5 * (first + end - 1) * until) / (count - 1));
    means.push(meanOf(changes.slice(first, end)));
  }
  return straightLine(times, means);
}

/** Below three standard errors a slope is none. */
export const isDrift = ({ slope, error }: Drift) => Math.abs(slope) > 3 * error;
