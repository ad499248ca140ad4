// Our side of a workload, in a process of its own: warms up, then runs the timed steps from the start whenever asked to.
//   fork(ours.js, [id])   sends a Ready, then an OwnTurn for each message; what goes wrong is a Broken.

import { worstRod } from '../../src/particles/builders/rod-geometry.ts';
import { largestMemory } from '../alternatives/memory.ts';
import { createStepper } from '../engine.ts';
import { timeSteps, warmUp } from '../timing.ts';
import { rodsAlone } from './rods-alone.ts';
import { systemOf, workloadNamed } from './workloads.ts';

export interface Ready {
  /** What the method says it consists of: kernels and solvers of the rods. */
  readonly parts: readonly string[];
}

export interface OwnTurn {
  readonly secondsPerStep: number;
  /** Of one solve of all rods without forces; null without rods. */
  readonly constraintSeconds: number | null;
  /** Change of energy from the first timed step to the last, kcal/mol per particle. */
  readonly energyError: number;
  /** Worst relative error of a rod after the last; null without rods. */
  readonly rodError: number | null;
  /** Largest resident memory of the process, bytes. */
  readonly memory: number;
}

export interface Broken {
  readonly failure: string;
}

const workload = workloadNamed(process.argv[2]);
const { method, step, warmSteps, timedSteps } = workload;

function prepare() {
  const problem = workload.problem();
  const system = systemOf(problem);
  const { flow, stepper } = createStepper(problem, { method, h: step });
  const rods = system.rods.length > 0 ? rodsAlone(system, step) : null;
  timeSteps(stepper, Math.min(timedSteps, 1000), warmUp);
  return { parts: flow.parts ?? [], problem, system, stepper, rods };
}

type Prepared = ReturnType<typeof prepare>;

/** As the peers: the warm steps from the start, then the clock. */
function turn({ problem: { H }, system, stepper, rods }: Prepared): OwnTurn {
  stepper.restart();
  const before = H.value(stepper.advance(warmSteps));
  const begin = performance.now();
  const end = stepper.advance(timedSteps);
  return {
    secondsPerStep: (performance.now() - begin) / 1e3 / timedSteps,
    energyError: Math.abs(H.value(end) - before) / system.count,
    rodError: rods && worstRod(system.rods, end),
    memory: largestMemory(),
    constraintSeconds: rods && (timeSteps(rods.solve, 10, 200) - timeSteps(rods.place, 10, 50)) / 1e9,
  };
}

function attempt<T>(make: () => T): T | Broken {
  try {
    return make();
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

const prepared = attempt(prepare);
process.send?.('failure' in prepared ? prepared : { parts: prepared.parts });
process.on('message', () => {
  process.send?.('failure' in prepared ? prepared : attempt(() => turn(prepared)));
});
