// Sampling of the structure of a liquid, by us and by GROMACS, and its results.

import type { BlockedMean } from '../../../src/statistics/block-average.ts';
import type { Estimate } from './peak.ts';

export interface Structure {
  /** First peak of the O–O distribution, Å. */
  readonly position: Estimate;
  readonly height: Estimate;
  /** Potential energy in kcal/mol per molecule. */
  readonly energy: Estimate;
  /** K. */
  readonly temperature: Estimate;
}

/** Rate of the thermostat (1/ps), steps between samples, blocks for the errors of the peak, range and bins of the distribution (Å). */
export const sampling = { friction: 1, spacing: 20, blocks: 20, reach: 8, binWidth: 0.01 };

export const estimateOf = ({ mean, standardError }: BlockedMean): Estimate => ({
  ...{ value: mean, error: standardError },
});
