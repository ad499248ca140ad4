// Our own methods on a case of the catalogue, as a motion like any other's. All masses are 1 there, so momenta are velocities.

import type { Problem } from '../../../src/problem/problem.ts';
import { createStepper } from '../../measure/stepper.ts';
import type { Mover } from '../javascript/motion.ts';

/** Looks at a short motion of what chooses its own steps. */
const leastLooks = 10;

export function ours(problem: Problem, method: string): Mover {
  const { n, initial } = problem;
  /** It chooses its own steps inside one of ours. */
  const isAdaptive = method === 'reference';
  return ({ until }, setting) => {
    /** Steps that divide the motion evenly; what chooses its own makes them inside these pieces. */
    function stepperFor(pieces: number) {
      const steps = isAdaptive ? pieces : Math.max(1, Math.round(until / setting));
      const options = isAdaptive ? { tolerance: setting } : {};
      return { steps, ...createStepper(problem, { method, h: until / steps, options }) };
    }
    const { steps, stepper } = stepperFor(1);
    return {
      run() {
        stepper.restart();
        stepper.advance(steps);
        return steps;
      },
      // What chooses its own steps ends one at each look, and is looked at once in a unit of time at most, lest its steps be
      // shorter than those that are timed.
      watch(samples, look) {
        const looks = isAdaptive ? Math.min(samples, Math.max(leastLooks, Math.ceil(until))) : samples;
        const watched = stepperFor(looks);
        // The nearest steps.
        const done = (k: number) => Math.round((watched.steps * k) / looks);
        const show = (z: Float64Array) => look({ q: z.subarray(0, n), v: z.subarray(n) });
        show(initial);
        for (let k = 1; k <= looks; k++) show(watched.stepper.advance(done(k) - done(k - 1)));
      },
      end(out) {
        const z = stepper.advance(0);
        out.q.set(z.subarray(0, n));
        out.v.set(z.subarray(n));
      },
    };
  };
}
