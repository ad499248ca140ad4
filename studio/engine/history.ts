// Recorded states of a lane, thinned out when there are too many: every second one is dropped, and from then on half as many are
// recorded. The first one is never dropped.

import type { State } from '../../src/problem/state.ts';

export interface Moment {
  /** Number of the step that led there. */
  readonly step: number;
  readonly z: State;
}

export interface History {
  /** Records a state; states of this and later steps are discarded. */
  add(step: number, z: State): void;
  /** The last recorded state at or before this step, else the first one. */
  before(step: number): Moment;
  readonly first: number;
  readonly last: number;
  clear(): void;
}

/** Memory for the history of one lane, in numbers. */
const maxNumbers = 4_000_000;
const maxMoments = 20_000;

export function createHistory(length: number): History {
  const most = Math.max(16, Math.min(maxMoments, Math.floor(maxNumbers / length)));
  let moments: Moment[] = [];
  let [stride, skipped] = [1, 0];
  return {
    add(step, z) {
      while (moments.length > 0 && moments[moments.length - 1].step >= step) moments.pop();
      if (moments.length > 0 && ++skipped < stride) return;
      skipped = 0;
      moments.push({ step, z: z.slice() });
      if (moments.length < most) return;
      moments = moments.filter((_, k) => k % 2 === 0);
      stride *= 2;
    },
    before(step) {
      let [low, high] = [0, moments.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (moments[middle].step <= step) low = middle;
        else high = middle;
      }
      return moments[low];
    },
    get first() {
      return moments[0].step;
    },
    get last() {
      return moments[moments.length - 1].step;
    },
    clear() {
      moments = [];
      [stride, skipped] = [1, 0];
    },
  };
}
