// node method-program.js METHOD TASK: a method of ours as a contestant (../task.ts), on a case of the catalogue. All masses are 1, so
// momenta are velocities.

import type { Problem } from '../../../src/problem/problem.ts';
import { createStepper } from '../../measure/stepper.ts';
import { type Mover, replies } from '../javascript/motion.ts';
import { problemOf, type Task } from '../task.ts';

/** Of an adaptive method in a short motion. */
const minimumSamples = 10;

export function ours(problem: Problem, method: string): Mover {
  const { n, initial } = problem;
  const isAdaptive = method === 'reference';
  return ({ until }, setting) => {
    /** Fixed steps divide the motion evenly; an adaptive method makes its own inside the given number of pieces. */
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
      // A step of an adaptive method ends at each sample: at most one per unit of time, since its steps would be shorter than
      // the timed ones otherwise.
      sample(samples, visit) {
        const count = isAdaptive ? Math.min(samples, Math.max(minimumSamples, Math.ceil(until))) : samples;
        const sampled = stepperFor(count);
        const nearestStep = (k: number) => Math.round((sampled.steps * k) / count);
        const show = (z: Float64Array) => visit({ q: z.subarray(0, n), v: z.subarray(n) });
        show(initial);
        for (let k = 1; k <= count; k++) show(sampled.stepper.advance(nearestStep(k) - nearestStep(k - 1)));
      },
      end(out) {
        const z = stepper.advance(0);
        out.q.set(z.subarray(0, n));
        out.v.set(z.subarray(n));
      },
    };
  };
}

const [method, text] = process.argv.slice(2);
const task = JSON.parse(text) as Task;
for (const reply of replies(task, ours(problemOf(task), method)))
  process.stdout.write(`${JSON.stringify(reply)}\n`);
