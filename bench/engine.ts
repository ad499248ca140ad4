// Our side of a workload: loads the case, makes RATTLE from the registry and runs blocks of steps from the start.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maxAbs } from '../src/linalg/dense.ts';
import type { MethodOptions } from '../src/methods/method.ts';
import { createMethod } from '../src/methods.ts';
import { createBrackets } from '../src/problem/brackets.ts';
import { load } from '../src/problem/load.ts';
import type { Problem } from '../src/problem/problem.ts';
import type { State } from '../src/problem/state.ts';
import { checkoutRoot } from './checkout.ts';
import type { Workload } from './workloads.ts';

export interface Engine {
  readonly problem: Problem;
  /** Milliseconds from text to problem, and from problem to the first step made (kernels compile on first use). */
  readonly preparation: { readonly load: number; readonly firstStep: number };
  /** Goes back to the start, as if nothing had run. */
  restart(): void;
  /** Makes steps; the state is the returned array until the next call. */
  advance(steps: number): State;
}

export function createEngine({ file, set, h }: Workload, options: MethodOptions): Engine {
  const text = readFileSync(join(checkoutRoot(), 'cases', `${file}.yaml`), 'utf8');
  const begin = performance.now();
  const problem = load(text, { set, file });
  const loaded = performance.now();
  const flow = createMethod(problem, 'rattle', options);
  const fresh = flow.memory.map(array => array.slice());
  let z = Float64Array.from(problem.initial);
  let next = new Float64Array(z.length);

  function restart(): void {
    z.set(problem.initial);
    flow.memory.forEach((array, k) => {
      array.set(fresh[k]);
    });
  }
  function advance(steps: number): State {
    for (let k = 0; k < steps; k++) {
      const outcome = flow.step(z, h, next);
      if (!outcome.ok) throw new Error(`${problem.name}: ${outcome.reason}: ${outcome.detail}`);
      const swap = z;
      z = next;
      next = swap;
    }
    return z;
  }
  advance(1);
  const firstStep = performance.now() - loaded;
  restart();
  return { problem, preparation: { load: loaded - begin, firstStep }, restart, advance };
}

/**
 * Processor time of one step in nanoseconds: blocks from the start until the given time has passed. The clock is slow,
 * so it is read after 1, 2, 4, … more blocks.
 */
export function timeSteps(engine: Engine, steps: number, milliseconds: number): number {
  const begin = process.cpuUsage();
  let blocks = 0;
  let spent = 0;
  for (let more = 1; spent < 1000 * milliseconds; more *= 2) {
    for (let k = 0; k < more; k++) {
      engine.restart();
      engine.advance(steps);
    }
    blocks += more;
    const { user, system } = process.cpuUsage(begin);
    spent = user + system;
  }
  return (1000 * spent) / (blocks * steps);
}

export interface Watched {
  readonly state: State;
  readonly energyError: number;
  readonly constraint: number;
  readonly hidden: number;
}

/** One block, looked at after every step, as c/main.c does. */
export function watch(engine: Engine, steps: number): Watched {
  const { H, g } = engine.problem;
  const brackets = createBrackets(engine.problem);
  const values = new Float64Array(g.m);
  const largest = { energyError: 0, constraint: 0, hidden: 0 };
  const first = H.value(engine.problem.initial);
  const look = (z: State) => {
    largest.energyError = Math.max(largest.energyError, Math.abs(H.value(z) - first));
    g.value(z, values);
    largest.constraint = Math.max(largest.constraint, maxAbs(values));
    brackets.hidden(z, values);
    largest.hidden = Math.max(largest.hidden, maxAbs(values));
  };
  engine.restart();
  let state = engine.problem.initial;
  for (let k = 0; k < steps; k++) {
    state = engine.advance(1);
    look(state);
  }
  return { ...largest, state: state.slice() };
}
