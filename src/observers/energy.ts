// The energy H(z) and its error relative to the start.

import type { Problem } from '../problem/problem.ts';
import type { Observer } from './observer.ts';

export function energyObserver({ H, initial }: Problem): Observer {
  const start = H.value(initial);
  return {
    columns: ['energy', 'energy_error'],
    observe(z, row, at) {
      row[at] = H.value(z);
      row[at + 1] = row[at] - start;
    },
  };
}
