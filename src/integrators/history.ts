// The last states of a multistep method, newest first, with the step that separates them. A step from another state
// or of another size does not continue them: the method then starts again.

import { sameBits } from '../linalg/dense.ts';
import type { State } from '../problem/state.ts';

export interface History {
  readonly values: Float64Array;
  count(): number;
  continues(z: State, h: number): boolean;
  restart(z: State, h: number): void;
  add(z: State): void;
  forget(): void;
  readonly memory: readonly Float64Array[];
}

export function createHistory(capacity: number, dimension: number): History {
  const values = new Float64Array(capacity * dimension);
  const newest = values.subarray(0, dimension);
  /** Number of stored states, and their spacing in time. */
  const clock = new Float64Array(2);
  return {
    values,
    memory: [values, clock],
    count: () => clock[0],
    continues: (z, h) => clock[0] > 0 && clock[1] === h && sameBits(z, newest),
    restart(z, h) {
      newest.set(z);
      clock[0] = 1;
      clock[1] = h;
    },
    add(z) {
      values.copyWithin(dimension, 0, (capacity - 1) * dimension);
      newest.set(z);
      clock[0] = Math.min(capacity, clock[0] + 1);
    },
    forget() {
      clock[0] = 0;
    },
  };
}
