// Conservation in a run at constant energy, from samples E₀, E₁, … of the total energy and from its end:
//   energy error   max |E_k − E₀| / N,   N particles
//   drift          slope of the straight line nearest to the E_k, in k_B T per nanosecond and degree of freedom
//   rod error      max |r² − l²| / (2 l²) over the rods of length l
// The error of the drift allows for correlated samples and a random walk (measure/drift.ts).

import { degreesOfFreedom } from '../../../src/particles/build/maxwell-momenta.ts';
import { nearestImage, type ParticleSystem, type Rod } from '../../../src/particles/system.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import type { LongRunOutput } from '../../contestants/molecule-program.ts';
import { driftOf, worstEnergy } from '../../measure/drift.ts';
import { messageOf } from '../../measure/processes.ts';
import { mapConcurrent } from '../../measure/rounds.ts';

/** Time between samples, and k_B T. */
type Sampling = Readonly<Record<'interval' | 'temperature', number>>;

/** Throws when an energy or a position is not a number, or missing. */
export function conservationOf(
  { energies, positions, edges, memory }: LongRunOutput,
  system: ParticleSystem,
  { interval, temperature }: Sampling,
) {
  if (!energies.every(Number.isFinite)) throw new Error('its energy is not a number');
  if (positions.length !== 3 * system.count || !positions.every(Number.isFinite))
    throw new Error(`it ends without the positions of all ${system.count} particles`);
  const unit = degreesOfFreedom(system) * temperature;
  const { slope, error } = driftOf(
    energies.map(energy => energy / unit),
    interval / molecularUnits.ns,
  );
  return {
    /** kcal/mol per particle. */
    energyError: worstEnergy(energies) / system.count,
    ...{ drift: slope, driftError: error },
    /** Relative to the length; null without rods. */
    rodError: system.rods.length > 0 ? worstRod(system.rods, positions, edges) : null,
    memory,
  };
}

/** As in src/particles/topology/rod-geometry.ts, but between nearest images. */
export function worstRod(rods: readonly Rod[], x: Float64Array, edges: LongRunOutput['edges']): number {
  let worst = 0;
  for (const { a, b, length } of rods) {
    const d = [0, 1, 2].map(k => x[3 * a + k] - x[3 * b + k]);
    const nearest = edges ? d.map((component, k) => nearestImage(component, edges[k])) : d;
    const squared = nearest.reduce((sum, component) => sum + component ** 2, 0);
    worst = Math.max(worst, Math.abs(squared / (length * length) - 1) / 2);
  }
  return worst;
}

/**
 * One result for each run; null for a program that has failed before. Times do not count here, so two run at a time. The
 * slowest programs are last in the list and start first.
 */
export async function measureLongRuns(
  runs: readonly ((() => Promise<LongRunOutput>) | null)[],
  system: ParticleSystem,
  sampling: Sampling,
) {
  const results = await mapConcurrent(2, runs.toReversed(), async run => {
    try {
      return { kept: run && conservationOf(await run(), system, sampling), keptFailure: null };
    } catch (error) {
      return { kept: null, keptFailure: messageOf(error) };
    }
  });
  return results.reverse();
}
