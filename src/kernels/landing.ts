// The iteration for λ with g(Q) = 0, where P = p − kick ∇V(q) − Gᵀλ, Q = q + drift M⁻¹P and λ = h·rate. The rate in memory is the
// guess that it begins with. Leimkuhler and Skeel 1994, eq. 24–26.

import { accept, aim } from '../solvers/convergence.ts';
import type { CompiledStep } from './compiled-step.ts';

const maxIterations = 40;
/** More iterations than this call for a new matrix. Measured on rings and trees: to make one costs about three. */
const many = 6;

export function createLanding({ run, views, multipliers }: CompiledStep) {
  const { kick, drift, h, correction, size } = views;
  const { contraction, within } = multipliers;
  let iterations = 0;
  return {
    /** How long the force acts, how long the motion lasts, and the step that λ = h·rate counts in. */
    setTimes(ofKick: number, ofDrift: number, step: number): void {
      kick[0] = ofKick;
      drift[0] = ofDrift;
      h[0] = step;
      correction[0] = 1 / (ofDrift * step);
    },
    /** Leaves Q and P in memory; false when the iteration does not get there. */
    land(): boolean {
      let [before, earlier] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let k = 0; k < maxIterations; k++) {
        iterations = k;
        run.move();
        const now = size[0];
        if (now <= aim || (now <= accept && now >= contraction * before)) return true;
        if (!Number.isFinite(now) || now > contraction * (within === 1 ? before : earlier)) return false;
        // The last matrix leaves about now/before of the residual, as it did before: enough where that reaches the aim.
        if (k > 0 && now * now <= aim * before) multipliers.correctAgain();
        else if (!multipliers.correct()) return false;
        earlier = before;
        before = now;
      }
      return false;
    },
    /** Whether the last landing was long: a matrix that was kept no longer suits. */
    wasLong: () => iterations > many,
  };
}
