// Verlet's list: the pairs closer than cut-off + buffer when it was built. It contains all pairs within the cut-off until
// the sum of the two largest displacements since then exceeds the buffer; then it is rebuilt.
// Building costs O(N) by cells. Conditions: in a periodic box every edge is at least 2 (cut-off + buffer), so that only
// the nearest image is within range. Verlet, Phys. Rev. 159 (1967) 98, section II; Allen and Tildesley,
// Computer Simulation of Liquids (2017), section 5.3.

import { nonNegativeNumber, positiveNumber } from '../parameter-checks.ts';
import type { Box, ParticleSystem } from '../system.ts';
import { createCellGrid } from './cell-grid.ts';
import { firstNotFinite, laterExclusions, type PairList, type PairSelection } from './list.ts';

export interface NeighbourReach {
  readonly cutoff: number;
  /** Default: a tenth of the cut-off, or less where the box limits it. */
  readonly buffer?: number;
}

export interface NeighbourList extends PairList {
  readonly buffer: number;
  /** How often the list was built, for tests and for tuning the buffer. */
  readonly builds: number;
}

/** Fraction of the buffer that displacements may use; the rest covers round-off. */
const usable = 1 - 1e-9;

export function createNeighbourList(
  system: ParticleSystem,
  selection: PairSelection,
  reach: NeighbourReach,
): NeighbourList {
  const { count, box } = system;
  const cutoff = visibleCutoff(reach.cutoff, box);
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

/** Shortest cut-off as a fraction of the shortest edge, and in open space: powers of r_c and cell numbers must be finite. */
const [leastShare, leastCutoff] = [1e-6, 1e-50];

function visibleCutoff(given: number, box: Box | null): number {
  const cutoff = positiveNumber('the cut-off', given);
  const least = box ? leastShare * Math.min(...box.edges) : leastCutoff;
  if (cutoff >= least) return cutoff;
  throw new RangeError(
    `the cut-off ${cutoff} is so short that no pair is ever within it; give at least ${least}`,
  );
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
  // Comparisons skip a NaN, the sum does not.
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

/** The pairs within `radius`, as rows in the order that list.ts promises. */
function createRows(system: ParticleSystem, selection: PairSelection, radius: number) {
  // Particles without any interaction are left out; the others keep their order.
  const members = interacting(selection);
  const count = members.length;
  const memberOf = new Int32Array(system.count).fill(-1);
  members.forEach((i, m) => {
    memberOf[i] = m;
  });
  const x = new Float64Array(3 * count);
  const grid = createCellGrid(count, system.box, radius);
  const feels = createPairTest(system, selection);
  const candidates = new Int32Array(count);
  /** Partners j < i of member 0, then of member 1, …, as they are found; transposed afterwards. */
  let earlier = new Int32Array(16 * count);
  const earlierStart = new Int32Array(count + 1);
  let partners = new Int32Array(earlier.length);
  const start = new Int32Array(count + 1);

  function findEarlier(): void {
    grid.fill(x);
    let found = 0;
    for (let m = 0; m < count; m++) {
      const length = grid.earlierWithin(m, candidates);
      if (found + length > earlier.length) earlier = grown(earlier, found + length);
      for (let k = 0; k < length; k++)
        if (feels(members[candidates[k]], members[m])) earlier[found++] = candidates[k];
      earlierStart[m + 1] = found;
    }
  }

  /** Row of a member: the members i > j that found it. They are visited in ascending order, so no sorting is needed. */
  function transpose(): void {
    if (partners.length < earlier.length) partners = new Int32Array(earlier.length);
    start.fill(0);
    const found = earlierStart[count];
    for (let k = 0; k < found; k++) start[earlier[k]]++;
    for (let m = 1; m <= count; m++) start[m] += start[m - 1];
    for (let m = count - 1; m >= 0; m--)
      for (let k = earlierStart[m]; k < earlierStart[m + 1]; k++) partners[--start[earlier[k]]] = members[m];
  }

  return {
    build(positions: Float64Array): void {
      for (let m = 0; m < count; m++)
        for (let axis = 0; axis < 3; axis++) x[3 * m + axis] = positions[3 * members[m] + axis];
      findEarlier();
      transpose();
    },
    row(i: number, out: Int32Array): number {
      const m = memberOf[i];
      if (m < 0) return 0;
      // A local constant, so that the loop does not load the captured variable for each entry.
      const from = partners;
      const begin = start[m];
      const length = start[m + 1] - begin;
      for (let k = 0; k < length; k++) out[k] = from[begin + k];
      return length;
    },
  };
}

/** Particles that interact with any group, ascending. */
function interacting({ group, groups, interacts }: PairSelection): Int32Array {
  const active = Array.from({ length: groups }, (_, g) =>
    interacts.subarray(g * groups, (g + 1) * groups).includes(1),
  );
  return Int32Array.from(group.keys()).filter(i => active[group[i]]);
}

function grown(array: Int32Array<ArrayBuffer>, needed: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.ceil(1.5 * needed));
  larger.set(array);
  return larger;
}

/** Whether particles j < i interact and are not excluded. */
function createPairTest(system: ParticleSystem, { group, groups, interacts }: PairSelection) {
  const { start, index } = laterExclusions(system);
  const isExcluded = (j: number, i: number) => {
    for (let at = start[j]; at < start[j + 1]; at++) if (index[at] === i) return true;
    return false;
  };
  return (j: number, i: number): boolean =>
    interacts[group[i] * groups + group[j]] === 1 && !isExcluded(j, i);
}
