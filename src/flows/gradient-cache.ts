// ∇V where a step begins is often known: the step before ended there, or a multiplier solver repeats the step
// from the same q with other p. It is reused only for bitwise the same q, so that a run gives the same bytes
// with and without the cache, and a checkpoint need not keep it.

import { sameBits } from '../linalg/dense.ts';
import type { Separable } from '../problem/hamiltonian.ts';
import type { State } from '../problem/state.ts';

export interface GradientCache {
  /** ∇V at the q where a step begins. */
  atStart(z: State): Float64Array;
  /** ∇V at the q where a step ends. */
  atEnd(z: State): Float64Array;
}

export function createGradientCache(V: Separable, n: number): GradientCache {
  // NaN: nothing is known yet.
  const startQ = new Float64Array(n).fill(Number.NaN);
  const endQ = new Float64Array(n).fill(Number.NaN);
  const startGradient = new Float64Array(n);
  const endGradient = new Float64Array(n);
  return {
    atStart(z) {
      if (sameBits(z, startQ)) return startGradient;
      if (sameBits(z, endQ)) startGradient.set(endGradient);
      else V.gradient(z, startGradient);
      copyQ(z, startQ);
      return startGradient;
    },
    atEnd(z) {
      V.gradient(z, endGradient);
      copyQ(z, endQ);
      return endGradient;
    },
  };
}

function copyQ(z: State, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] = z[i];
}
