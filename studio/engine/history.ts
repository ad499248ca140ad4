// The states of the past, thinned out when they grow too many: every second one is dropped, and half as many are kept
// from then on. So one can always go back to the beginning.

import type { State } from '../../src/problem/state.ts';

export interface Moment {
  /** Number of the step that led there. */
  readonly step: number;
  readonly z: State;
}

export interface History {
  /** What had come after this step was another future, and is forgotten. */
  add(step: number, z: State): void;
  /** The last moment at or before this step; the first one where there is none before it. */
  before(step: number): Moment;
  readonly first: number;
  readonly last: number;
  forget(): void;
}

/** Memory for the past of one lane, in numbers. */
const room = 4_000_000;
const mostMoments = 20_000;

export function createHistory(length: number): History {
  const most = Math.max(16, Math.min(mostMoments, Math.floor(room / length)));
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
    forget() {
      moments = [];
      [stride, skipped] = [1, 0];
    },
  };
}
