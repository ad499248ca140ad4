// The drift law: the energy error of a symplectic method oscillates and does not grow. The run is cut into blocks; a straight line
// through the block means of the energy error gives the drift over the run, which is compared with the largest error. A method
// that loses or gains energy steadily has a ratio near or above one.
// A ratio alone proves nothing: half an oscillation looks like a drift, and a drift within one oscillation like none. So the run
// is also asked how often the error has swung about its line, how often the momenta have swung about their means (the slowest
// counts), and whether the block means go one way, by more than the error varies within a block.

import type { Flow } from '../flows/flow.ts';
import { accelerated } from '../kernels/choose.ts';
import { norm2 } from '../linalg/dense.ts';
import { energyScale } from '../problem/energy-scale.ts';
import type { Problem } from '../problem/problem.ts';
import { advance } from '../run/stepper.ts';
import type { Decision } from './law.ts';

/** Energy drift of a run beside its largest energy error. */
export interface Drift {
  /** Energy gained over the whole run, by the fitted line, relative to the energies in play. */
  readonly drift: number;
  /** Largest energy error, relative likewise. */
  readonly largest: number;
  /** |drift| / largest. */
  readonly ratio: number;
  /** |drift| in units of the error that the scatter of the block means leaves it. */
  readonly significance: number;
  /** How often the energy error swings about the line, up and down. */
  readonly swings: number;
  /** How often the slowest momentum swings about its mean; 0 where none changes. */
  readonly cycles: number;
  /** Whether the means of the blocks go one way, by several times what the error varies within a block. */
  readonly isSteady: boolean;
}

/** Blocks of a run, and states at which momenta are compared in each. */
const [blocks, samplesPerBlock] = [20, 16];
/** A run needs so many steps that every block has some. */
export const leastDriftSteps = 2 * blocks;
/** Of the differences of successive block means, so many have the sign of a steady drift, */
const sameWay = blocks - 3;
/** and together they are so many times what the error varies within a block. */
const timesVariation = 3;
/** A swing reaches this part of the root mean square on both sides. */
const swingDepth = 0.3;

export function measureDrift(problem: Problem, flow: Flow, h: number, steps: number): Drift {
  const { H, initial } = accelerated(problem);
  const start = H.value(initial);
  const perBlock = Math.max(1, Math.floor(steps / blocks));
  const errors = new Float64Array(perBlock * blocks);
  const perSample = Math.max(1, Math.floor(perBlock / samplesPerBlock));
  const momenta: Float64Array[] = [];
  let size = energyScale(problem, initial);
  advance(flow, initial, h, errors.length, (z, k) => {
    errors[k - 1] = H.value(z) - start;
    if (k % perBlock === 0) size = Math.max(size, energyScale(problem, z));
    if (k % perSample === 0) momenta.push(z.slice(problem.n));
  });
  const unit = size || 1;
  for (let k = 0; k < errors.length; k++) errors[k] /= unit;
  const largest = errors.reduce((most, error) => Math.max(most, Math.abs(error)), 0);
  return { ...trendOf(errors, perBlock, largest), largest, cycles: slowestCycles(momenta, problem.n) };
}

function trendOf(errors: Float64Array, perBlock: number, largest: number) {
  const parts = Array.from({ length: blocks }, (_, b) => errors.subarray(b * perBlock, (b + 1) * perBlock));
  const means = Float64Array.from(parts, part => part.reduce((a, b) => a + b, 0) / perBlock);
  const drift = fittedRise(means);
  const mean = means.reduce((a, b) => a + b, 0) / blocks;
  const middle = (errors.length - 1) / 2;
  const aboutLine = errors.map((error, k) => error - mean - (drift * (k - middle)) / errors.length);
  const differences = Array.from(means.subarray(1), (value, b) => value - means[b]);
  const variations = parts.map(part => (Math.max(...part) - Math.min(...part)) / 2).sort((a, b) => a - b);
  const rise = Math.abs(means[blocks - 1] - means[0]);
  return {
    drift,
    ratio: Math.abs(drift) / Math.max(largest, 1e-13),
    significance: Math.abs(drift) / riseError(means, mean, drift),
    swings: swingsOf(aboutLine),
    isSteady:
      differences.filter(difference => difference * drift > 0).length >= sameWay &&
      rise >= timesVariation * variations[blocks / 2],
  };
}

