// Whether a step ended in numbers. One that is not finite makes all sums with it not finite, so one look is enough.

import type { State } from '../../problem/state.ts';
import { done, failed, type Outcome } from '../../solvers/outcome.ts';

export function finiteState(z: State, what: string): Outcome {
  let sum = 0;
  for (let k = 0; k < z.length; k++) sum += 0 * z[k];
  if (sum === 0) return done;
  const at = z.findIndex(value => !Number.isFinite(value));
  const particle = Math.floor((at % (z.length / 2)) / 3);
  return failed('not finite', `Particle ${particle} of the ${what} flew off: try a shorter step.`, {
    equation: particle,
  });
}
