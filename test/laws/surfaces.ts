// Surfaces on which the exact distribution exp(−V/kT) dσ is known, with the angles that are looked at, and runs that
// sample them. Bin probabilities come from quadrature with 20 × 20 points in each bin (relative error below 1e-4; with
// 10⁵ samples in 20 bins the test sees errors of 4e-3).

import { load } from '../../src/file/load.ts';
import type { Flow } from '../../src/flows/flow.ts';
import { type ChiSquare, chiSquare, histogram } from '../../src/laws/sampling.ts';
import { temperatureObserver } from '../../src/observers/temperature.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { blockedMean } from '../../src/statistics/block-average.ts';

export interface Surface {
  readonly problem: Problem;
  /** Coordinates on the surface, one or two, and their ranges. */
  readonly ranges: readonly (readonly [number, number])[];
  /** The point with these coordinates, and the coordinates of a state. */
  point(u: readonly number[]): readonly number[];
  coordinates(z: State): readonly number[];
  /** Area of du, up to a factor. */
  area(u: readonly number[]): number;
}

const turn = [-Math.PI, Math.PI] as const;
const { sin, cos, atan2, hypot, sqrt } = Math;

/** Masses (a, b) give an arc its length in the metric: √(a dx² + b dy²). */
export function circle(potential: string, [a, b] = [1, 1]): Surface {
  return {
    problem: load(`
coordinates: [x, y]
mass: [${a}, ${b}]
potential: ${potential}
constraints: { rim: x^2 + y^2 = 1 }
initial: { x: 1 }
`),
    ranges: [turn],
    point: ([u]) => [cos(u), sin(u)],
    coordinates: ([x, y]) => [atan2(y, x)],
    area: ([u]) => sqrt(a * sin(u) ** 2 + b * cos(u) ** 2),
  };
}

/** By height and longitude: equal heights have equal areas. */
export function sphere(potential: string): Surface {
  return {
    problem: load(`
coordinates: [x, y, z]
potential: ${potential}
constraints: { shell: x^2 + y^2 + z^2 = 1 }
initial: { x: 1 }
`),
    ranges: [[-1, 1], turn],
    point: ([u, v]) => [sqrt(1 - u * u) * cos(v), sqrt(1 - u * u) * sin(v), u],
    coordinates: ([x, y, z]) => [Math.max(-1, Math.min(1, z)), atan2(y, x)],
    area: () => 1,
  };
}

/** R = 2, a = 1, by the angle θ round the tube and the longitude φ: dσ ∝ (2 + cos θ) dθ dφ. */
export function torus(potential: string, equation = '(sqrt(x^2 + y^2) - 2)^2 + z^2 = 1'): Surface {
  return {
    problem: load(`
coordinates: [x, y, z]
potential: ${potential}
constraints: { tube: "${equation}" }
initial: { x: 3 }
`),
    ranges: [turn, turn],
    point: ([u, v]) => [(2 + cos(u)) * cos(v), (2 + cos(u)) * sin(v), sin(u)],
    coordinates: ([x, y, z]) => [atan2(z, hypot(x, y) - 2), atan2(y, x)],
    area: ([u]) => 2 + cos(u),
  };
}

export const bins = 20;
const pointsPerBin = 20;

/** The weights of the bins of each coordinate, the other one integrated over. */
export function exactWeights({ problem, ranges, point, area }: Surface, temperature: number): Float64Array[] {
  const all = bins * pointsPerBin;
  const z = new Float64Array(2 * problem.n);
  const place = (k: number, i: number) => ranges[k][0] + ((ranges[k][1] - ranges[k][0]) * (i + 0.5)) / all;
  const weights = ranges.map(() => new Float64Array(bins));
  const others = ranges.length > 1 ? all : 1;
  for (let i = 0; i < all; i++)
    for (let j = 0; j < others; j++) {
      const u = ranges.length > 1 ? [place(0, i), place(1, j)] : [place(0, i)];
      z.set(point(u));
      const weight = area(u) * Math.exp(-(problem.H.separable?.potential(z) ?? Number.NaN) / temperature);
      weights.forEach((sums, k) => {
        sums[Math.floor((k === 0 ? i : j) / pointsPerBin)] += weight;
      });
    }
  return weights;
}

export interface Run {
  readonly h: number;
  /** Steps from one sample to the next. */
  readonly thinning: number;
  readonly samples?: number;
}

export interface Samples {
  /** Counts in the bins of each coordinate. */
  readonly counts: readonly Float64Array[];
  /** What the correlation of samples makes of the mean of χ², were they distributed exactly: 1 for independent ones. */
  readonly inflation: number;
  readonly temperature: ReturnType<typeof blockedMean>;
}

export function sample({ problem, ranges, coordinates }: Surface, flow: Flow, run: Run): Samples {
  const { h, thinning, samples = 100_000 } = run;
  const [row, series] = [new Float64Array(1), new Float64Array(samples)];
  const observer = temperatureObserver(problem);
  const values = ranges.map(() => new Float64Array(samples));
  let z = Float64Array.from(problem.initial);
  let next = new Float64Array(z.length);
  for (let k = -20; k < samples; k++) {
    for (let i = 0; i < thinning; i++) {
      const outcome = flow.step(z, h, next);
      if (!outcome.ok) throw new Error(`${outcome.reason}: ${outcome.detail}`);
      [z, next] = [next, z];
    }
    if (k < 0) continue;
    observer.observe(z, row, 0);
    series[k] = row[0];
    const u = coordinates(z);
    for (let c = 0; c < u.length; c++) values[c][k] = u[c];
  }
  const places = values.map((u, c) => u.map(value => binOf(value, ranges[c])));
  return {
    counts: places.map(place => histogram(place, { from: 0, to: bins, count: bins })),
    inflation: Math.max(...places.map(inflationOf)),
    temperature: blockedMean(series),
  };
}

const binOf = (value: number, [from, to]: readonly [number, number]) =>
  Math.min(bins - 1, Math.floor((bins * (value - from)) / (to - from)));

/** 1 + 2 Σ ρ(lag), with ρ the mean over the bins of the correlation of “in this bin” with itself, a lag later. */
function inflationOf(places: Float64Array): number {
  const share = histogram(places, { from: 0, to: bins, count: bins }).map(count => count / places.length);
  let sum = 1;
  for (let lag = 1; lag <= 8; lag++) {
    let returns = 0;
    for (let i = lag; i < places.length; i++)
      if (places[i] === places[i - lag]) returns += 1 / share[places[i]];
    sum += (2 * (returns / (places.length - lag) - 1)) / (bins - 1);
  }
  return sum;
}

/** The least probable of the coordinates. */
export function worst(counts: readonly Float64Array[], weights: readonly Float64Array[]): ChiSquare {
  return counts.map((count, k) => chiSquare(count, weights[k])).reduce((a, b) => (b.p < a.p ? b : a));
}
