// The mean square displacement of points, over all of them and over many time origins:
//   MSD(t) = ⟨|R(s + t) − R(s)|²⟩.
// The spacing of lags t grows with t: on level l every 2^l-th sample is an origin, and the last 16 of them are stored, so
// that memory and time per sample grow with the logarithm of the run. The displacements themselves are exact.
// The error is estimated from the scatter between groups of points, which move nearly independently.
// Reference: Frenkel and Smit, Understanding Molecular Simulation (2002), section 4.4.2 (without their averages);
// Ramírez, Sukumaran, Vorselaars, Likhtman, J. Chem. Phys. 133 (2010) 154103.

import { isCount, requireFit, standardError } from './block-average.ts';

/** An accumulator of mean square displacements. */
export interface MeanSquareDisplacement {
  /** R of each point, three entries each. A sample that is not the next multiple of the first time step is left out. */
  add(R: Float64Array, time: number): void;
  result(): DisplacementResult;
  /** All samples so far, for a checkpoint. */
  statistics(): Float64Array[];
  /** Continues with the samples of a checkpoint. */
  resume(statistics: readonly Float64Array[]): void;
}

/** Mean square displacements by lag, with standard errors. */
export interface DisplacementResult {
  readonly lag: Float64Array;
  readonly msd: Float64Array;
  /** Standard errors; null for one point alone. */
  readonly error: Float64Array | null;
  /** MSD of each group. */
  readonly groups: readonly Float64Array[];
  /** From the first sample to the last. */
  readonly duration: number;
}

const originsPerLevel = 16;
const mostGroups = 32;

/**
 * Accumulates MSD(t) = ⟨|R(s + t) − R(s)|²⟩ of points over many time origins, in memory that grows with the logarithm
 * of the run. Frenkel and Smit, Understanding Molecular Simulation (2002), section 4.4.2.
 */
export function createMeanSquareDisplacement(points: number): MeanSquareDisplacement {
  if (!(Number.isSafeInteger(points) && points > 0))
    throw new RangeError(`displacements need one or more points, not ${points}`);
  const levels = [new Level(points, 1)];
  const clock = createClock();
  return {
    add(R, time) {
      if (R.length !== 3 * points)
        throw new RangeError(`${points} points have ${3 * points} coordinates, not ${R.length}`);
      if (!clock.isNext(time)) return;
      for (let l = 0, j = clock.samples; l < levels.length; l++, j /= 2) {
        // A level that is full for the first time starts the next one, with every second of its origins.
        if (j === originsPerLevel && l === levels.length - 1) levels.push(levels[l].everySecond());
        levels[l].add(R, j);
        if (j % 2 !== 0) break;
      }
      clock.tick();
    },
    result: () => resultOf(levels, clock.spacing, clock.samples),
    statistics: () => [clock.statistics(), ...levels.flatMap(level => level.statistics())],
    resume([times, ...parts]) {
      requireFit(times?.length === 3 && isCount(times[2]) && parts.length % 3 === 0 && parts.length > 0);
      clock.resume(times);
      levels.length = 1;
      for (let at = 0; at < parts.length; at += 3) {
        if (at > 0) levels.push(new Level(points, originsPerLevel / 2));
        levels[levels.length - 1].resume(parts.slice(at, at + 3));
      }
    },
  };
}

class Level {
  readonly groups: number;
  /** Σ |ΔR|² of each group for lag a at a · groups. */
  readonly sums: Float64Array;
  /** Number of origins in the sums of lag a. */
  readonly origins = new Int32Array(originsPerLevel);
  private readonly points: number;
  private readonly shortest: number;
  private readonly ring: Float64Array[];

  /** `shortest`: lags below it, in samples of this level, belong to the level before. */
  constructor(points: number, shortest: number) {
    this.points = points;
    this.shortest = shortest;
    this.groups = Math.min(points, mostGroups);
    this.sums = new Float64Array(originsPerLevel * this.groups);
    this.ring = Array.from({ length: originsPerLevel }, () => new Float64Array(3 * points));
  }

  /** Sample j of this level. */
  add(R: Float64Array, j: number): void {
    for (let a = this.shortest; a < originsPerLevel && a <= j; a++)
      this.compare(this.ring[(j - a) % originsPerLevel], R, a);
    this.ring[j % originsPerLevel].set(R);
  }

  private compare(from: Float64Array, R: Float64Array, a: number): void {
    const { points, groups, sums } = this;
    for (let i = 0, group = a * groups; i < points; i++, group++) {
      if (group === (a + 1) * groups) group = a * groups;
      const dx = R[3 * i] - from[3 * i];
      const dy = R[3 * i + 1] - from[3 * i + 1];
      const dz = R[3 * i + 2] - from[3 * i + 2];
      sums[group] += dx * dx + dy * dy + dz * dz;
    }
    this.origins[a]++;
  }

  everySecond(): Level {
    const next = new Level(this.points, originsPerLevel / 2);
    for (let j = 0; j < originsPerLevel / 2; j++) next.ring[j].set(this.ring[2 * j]);
    return next;
  }

  statistics(): Float64Array[] {
    const ring = new Float64Array(originsPerLevel * 3 * this.points);
    this.ring.forEach((R, k) => {
      ring.set(R, k * R.length);
    });
    return [this.sums.slice(), Float64Array.from(this.origins), ring];
  }

