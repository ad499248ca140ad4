// A number of steps with a flow, for the laws; a failure becomes an error, since no law holds for a method that stops.

import type { Flow } from '../flows/flow.ts';
import type { State } from '../problem/state.ts';

/** The state after `count` steps of size h; `visit` sees each one. */
export function advance(
  flow: Flow,
  start: State,
  h: number,
  count: number,
  visit?: (z: State, k: number) => void,
): State {
  let z = Float64Array.from(start);
  let next = new Float64Array(z.length);
  for (let k = 1; k <= count; k++) {
    const outcome = flow.step(z, h, next);
    if (!outcome.ok)
      throw new Error(`step ${k} of ${count} with h = ${h} failed (${outcome.reason}): ${outcome.detail}`);
    [z, next] = [next, z];
    visit?.(z, k);
  }
  return z;
}
