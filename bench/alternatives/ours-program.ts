// node ours-program.js METHOD TASK: our side of a comparison, answered like any other program (task.ts).

import { maxAbs } from '../../src/linalg/dense.ts';
import type { State } from '../../src/problem/state.ts';
import { createStepper, loadCase } from '../engine.ts';
import { timeSteps } from '../timing.ts';
import { largestMemory } from './memory.ts';
import { type Answer, caseOf, type Reply, type Task } from './task.ts';
import { warmUps } from './warm-up.ts';

const [method, text] = process.argv.slice(2);
const task = JSON.parse(text) as Task;
const { system, links, until, samples, milliseconds } = task;
const problem = loadCase({ file: caseOf[system], set: links > 0 ? { N: links } : {} });
const { H, g, n } = problem;
/** It chooses its own steps inside one of ours. */
const isAdaptive = method === 'reference';

/** The motion in `pieces` equal steps, or the step nearest to the setting that divides it into them evenly. */
function stepperFor(setting: number, pieces: number) {
  const steps = isAdaptive ? pieces : pieces * Math.max(1, Math.round(until / pieces / setting));
  const options = isAdaptive ? { tolerance: setting } : {};
  return { steps, ...createStepper(problem, { method, h: until / steps, options }) };
}

function look(setting: number): Pick<Answer, 'energies' | 'constraint'> {
  const energies: number[] = [];
  const values = new Float64Array(g.m);
  let constraint = 0;
  const record = (z: State) => {
    energies.push(H.value(z));
    g.value(z, values);
    constraint = Math.max(constraint, maxAbs(values));
  };
  if (samples > 0) {
    const { steps, stepper } = stepperFor(setting, samples);
    record(problem.initial);
    for (let k = 0; k < samples; k++) record(stepper.advance(steps / samples));
  }
  return { energies, constraint };
}

function answer(setting: number, warmUp: number): Answer {
  const { steps, stepper } = stepperFor(setting, 1);
  timeSteps(stepper, steps, warmUp);
  const seconds = (steps * timeSteps(stepper, steps, milliseconds)) / 1e9;
  stepper.restart();
  const q = [...stepper.advance(steps).slice(0, n)];
  return { seconds, steps, q, ...look(setting), memory: largestMemory() };
}

function reply(setting: number, warmUp: number): Reply {
  try {
    return answer(setting, warmUp);
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

warmUps(task).forEach((warmUp, k) => {
  process.stdout.write(`${JSON.stringify(reply(task.settings[k], warmUp))}\n`);
});
