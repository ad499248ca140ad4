// Radial distribution functions between kinds of particles in a periodic box, over pairs of different molecules:
//   g(r) = ⟨pairs with r − w/2 < distance < r + w/2⟩ V / (pairs in all · 4π/3 ((r + w/2)³ − (r − w/2)³)),
// which is 1 for an ideal gas at every N: the number of pairs is exact, not N²/2. Distances are at most half the shortest
// edge. Costs O(N) per sample by cells where the box is wide.
// Reference: Allen and Tildesley, Computer Simulation of Liquids (2017), sections 2.6 and 8.2.

import { didYouMean } from '../formula/nearest-name.ts';
import { createCellGrid } from '../particles/pairs/cell-grid.ts';
import { type Box, type ParticleSystem, volume } from '../particles/system.ts';
import { createBlockAverage } from './block-average.ts';

/** Range, bins and pairs of radial distribution functions. */
export interface RadialDistributionOptions {
  /** Largest distance; default half the shortest edge, at most 12. */
  readonly to?: number | undefined;
  /** Number of bins; default such that they are about 0.05 wide. */
  readonly bins?: number | undefined;
  /** Pairs of kinds such as “OW-HW”; default all. */
  readonly pairs?: readonly string[] | undefined;
}

/** g(r) between two kinds of particles. */
export interface RadialCurve {
  /** The two kinds: “OW-HW”. */
  readonly pair: string;
  readonly g: Float64Array;
  /** Standard error of g, from blocks of samples; null while there are too few. */
  readonly error: Float64Array | null;
}

/** Radial distribution functions, one curve for each pair of kinds. */
export interface RadialResult {
  /** The middles of the bins. */
  readonly r: Float64Array;
  readonly curves: readonly RadialCurve[];
  readonly samples: number;
}

/** An accumulator of radial distribution functions. */
export interface RadialDistribution {
  /** Adds a sample: the positions of all particles, not wrapped. */
  add(x: Float64Array): void;
  result(): RadialResult;
  /** All samples so far, for a checkpoint. */
  statistics(): Float64Array[];
  /** Continues with the samples of a checkpoint. */
  resume(statistics: readonly Float64Array[]): void;
}

const usualReach = 12;
const usualWidth = 0.05;

/** null in open space, which has no density to compare with, and where all particles are in one molecule. */
export function createRadialDistribution(
  system: ParticleSystem,
  options: RadialDistributionOptions = {},
): RadialDistribution | null {
  const { box } = system;
  const pairs = wantedPairs(system, options.pairs);
  if (!box || pairs.length === 0) return null;
  const to = reachIn(box, options.to);
  const bins = options.bins ?? Math.max(1, Math.round(to / usualWidth));
  if (!(Number.isSafeInteger(bins) && bins > 0))
    throw new RangeError(`a distribution needs a whole number of bins, 1 or more, not ${bins}`);
  const counter = createCounter(system, box, pairs, { to, bins });
  const blocks = createBlockAverage(pairs.length * bins);
  return {
    add(x) {
      counter.count(x, blocks.present);
      blocks.endSample();
    },
    result() {
      const [total, errors] = [blocks.total(), blocks.errors()];
      const unit = (pair: number, bin: number) => volume(box) / (pairs[pair].count * shell(bin, to / bins));
      const curve = (values: Float64Array, pair: number, samples: number) =>
        values
          .subarray(pair * bins, (pair + 1) * bins)
          .map((value, bin) => (samples > 0 ? (value * unit(pair, bin)) / samples : 0));
      return {
        r: Float64Array.from({ length: bins }, (_, bin) => ((bin + 0.5) * to) / bins),
        curves: pairs.map(({ name }, k) => ({
          pair: name,
          g: curve(total, k, blocks.samples),
          error: errors && curve(errors, k, 1),
        })),
        samples: blocks.samples,
      };
    },
    statistics: blocks.statistics,
    resume: blocks.resume,
  };
}

const shell = (bin: number, width: number) => (4 / 3) * Math.PI * width ** 3 * ((bin + 1) ** 3 - bin ** 3);

function reachIn({ edges }: Box, wanted: number | undefined): number {
  const half = Math.min(...edges) / 2;
  const to = wanted ?? Math.min(half, usualReach);
  if (to > 0 && to <= half) return to;
  throw new RangeError(
    `a distribution up to ${to} does not fit into the box ${edges.join(' × ')}: give a distance of at most ${half}`,
  );
}

interface KindPair {
  readonly name: string;
  readonly a: number;
  readonly b: number;
  /** Pairs of particles of these kinds in different molecules. */
  readonly count: number;
}

/** The requested pairs of kinds, or all pairs that occur in different molecules. */
function wantedPairs(system: ParticleSystem, wanted: readonly string[] | undefined): KindPair[] {
  const all = kindPairs(system);
  if (wanted === undefined) return all;
  return wanted.map(name => {
    const found = all.find(({ a, b }) =>
      [`${system.kinds[a]}-${system.kinds[b]}`, `${system.kinds[b]}-${system.kinds[a]}`].includes(name),
    );
    if (found) return { ...found, name };
    const names = all.map(pair => pair.name);
    const hint = didYouMean(name, names);
    throw new RangeError(
      `there is no pair “${name}”; ${hint ? `${hint}; ` : ''}there are ${names.join(', ')}`,
    );
  });
}

