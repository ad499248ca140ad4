// Our side of a workload: loads the case, makes the method from the registry and runs blocks of steps from the start.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../../src/file/load.ts';
import type { Flow } from '../../src/flows/flow.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import type { MethodOptions } from '../../src/methods/method.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { checkoutRoot } from '../checkout.ts';
import type { Repeatable } from './timing.ts';

/** A case and a parameter or two of it. */
export interface CaseChoice {
  /** File in cases/, without the ending. */
  readonly file: string;
  readonly set: Readonly<Record<string, number>>;
  /** Stiffness of a penalty in place of the constraints. */
  readonly omega?: number;
}

export interface Setting extends CaseChoice {
  readonly method: string;
  readonly h: number;
}

export interface Engine extends Repeatable {
  readonly problem: Problem;
  /** Milliseconds from text to problem, and from problem to the first step made (kernels compile on first use). */
  readonly preparation: { readonly load: number; readonly firstStep: number };
  /** Makes steps; the state is the returned array until the next call. */
  advance(steps: number): State;
}

export const caseFile = (file: string) => join(checkoutRoot(), 'cases', `${file}.yaml`);

export function loadCase({ file, set, omega }: CaseChoice): Problem {
  const problem = load(readFileSync(caseFile(file), 'utf8'), { set, file });
  return omega === undefined ? problem : penalised(problem, omega);
}

export function createEngine({ method, h, ...choice }: Setting, options: MethodOptions): Engine {
  const begin = performance.now();
  const problem = loadCase(choice);
  const loaded = performance.now();
  const { stepper } = createStepper(problem, { method, h, options });
  stepper.advance(1);
  const firstStep = performance.now() - loaded;
  stepper.restart();
  return { problem, preparation: { load: loaded - begin, firstStep }, ...stepper };
}

export interface Stepping {
  readonly method: string;
  readonly h: number;
  readonly options?: MethodOptions;
}

/** The method on the problem, with two states that take turns. */
export function createStepper(
  problem: Problem,
  { method, h, options = {} }: Stepping,
): { readonly flow: Flow; readonly stepper: Pick<Engine, 'restart' | 'advance'> } {
  const flow = createMethod(problem, method, options);
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
  return { flow, stepper: { restart, advance } };
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
  const state = eachStep(engine, steps, look);
  return { ...largest, state: state.slice() };
}

/** One block from the start; `look` sees the state after every step k = 1, 2, …. */
export function eachStep(engine: Engine, steps: number, look: (z: State, k: number) => void): State {
  engine.restart();
  let state = engine.problem.initial;
  for (let k = 1; k <= steps; k++) {
    state = engine.advance(1);
    look(state, k);
  }
  return state;
}