/** Rise of the least-squares line over the whole run. */
function fittedRise(means: Float64Array): number {
  const centre = (means.length - 1) / 2;
  let [top, bottom] = [0, 0];
  means.forEach((mean, i) => {
    top += (i - centre) * mean;
    bottom += (i - centre) ** 2;
  });
  return (top / bottom) * means.length;
}

/** Standard error of that rise, from the scatter of the means about the line: σ √(12/k) for k means. */
function riseError(means: Float64Array, mean: number, rise: number): number {
  const centre = (blocks - 1) / 2;
  const aboutLine = means.map((value, b) => value - mean - (rise * (b - centre)) / blocks);
  return (norm2(aboutLine) / Math.sqrt(blocks - 2)) * Math.sqrt(12 / blocks);
}

/** Of all momenta that change, the least number of swings. */
function slowestCycles(samples: readonly Float64Array[], n: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const series = Float64Array.from(samples, p => p[i]);
    const mean = series.reduce((a, b) => a + b, 0) / series.length;
    const deviation = series.map(value => value - mean);
    const reach = series.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (deviation.some(value => Math.abs(value) > 1e-6 * reach)) least = Math.min(least, swingsOf(deviation));
  }
  return Number.isFinite(least) ? least : 0;
}

/** Pairs of changes of sign, each deep enough to be none of rounding. */
function swingsOf(deviation: Float64Array): number {
  const depth = swingDepth * (norm2(deviation) / Math.sqrt(deviation.length));
  let [side, turns] = [0, 0];
  for (const value of deviation) {
    if (Math.abs(value) < depth || value * side > 0 || value === 0) continue;
    if (side !== 0) turns++;
    side = Math.sign(value);
  }
  return turns / 2;
}

// The verdict: a drift is refuted, or found, only by a run with enough oscillations. Right methods stay within four standard errors of
// no drift, and reach ten only while their momenta have not swung.

/** Swings of the energy error, and of the slowest momentum, that a run must have seen. */
const [leastSwings, leastCycles] = [2, 2];
/** Standard errors up to which there is no drift, and from which there is one. */
const [noDrift, certainDrift] = [4, 10];
/** Up to this part of the largest error a drift is accepted, and up to the smaller part also where its scatter says nothing. */
const [largestRatio, smallRatio] = [0.5, 0.1];
/** A drift of rounding. */
const roundingDrift = 1e-12;

export const longerRun = 'a longer run shows more oscillations (--until)';

export function driftVerdict({ drift, ratio, significance, swings, cycles, isSteady }: Drift): Decision {
  if (Math.abs(drift) <= roundingDrift) return { verdict: 'pass' };
  const isSmall = ratio <= smallRatio || (ratio <= largestRatio && significance <= noDrift);
  if (isSmall && swings >= leastSwings) return { verdict: 'pass' };
  if (ratio > largestRatio && cycles >= leastCycles && (isSteady || significance >= certainDrift))
    return {
      verdict: 'fail',
      reason: `the energy changes by ${drift.toExponential(1)} over the run, ${significance.toFixed(0)} standard errors, through ${cycles} cycles of the slowest momentum`,
    };
  return {
    verdict: 'cannot tell',
    reason: `a drift cannot be distinguished from an oscillation within the problem's own time: drift/largest ${ratio.toFixed(2)}, ${significance.toFixed(1)} standard errors; swings of the energy error: ${swings}, cycles of the slowest momentum: ${cycles}`,
    advice: longerRun,
  };
}
