// Our side of a workload, in a process of its own.
//   startWorker(worker.js, [id])

import { once } from '../../../src/formula/once.ts';
import type { LongRunOutput } from '../../contestants/molecule-program.ts';
import { ownPeakMemory } from '../../measure/peak-memory.ts';
import { loadProblem, stepSize, systemOf } from '../../measure/problem.ts';
import { createStepper } from '../../measure/stepper.ts';
import { timeSteps, warmUpMilliseconds } from '../../measure/timing.ts';
import { serve } from '../../measure/worker.ts';
import { longRunSteps, workloadNamed } from './definition.ts';
import { rodsAlone } from './rods-alone.ts';

export interface OwnTime {
  readonly secondsPerStep: number;
  /** Of one solution of all rods without forces; null without rods. */
  readonly constraintSeconds: number | null;
}

const workload = workloadNamed(process.argv[2]);
const { method, warmSteps, timedSteps } = workload;

const setUp = once(() => {
  const problem = loadProblem(workload);
  const system = systemOf(problem);
  const h = stepSize(workload);
  const { flow, stepper } = createStepper(problem, { method, h });
  const rods = system.rods.length > 0 ? rodsAlone(system, h) : null;
  return { parts: flow.parts ?? [], problem, stepper, rods };
});

const operations = {
  /** Warms up; returns the parts that the method reports: kernels, solvers of the rods. */
  prepare(): readonly string[] {
    const { stepper, parts } = setUp();
    timeSteps(stepper, Math.min(timedSteps, 1000), warmUpMilliseconds);
    return parts;
  },
  /** As the other programs: the warm steps from the start, then the clock. */
  time(): OwnTime {
    const { stepper, rods } = setUp();
    stepper.restart();
    stepper.advance(warmSteps);
    const begin = performance.now();
    stepper.advance(timedSteps);
    return {
      secondsPerStep: (performance.now() - begin) / 1e3 / timedSteps,
      constraintSeconds: rods && (timeSteps(rods.solve, 10, 200) - timeSteps(rods.place, 10, 50)) / 1e9,
    };
  },
  /** Our positions are never wrapped. */
  longRun(): LongRunOutput {
    const { problem, stepper } = setUp();
    const { warmSteps: before, timedSteps: steps, spacing } = longRunSteps(workload);
    const energies = new Float64Array(steps / spacing + 1);
    stepper.restart();
    let z = stepper.advance(before);
    energies[0] = problem.H.value(z);
    for (let k = 1; k < energies.length; k++) {
      z = stepper.advance(spacing);
      energies[k] = problem.H.value(z);
    }
    return { energies, positions: z.slice(0, problem.n), edges: null, memory: ownPeakMemory() };
  },
};
export type MoleculeOperations = typeof operations;

serve(operations);
