// The state itself: q, then p; and the user's observables.

import type { Problem } from '../problem/problem.ts';
import { stateNames } from '../problem/state-names.ts';
import type { Observer } from './observer.ts';

export function trajectoryObserver(problem: Problem): Observer {
  return {
    columns: stateNames(problem),
    observe(z, row, at) {
      for (let i = 0; i < z.length; i++) row[at + i] = z[i];
    },
  };
}

export function observableObserver({ observables }: Problem): Observer {
  return {
    columns: observables.map(({ name }) => name),
    observe(z, row, at) {
      for (let i = 0; i < observables.length; i++) row[at + i] = observables[i].value(z);
    },
  };
}
