// Verlet's list: the pairs closer than cut-off + buffer when it was built. No pair can come within the cut-off unseen
// before the two largest displacements since then, taken together, exceed the buffer; that is when it is built anew.
// Building costs O(N) by cells. Conditions: in a periodic box every edge is at least 2 (cut-off + buffer), so that the
// nearest image is the only one in reach. Verlet, Phys. Rev. 159 (1967) 98, section II; Allen and Tildesley,
// Computer Simulation of Liquids (2017), section 5.3.

import { type Box, nearestImage } from './box.ts';
import { createCellGrid } from './cell-grid.ts';
import { firstNotFinite, laterExclusions, type PairList, type PairSelection } from './pair-list.ts';
import { nonNegativeNumber, positiveNumber } from './parameter-checks.ts';
import type { ParticleSystem } from './particle-system.ts';

export interface NeighbourReach {
  readonly cutoff: number;
  /** Default: a tenth of the cut-off, or what the box leaves room for. */
  readonly buffer?: number;
}

export interface NeighbourList extends PairList {
  readonly buffer: number;
  /** How often the list was built, for tests and for tuning the buffer. */
  readonly builds: number;
}

/** The share of the buffer that displacements may use; the rest covers rounding. */
const usable = 1 - 1e-9;

export function createNeighbourList(
  system: ParticleSystem,
  selection: PairSelection,
  reach: NeighbourReach,
): NeighbourList {
  const { count, box } = system;
  const cutoff = positiveNumber('the cut-off', reach.cutoff);
  const buffer = chosenBuffer(box, cutoff, reach.buffer);
  const rows = createRows(system, selection, cutoff + buffer);
  const reference = new Float64Array(3 * count);
  let builds = 0;
  return {
    count,
    box,
    cutoff,
    buffer,
    get builds() {
      return builds;
    },
    update(x) {
      if (builds > 0 && largestApproach(x, reference) <= buffer * usable) return true;
      if (firstNotFinite(x, count) >= 0) return false;
      rows.build(x);
      for (let k = 0; k < 3 * count; k++) reference[k] = x[k];
      builds++;
      return true;
    },
    row: rows.row,
  };
}

/** The sum of the two largest displacements: no pair came closer than by this much. NaN where x is not finite. */
function largestApproach(x: Float64Array, reference: Float64Array): number {
  let first = 0;
  let second = 0;
  let sum = 0;
  for (let k = 0; k < reference.length; k += 3) {
    const dx = x[k] - reference[k];
    const dy = x[k + 1] - reference[k + 1];
    const dz = x[k + 2] - reference[k + 2];
    const d2 = dx * dx + dy * dy + dz * dz;
    sum += d2;
    if (d2 > second) {
      second = Math.min(first, d2);
      first = Math.max(first, d2);
    }
  }
  // A NaN is never the largest, but it is in the sum.
  return Number.isFinite(sum) ? Math.sqrt(first) + Math.sqrt(second) : Number.NaN;
}

function chosenBuffer(box: Box | null, cutoff: number, wanted: number | undefined): number {
  const shortest = box === null ? Number.POSITIVE_INFINITY : Math.min(...box.edges);
  const room = shortest / 2 - cutoff;
  const buffer =
    wanted === undefined ? Math.min(0.1 * cutoff, room) : nonNegativeNumber('the buffer', wanted);
  if (buffer >= 0 && buffer <= room) return buffer;
  const edges = box?.edges.join(' × ');
  const added = wanted === undefined ? '' : ` with a buffer of ${wanted}`;
  const wayOut = `enlarge the box to at least ${2 * (cutoff + (wanted ?? 0))} along each edge, or lower the cut-off to at most ${shortest / 2 - (wanted ?? 0)}`;
  throw new RangeError(
    `a cut-off of ${cutoff}${added} does not fit into the box ${edges}: a particle would see two images of another; ${wayOut}`,
  );
}

/** The pairs within `radius`, as rows in the order that pair-list.ts promises. */
function createRows(system: ParticleSystem, selection: PairSelection, radius: number) {
  const { count } = system;
  const grid = createCellGrid(count, system.box, radius);
  const isPair = createPairTest(system, selection, radius);
  const candidates = new Int32Array(count);
  /** Earlier partners of particle 0, then those of particle 1, …: found in this order, and turned around afterwards. */
  let earlier = new Int32Array(16 * count);
  const earlierStart = new Int32Array(count + 1);
  let partners = new Int32Array(earlier.length);
  const start = new Int32Array(count + 1);

  function findEarlier(x: Float64Array): void {
    grid.fill(x);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const length = grid.candidates(i, candidates);
      if (found + length > earlier.length) earlier = grown(earlier, found + length);
      for (let k = 0; k < length; k++) if (isPair(x, candidates[k], i)) earlier[found++] = candidates[k];
      earlierStart[i + 1] = found;
    }
  }

  /** Row j of the list: the particles that found j. They come by ascending, so nothing need be sorted. */
  function turnAround(): void {
    if (partners.length < earlier.length) partners = new Int32Array(earlier.length);
    start.fill(0);
    const found = earlierStart[count];
    for (let k = 0; k < found; k++) start[earlier[k]]++;
    for (let i = 1; i <= count; i++) start[i] += start[i - 1];
    for (let i = count - 1; i >= 0; i--)
      for (let k = earlierStart[i]; k < earlierStart[i + 1]; k++) partners[--start[earlier[k]]] = i;
  }

  return {
    build(x: Float64Array): void {
      findEarlier(x);
      turnAround();
    },
    row(i: number, out: Int32Array): number {
      const begin = start[i];
      const length = start[i + 1] - begin;
      for (let k = 0; k < length; k++) out[k] = partners[begin + k];
      return length;
    },
  };
}

function grown(array: Int32Array<ArrayBuffer>, needed: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.ceil(1.5 * needed));
  larger.set(array);
  return larger;
}

/** Whether j < i interact, are within the radius and are not excluded, the cheapest question first. */
function createPairTest(system: ParticleSystem, selection: PairSelection, radius: number) {
  const { group, groups, interacts } = selection;
  const excluded = laterExclusions(system);
  const edges = system.box?.edges ?? null;
  const limit = radius * radius;
  return (x: Float64Array, j: number, i: number): boolean => {
    if (interacts[group[i] * groups + group[j]] === 0) return false;
    let dx = x[3 * i] - x[3 * j];
    let dy = x[3 * i + 1] - x[3 * j + 1];
    let dz = x[3 * i + 2] - x[3 * j + 2];
    if (edges !== null) {
      dx = nearestImage(dx, edges[0]);
      dy = nearestImage(dy, edges[1]);
      dz = nearestImage(dz, edges[2]);
    }
    return dx * dx + dy * dy + dz * dz <= limit && !excluded[j].includes(i);
  };
}
