// The force where a step begins is often known: the step before ended there, or a multiplier solver repeats the step
// from the same q with other p. It is reused only for bitwise the same q, so that a run gives the same bytes
// with and without the cache, and a checkpoint need not keep it.

import type { Separable } from '../problem/hamiltonian.ts';
import type { State } from '../problem/state.ts';

export interface ForceCache {
  /** ∇V at the q where a step begins. */
  atStart(z: State): Float64Array;
  /** ∇V at the q where a step ends. */
  atEnd(z: State): Float64Array;
}

export function createForceCache(V: Separable, n: number): ForceCache {
  // NaN equals nothing, itself included, so an empty slot never matches.
  const startQ = new Float64Array(n).fill(Number.NaN);
  const endQ = new Float64Array(n).fill(Number.NaN);
  const startForce = new Float64Array(n);
  const endForce = new Float64Array(n);
  return {
    atStart(z) {
      if (isSameQ(z, startQ)) return startForce;
      if (isSameQ(z, endQ)) startForce.set(endForce);
      else V.gradient(z, startForce);
      copyQ(z, startQ);
      return startForce;
    },
    atEnd(z) {
      V.gradient(z, endForce);
      copyQ(z, endQ);
      return endForce;
    },
  };
}

/** Bitwise, except that NaN differs from itself: 0 and −0 may have different forces. */
function isSameQ(z: State, q: Float64Array): boolean {
  for (let i = 0; i < q.length; i++) {
    if (z[i] !== q[i] || (q[i] === 0 && 1 / z[i] !== 1 / q[i])) return false;
  }
  return true;
}

function copyQ(z: State, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] = z[i];
}
