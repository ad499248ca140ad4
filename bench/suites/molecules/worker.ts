// Our side of a workload, in a process of its own: warms up, then runs from the start whenever asked to.
//   fork(ours.js, [id])   sends a Ready, an OwnTurn for each message “turn” and a Seen for “keep”; what goes wrong is a Broken.

import { largestMemory } from '../../measure/memory.ts';
import { createStepper } from '../../measure/stepper.ts';
import { timeSteps, warmUp } from '../../measure/timing.ts';
import type { Seen } from './conservation.ts';
import { rodsAlone } from './rods-alone.ts';
import { longRun, systemOf, workloadNamed } from './workloads.ts';

export interface Ready {
  /** What the method says it consists of: kernels and solvers of the rods. */
  readonly parts: readonly string[];
}

export interface OwnTurn {
  readonly secondsPerStep: number;
  /** Of one solve of all rods without forces; null without rods. */
  readonly constraintSeconds: number | null;
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
  return { parts: flow.parts ?? [], problem, stepper, rods };
}

type Prepared = ReturnType<typeof prepare>;

/** As the peers: the warm steps from the start, then the clock. */
function turn({ stepper, rods }: Prepared): OwnTurn {
  stepper.restart();
  stepper.advance(warmSteps);
  const begin = performance.now();
  stepper.advance(timedSteps);
  return {
    secondsPerStep: (performance.now() - begin) / 1e3 / timedSteps,
    constraintSeconds: rods && (timeSteps(rods.solve, 10, 200) - timeSteps(rods.place, 10, 50)) / 1e9,
  };
}

/** The long run. Our positions are never wrapped. */
function keep({ problem: { H, n }, stepper }: Prepared): Seen {
  const { warmSteps: before, timedSteps: steps, spacing } = longRun(workload);
  const energies = new Float64Array(steps / spacing + 1);
  stepper.restart();
  let z = stepper.advance(before);
  energies[0] = H.value(z);
  for (let k = 1; k < energies.length; k++) {
    z = stepper.advance(spacing);
    energies[k] = H.value(z);
  }
  return { energies, positions: z.slice(0, n), edges: null, memory: largestMemory() };
}

function attempt<T>(make: () => T): T | Broken {
  try {
    return make();
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

const answers = { turn, keep };
export type Question = keyof typeof answers;

const prepared = attempt(prepare);
process.send?.('failure' in prepared ? prepared : { parts: prepared.parts });
process.on('message', (question: Question) => {
  process.send?.('failure' in prepared ? prepared : attempt(() => answers[question](prepared)));
});
