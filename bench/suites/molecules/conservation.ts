// What a run at constant energy keeps, from looks at its total energy E₀, E₁, … at equal distances and from where it ends:
//   energy error   max |E_k − E₀| / N,   N particles
//   drift          slope of the straight line nearest to the E_k, in k_B T per nanosecond and degree of freedom
//   rod error      max |r² − l²| / (2 l²) over the rods of length l
// The error of the drift counts looks that remember each other and a random walk (liquids/drift.ts).

import { degreesOfFreedom } from '../../../src/particles/build/maxwell-momenta.ts';
import { nearestImage, type ParticleSystem, type Rod } from '../../../src/particles/system.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import { driftOf } from '../../measure/drift.ts';

/** What a program shows of its run. */
export interface Seen {
  /** kcal/mol, one for each look, the first before the first step that counts. */
  readonly energies: Float64Array;
  /** Å, after the last step. */
  readonly positions: Float64Array;
  /** Edges of the box where the positions may lie in different images; null where molecules are whole. */
  readonly edges: readonly number[] | null;
  /** Largest resident memory of the process, bytes; null where the system does not tell. */
  readonly memory: number | null;
}

export interface Kept {
  /** kcal/mol per particle. */
  readonly energyError: number;
  /** k_B T per nanosecond and degree of freedom, with its standard error. */
  readonly drift: number;
  readonly driftError: number;
  /** Relative to the length; null without rods. */
  readonly rodError: number | null;
  /** Bytes. */
  readonly memory: number | null;
}

export interface Looks {
  /** Time from one look to the next. */
  readonly interval: number;
  /** k_B T. */
  readonly temperature: number;
}

/** Throws when an energy or a position is not a number, or missing. */
export function keptOf(seen: Seen, system: ParticleSystem, { interval, temperature }: Looks): Kept {
  const { energies, positions, edges, memory } = seen;
  if (!energies.every(Number.isFinite)) throw new Error('its energy is not a number');
  if (positions.length !== 3 * system.count || !positions.every(Number.isFinite))
    throw new Error(`it ends without the positions of all ${system.count} particles`);
  const unit = degreesOfFreedom(system) * temperature;
  const { slope, error } = driftOf(
    energies.map(energy => energy / unit),
    interval / molecularUnits.ns,
  );
  return {
    energyError: energies.reduce((worst, E) => Math.max(worst, Math.abs(E - energies[0])), 0) / system.count,
    ...{ drift: slope, driftError: error },
    rodError: system.rods.length > 0 ? worstRod(system.rods, positions, edges) : null,
    memory,
  };
}

/** As in src/particles/topology/rod-geometry.ts, but between nearest images. */
export function worstRod(rods: readonly Rod[], x: Float64Array, edges: Seen['edges']): number {
  let worst = 0;
  for (const { a, b, length } of rods) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const d = x[3 * a + k] - x[3 * b + k];
      squared += (edges ? nearestImage(d, edges[k]) : d) ** 2;
    }
    worst = Math.max(worst, Math.abs(squared / (length * length) - 1) / 2);
  }
  return worst;
}
