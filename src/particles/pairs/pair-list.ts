// Which pairs of particles a pair force has to look at, each pair once: row i holds partners j > i in ascending order.
// The order is the same for every list that holds a pair at all, so sums over the pairs within the cut-off have the same
// terms in the same order no matter how a list was made, or when: a restart repeats the bytes of the run it continues.

import type { Box, ParticleSystem } from '../system.ts';

export interface PairList {
  readonly count: number;
  readonly box: Box | null;
  /** Every pair at most this far apart is in the list after `update`; Infinity: all pairs. */
  readonly cutoff: number;
  /** Makes the list good for the positions x; false when a coordinate is not a finite number. */
  update(x: Float64Array): boolean;
  /** Writes the partners j > i into `out`, ascending, and returns how many there are. */
  row(i: number, out: Int32Array): number;
}

/** Which particles see each other: groups g and h do where interacts[g · groups + h] is 1. */
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
      const skip = excluded[i];
      let next = 0;
      let length = 0;
      for (let j = i + 1; j < count; j++) {
        if (next < skip.length && skip[next] === j) next++;
        else if (interacts[base + group[j]] === 1) out[length++] = j;
      }
      return length;
    },
  };
}

/** For each particle its excluded partners of higher number, ascending, each once, whichever side named the pair. */
export function laterExclusions({ count, excluded }: ParticleSystem): Int32Array[] {
  const later = Array.from({ length: count }, () => new Set<number>());
  excluded.forEach((partners, i) => {
    for (const j of partners) if (i !== j) later[Math.min(i, j)].add(Math.max(i, j));
  });
  return later.map(set => Int32Array.from(set).sort());
}

/** The first particle with a coordinate that is not a finite number; −1 when there is none. */
export function firstNotFinite(x: Float64Array, count: number): number {
  for (let k = 0; k < 3 * count; k++) if (!Number.isFinite(x[k])) return Math.floor(k / 3);
  return -1;
}