  resume([sums, origins, ring]: readonly Float64Array[]): void {
    const size = 3 * this.points;
    requireFit(sums.length === this.sums.length && origins.length === originsPerLevel);
    requireFit(origins.every(isCount) && ring.length === originsPerLevel * size);
    this.sums.set(sums);
    this.origins.set(origins);
    this.ring.forEach((R, k) => {
      R.set(ring.subarray(k * size, (k + 1) * size));
    });
  }

  /** MSD of one group at lag a. */
  mean(a: number, group: number): number {
    const size = Math.ceil((this.points - group) / this.groups);
    return this.sums[a * this.groups + group] / (size * this.origins[a]);
  }

  /** MSD of all points at lag a. */
  total(a: number): number {
    const { sums, groups, points, origins } = this;
    return (
      sums.subarray(a * groups, (a + 1) * groups).reduce((s, value) => s + value, 0) / (points * origins[a])
    );
  }
}

/** Tolerance of times of rows, which are k·h, relative to their spacing. */
const timing = 1e-6;

function createClock() {
  let [first, spacing, samples] = [0, 0, 0];
  return {
    get spacing() {
      return spacing;
    },
    get samples() {
      return samples;
    },
    isNext(time: number): boolean {
      if (samples === 0) first = time;
      if (samples === 1 && time > first) spacing = time - first;
      return samples === 0 || Math.abs(time - first - samples * spacing) < timing * spacing;
    },
    tick() {
      samples++;
    },
    statistics: () => Float64Array.of(first, spacing, samples),
    resume(times: Float64Array) {
      [first, spacing, samples] = times;
    },
  };
}

function resultOf(levels: readonly Level[], spacing: number, samples: number): DisplacementResult {
  const places = levels.flatMap((level, l) =>
    [...level.origins.keys()]
      .filter(a => level.origins[a] > 0)
      .map(a => ({ level, a, lag: a * 2 ** l * spacing })),
  );
  const groups = Array.from({ length: levels[0].groups }, (_, group) =>
    Float64Array.from(places, ({ level, a }) => level.mean(a, group)),
  );
  return {
    lag: Float64Array.from(places, ({ lag }) => lag),
    msd: Float64Array.from(places, ({ level, a }) => level.total(a)),
    error:
      groups.length > 1
        ? Float64Array.from(places, (_, k) => standardError(groups.map(group => group[k])))
        : null,
    groups,
    duration: Math.max(0, samples - 1) * spacing,
  };
}

/** A diffusion coefficient from the slope of the mean square displacement, MSD = 6Dt + c. */
export interface Diffusion {
  /** D, length² per time. */
  readonly coefficient: number;
  /** Standard error; null for one point alone. */
  readonly error: number | null;
  /** c, the intercept of the line. */
  readonly offset: number;
  /** The range of lags of the fit. */
  readonly from: number;
  readonly to: number;
}

/** The range of lags to be fitted. */
export interface FitWindow {
  /** Default a tenth of the run. */
  readonly from?: number;
  /** Default half of the run. */
  readonly to?: number;
}

const fewestLags = 3;

/**
 * The diffusion coefficient from Einstein's relation, MSD(t) = 6 D t + c at long times: the slope of a straight line over
 * the lags from a tenth to half of the run, each weighted with the inverse of its variance,
 *   w ∝ (T − t)/t³    (the square of an MSD that grows as t, over the (T − t)/t stretches of length t in a run of length T).
 * The error is that of slopes for groups of points that move nearly independently. In a periodic box D is smaller than
 * in an infinite liquid, by 2.837 k_B T/(6π η L): Yeh and Hummer, J. Phys. Chem. B 108 (2004) 15873.
 * Reference: Frenkel and Smit, Understanding Molecular Simulation (2002), section 4.4.1.
 * Returns null where fewer than three lags are in the window.
 */
export function diffusionOf(result: DisplacementResult, window: FitWindow = {}): Diffusion | null {
  const { lag, msd, groups, duration } = result;
  const { from = 0.1 * duration, to = 0.5 * duration } = window;
  const chosen = [...lag.keys()].filter(k => lag[k] >= from && lag[k] <= to && lag[k] < duration);
  if (chosen.length < fewestLags) return null;
  const t = chosen.map(k => lag[k]);
  const weights = t.map(s => (duration - s) / s ** 3);
  const line = (values: Float64Array) =>
    weightedLine(
      t,
      chosen.map(k => values[k]),
      weights,
    );
  const { slope, offset } = line(msd);
  return {
    coefficient: slope / 6,
    error: groups.length > 1 ? standardError(groups.map(group => line(group).slope / 6)) : null,
    offset,
    from: t[0],
    to: t[t.length - 1],
  };
}

/** The line y = offset + slope t with the least Σ w (y − line)². */
function weightedLine(t: readonly number[], y: readonly number[], w: readonly number[]) {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value, k) => sum + w[k] * value, 0) / w.reduce((sum, value) => sum + value, 0);
  const [middle, height] = [mean(t), mean(y)];
  const spread = mean(t.map(s => (s - middle) ** 2));
  const slope = mean(t.map((s, k) => (s - middle) * (y[k] - height))) / spread;
  return { slope, offset: height - slope * middle };
}
