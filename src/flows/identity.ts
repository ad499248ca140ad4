// Validation of flow steps: rejects NaN and infinity in the input and the output; and the identity map, the step of size zero.

import { firstNotFinite } from '../linalg/dense.ts';
import type { State } from '../problem/state.ts';
import { done, failed, type Outcome } from '../solvers/outcome.ts';
import type { Flow } from './flow.ts';

/** Fails when h or an entry of z is not finite. */
export function checkStart(z: State, h: number): Outcome {
  if (!Number.isFinite(h)) return failed('not finite', `the step size is ${h}; give a finite number`);
  const entry = firstNotFinite(z);
  if (entry < 0) return done;
  return failed('not finite', `entry ${entry} of the start is ${z[entry]}; the run was lost before`, {
    entry,
  });
}

/** Fails when an entry of the result of a step of size h from z is not finite. */
export function checkStep(z: State, h: number, out: State): Outcome {
  const entry = firstNotFinite(out);
  if (entry < 0) return done;
  const start = checkStart(z, h);
  if (!start.ok) return start;
  return failed('not finite', `entry ${entry} became ${out[entry]} in a step of ${h}; halve the step`, {
    entry,
  });
}

// The identity, which is what every method does in a step of size zero.

export function identity(z: State, out: State): Outcome {
  out.set(z);
  return done;
}

/** The same flow with a validated step: it fails on input that is not finite, and on output that is not. */
export function guardedFlow(flow: Flow): Flow {
  return {
    ...flow,
    step(z, h, out) {
      const ready = checkStart(z, h);
      if (!ready.ok) return ready;
      const outcome = flow.step(z, h, out);
      return outcome.ok ? checkStep(z, h, out) : outcome;
    },
  };
}
