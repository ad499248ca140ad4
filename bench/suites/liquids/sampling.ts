// How a liquid is sampled, by us and by others, and what is told of it.

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

/** Rate of the thermostat, 1/ps. */
export const friction = 1;
/** Steps between samples. */
export const spacing = 20;
/** Blocks of a run, for the errors of the peak. */
export const blocks = 20;
/** The distribution reaches so far, in bins so wide, in Å. */
export const [reach, binWidth] = [8, 0.01];

export const estimateOf = ({ mean, standardError }: BlockedMean): Estimate => ({
  value: mean,
  error: standardError,
});
