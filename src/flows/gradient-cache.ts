// ∇V where a step begins is often known: the step before ended there, or a multiplier solver repeats the step from the same q
// with other p. It is reused for bitwise the same q only (linalg/last-point.ts).

import { createLastPoint } from '../linalg/last-point.ts';
import type { Separable } from '../problem/hamiltonian.ts';
import type { State } from '../problem/state.ts';

export interface GradientCache {
  /** ∇V at the q where a step begins. */
  atStart(z: State): Float64Array;
  /** ∇V at the q where a step ends. */
  atEnd(z: State): Float64Array;
}

export function createGradientCache(V: Separable, n: number): GradientCache {
  const [start, end] = [createLastPoint(n), createLastPoint(n)];
  const [startGradient, endGradient] = [new Float64Array(n), new Float64Array(n)];
  return {
    atStart(z) {
      if (start.is(z)) return startGradient;
      if (end.is(z)) startGradient.set(endGradient);
      else V.gradient(z, startGradient);
      start.set(z);
      return startGradient;
    },
    atEnd(z) {
      V.gradient(z, endGradient);
      end.set(z);
      return endGradient;
    },
  };
}
