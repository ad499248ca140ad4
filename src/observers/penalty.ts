// What the penalty ½ω²gᵀg does in place of a multiplier: λᵢ ≈ ω² gᵢ. It oscillates about the multiplier of the
// constrained motion with a size of its own; only its average over a short time converges.
// Reference: Tao and Owhadi 2016, eq. 1.8, with the opposite sign of λ.

import type { Problem } from '../problem/problem.ts';
import type { Observer } from './observer.ts';

/** For the problem whose constraints the penalty replaced. */
export function penaltyObserver({ g }: Problem, omega: number): Observer {
  const values = new Float64Array(g.m);
  return {
    columns: g.names.map(name => `lambda_${name}`),
    observe(z, row, at) {
      g.value(z, values);
      for (let i = 0; i < g.m; i++) row[at + i] = omega * omega * values[i];
    },
  };
}