function kindPairs({ kinds, kind, molecule, moleculeNames }: ParticleSystem): KindPair[] {
  const inMolecule = moleculeNames.map(() => new Int32Array(kinds.length));
  for (let i = 0; i < kind.length; i++) inMolecule[molecule[i]][kind[i]]++;
  const sum = (value: (of: Int32Array) => number) => inMolecule.reduce((total, of) => total + value(of), 0);
  return kinds.flatMap((_, a) =>
    kinds.slice(a).flatMap((_, offset) => {
      const b = a + offset;
      const ordered = sum(of => of[a]) * sum(of => of[b]) - sum(of => of[a] * of[b]);
      const count = a === b ? ordered / 2 : ordered;
      return count > 0 ? [{ name: `${kinds[a]}-${kinds[b]}`, a, b, count }] : [];
    }),
  );
}

interface Bins {
  readonly to: number;
  readonly bins: number;
}

/** Adds the pairs of one sample to the histograms, stored consecutively in the order of `pairs`. */
function createCounter(system: ParticleSystem, box: Box, pairs: readonly KindPair[], { to, bins }: Bins) {
  const { kinds, kind, molecule, count } = system;
  const isWanted = (i: number) => pairs.some(({ a, b }) => kind[i] === a || kind[i] === b);
  const members = Int32Array.from({ length: count }, (_, i) => i).filter(isWanted);
  const kindOf = members.map(i => kind[i]);
  const moleculeOf = members.map(i => molecule[i]);
  const histogramOf = histogramTable(pairs, kinds.length);
  const x = new Float64Array(3 * members.length);
  const near = new Int32Array(members.length);
  const grid = isWide(box, to) ? createCellGrid(members.length, box, to) : null;
  const [ex, ey, ez] = box.edges;
  const perLength = bins / to;

  /** Wraps into the box, so that the nearest image of a member is this one or one edge away. */
  const fill = (positions: Float64Array) => {
    for (let m = 0; m < members.length; m++)
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[3 * members[m] + axis];
        x[3 * m + axis] = value - box.edges[axis] * Math.floor(value / box.edges[axis]);
      }
  };
  const tally = (m: number, k: number, out: Float64Array) => {
    let dx = Math.abs(x[3 * m] - x[3 * k]);
    let dy = Math.abs(x[3 * m + 1] - x[3 * k + 1]);
    let dz = Math.abs(x[3 * m + 2] - x[3 * k + 2]);
    if (dx > 0.5 * ex) dx = ex - dx;
    if (dy > 0.5 * ey) dy = ey - dy;
    if (dz > 0.5 * ez) dz = ez - dz;
    const r2 = dx * dx + dy * dy + dz * dz;
    if (r2 >= to * to || moleculeOf[m] === moleculeOf[k]) return;
    const histogram = histogramOf[kindOf[m] * kinds.length + kindOf[k]];
    const bin = Math.floor(Math.sqrt(r2) * perLength);
    if (histogram >= 0 && bin < bins) out[histogram * bins + bin]++;
  };
  return {
    count(positions: Float64Array, out: Float64Array): void {
      fill(positions);
      grid?.fill(x);
      for (let m = 0; m < members.length; m++) {
        if (grid) for (let k = grid.earlierWithin(m, near) - 1; k >= 0; k--) tally(m, near[k], out);
        else for (let k = 0; k < m; k++) tally(m, k, out);
      }
    },
  };
}

/** Measured: with three cells along an edge, which are all neighbours, cells gain nothing; with four they take a third of the time. */
function isWide({ edges }: Box, to: number): boolean {
  return edges.every(edge => edge > 4 * to);
}

/** Number of the histogram of kinds a and b at a · size + b; −1 without one. */
function histogramTable(pairs: readonly KindPair[], size: number): Int32Array {
  const table = new Int32Array(size * size).fill(-1);
  pairs.forEach(({ a, b }, k) => {
    table[a * size + b] = k;
    table[b * size + a] = k;
  });
  return table;
}

/** Position and height of a maximum. */
export interface Peak {
  readonly position: number;
  readonly height: number;
}

/** The first maximum: the highest point of the first stretch with g > 1, by a parabola through three bins; null without. */
export function firstPeak(r: Float64Array, g: Float64Array): Peak | null {
  const begin = g.findIndex(value => value > 1);
  if (begin < 0) return null;
  let top = begin;
  for (let k = begin; k < g.length && g[k] > 1; k++) if (g[k] > g[top]) top = k;
  if (top === 0 || top === g.length - 1) return { position: r[top], height: g[top] };
  const [left, middle, right] = [g[top - 1], g[top], g[top + 1]];
  const bend = left - 2 * middle + right;
  const shift = bend < 0 ? (0.5 * (left - right)) / bend : 0;
  return { position: r[top] + shift * (r[1] - r[0]), height: middle - 0.25 * (left - right) * shift };
}
