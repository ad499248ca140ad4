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
import { createStepper as createRunStepper, memoryReset } from '../../src/run/stepper.ts';
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

/** The method on the problem; `restart` goes back to the start with the memory that the flow had there. */
export function createStepper(
  problem: Problem,
  { method, h, options = {} }: Stepping,
): { readonly flow: Flow; readonly stepper: Pick<Engine, 'restart' | 'advance'> } {
  const flow = createMethod(problem, method, options);
  const resetMemory = memoryReset(flow);
  const run = createRunStepper(problem, flow, { h });

  function restart(): void {
    run.restore(0, problem.initial);
    resetMemory();
  }
  function advance(steps: number): State {
    const failure = run.advance(steps);
    if (failure) throw new Error(`${problem.name}: ${failure.outcome.reason}: ${failure.outcome.detail}`);
    return run.state;
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
