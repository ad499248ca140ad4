// node ours-program.js METHOD TASK: our side of a comparison, answered like any other program (task.ts).

import { maxAbs } from '../../src/linalg/dense.ts';
import type { State } from '../../src/problem/state.ts';
import { createStepper, loadCase } from '../engine.ts';
import type { Repeatable } from '../timing.ts';
import { largestMemory } from './memory.ts';
import { moreMotions } from './repetition.ts';
import { type Answer, caseOf, type Reply, type Task, untimed } from './task.ts';
import { warmUps } from './warm-up.ts';

const [method, text] = process.argv.slice(2);
const task = JSON.parse(text) as Task;
const { system, links, until, samples, milliseconds } = task;
const problem = loadCase({ file: caseOf[system], set: links > 0 ? { N: links } : {} });
const { H, g, n } = problem;
/** It chooses its own steps inside one of ours. */
const isAdaptive = method === 'reference';

/** Steps that divide the motion evenly; what chooses its own makes them inside these pieces. */
function stepperFor(setting: number, pieces: number) {
  const steps = isAdaptive ? pieces : Math.max(1, Math.round(until / setting));
  const options = isAdaptive ? { tolerance: setting } : {};
  return { steps, ...createStepper(problem, { method, h: until / steps, options }) };
}

/** In a short motion. */
const leastLooks = 10;

/**
 * What chooses its own steps ends one at each look, and is looked at once in a unit of time at most, lest its steps be
 * shorter than those that are timed.
 */
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
    const looks = isAdaptive ? Math.min(samples, Math.max(leastLooks, Math.ceil(until))) : samples;
    const { steps, stepper } = stepperFor(setting, looks);
    // The nearest steps.
    const done = (sample: number) => Math.round((steps * sample) / looks);
    record(problem.initial);
    for (let k = 1; k <= looks; k++) record(stepper.advance(done(k) - done(k - 1)));
  }
  return { energies, constraint };
}

/** Motions until the time has passed, at least one; returns the seconds of one. */
function repeat(stepper: Repeatable, steps: number, milliseconds: number): number {
  const begin = process.cpuUsage();
  let [motions, spent] = [0, 0];
  while (motions === 0 || 1000 * spent < milliseconds) {
    const more = moreMotions(motions, spent, milliseconds / 1000);
    for (let k = 0; k < more; k++) {
      stepper.restart();
      stepper.advance(steps);
    }
    motions += more;
    const { user, system } = process.cpuUsage(begin);
    spent = (user + system) / 1e6;
  }
  return spent / motions;
}

function time(setting: number, warmUp: number): typeof untimed {
  if (milliseconds === 0) return untimed;
  const { steps, stepper } = stepperFor(setting, 1);
  repeat(stepper, steps, warmUp);
  const seconds = repeat(stepper, steps, milliseconds);
  // The last motion has ended there.
  return { seconds, steps, q: [...stepper.advance(0).slice(0, n)] };
}

function answer(setting: number, warmUp: number): Answer {
  return { ...time(setting, warmUp), ...look(setting), memory: largestMemory() };
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
