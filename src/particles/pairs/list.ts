// Pair list of a pair force, each pair once: row i holds partners j > i in ascending order.
// Every list has the same order, so sums over the pairs within the cut-off have the same terms in the same order whatever
// the age and the kind of the list: a resumed run repeats the run it continues bit for bit.

import type { Pattern } from '../../linalg/pattern.ts';
import type { Box, ParticleSystem } from '../system.ts';

export interface PairList {
  readonly count: number;
  readonly box: Box | null;
  /** Every pair at most this far apart is in the list after `update`; Infinity: all pairs. */
  readonly cutoff: number;
  /** Makes the list valid at the positions x; false when a coordinate is not a finite number. */
  update(x: Float64Array): boolean;
  /** Writes the partners j > i into `out`, ascending, and returns how many there are. */
  row(i: number, out: Int32Array): number;
}

/** Which particles interact: groups g and h do where interacts[g · groups + h] is 1. */
export interface PairSelection {
  readonly group: Int32Array;
  readonly groups: number;
  readonly interacts: Uint8Array;
}

/** All pairs that interact and are not excluded: for open space, N(N−1)/2 of them. */
export function createAllPairs(system: ParticleSystem, selection: PairSelection): PairList {
  const { count, box } = system;
  const { group, groups, interacts } = selection;
  const excluded = laterExclusions(system);
  return {
    count,
    box,
    cutoff: Number.POSITIVE_INFINITY,
    update: x => firstNotFinite(x, count) < 0,
    row(i, out) {
      const base = group[i] * groups;
      let next = excluded.start[i];
      const end = excluded.start[i + 1];
      let length = 0;
      for (let j = i + 1; j < count; j++) {
        if (next < end && excluded.index[next] === j) next++;
        else if (interacts[base + group[j]] === 1) out[length++] = j;
      }
      return length;
    },
  };
}

/** For each particle its excluded partners of higher number, ascending, each once, whether i or j lists the pair. */
export function laterExclusions({ count, excluded }: ParticleSystem): Pattern {
  const end = new Int32Array(count + 1);
  const eachPair = (visit: (low: number, high: number) => void) =>
    excluded.forEach((partners, i) => {
      for (const j of partners) if (i !== j) visit(Math.min(i, j), Math.max(i, j));
    });
  eachPair(low => {
    end[low + 1]++;
  });
  for (let i = 0; i < count; i++) end[i + 1] += end[i];
  const all = new Int32Array(end[count]);
  const next = end.slice(0, count);
  eachPair((low, high) => {
    all[next[low]++] = high;
  });
  return withoutRepeats(count, end, all);
}

/** The rows of `all`, which begin at `begin`, sorted and without duplicates. */
function withoutRepeats(count: number, begin: Int32Array, all: Int32Array): Pattern {
  const start = new Int32Array(count + 1);
  let length = 0;
  for (let i = 0; i < count; i++) {
    const row = all.subarray(begin[i], begin[i + 1]).sort();
    for (let k = 0; k < row.length; k++) if (k === 0 || row[k] !== row[k - 1]) all[length++] = row[k];
    start[i + 1] = length;
  }
  return { rows: count, cols: count, start, index: all.slice(0, length) };
}

/** The first particle with a coordinate that is not a finite number; −1 when there is none. */
export function firstNotFinite(x: Float64Array, count: number): number {
  for (let k = 0; k < 3 * count; k++) if (!Number.isFinite(x[k])) return Math.floor(k / 3);
  return -1;
}
