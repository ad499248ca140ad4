// Measures one workload in a process of its own, so that no other problem has shaped the compiled code. C and we take
// turns within each round, so that both see the same machine.
//   node measure.js '{"workload": …, "programs": …, "rounds": …, "options": …}'   prints a Measured as JSON.

import type { MethodOptions } from '../../../src/methods/method.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { createStepper } from '../../../src/run/stepper.ts';
import { bytesPerStep } from '../../measure/allocation.ts';
import { median } from '../../measure/median.ts';
import { holdOnOne } from '../../measure/processor.ts';
import { createEngine, type Engine, type Watched, watch } from '../../measure/stepper.ts';
import { timeSteps, turn, warmUp } from '../../measure/timing.ts';
import { type CPrograms, type CResult, runC } from './c-program.ts';
import { agreement, bar, type Workload } from './workloads.ts';

export interface Task {
  readonly workload: Workload;
  readonly programs: CPrograms | null;
  readonly rounds: number;
  readonly options: MethodOptions;
}

export interface Side {
  /** Processor time per step: the median and the least of the rounds. */
  readonly nanoseconds: number;
  readonly least: number;
  /** Newton iterations per step; null where they cannot be counted. */
  readonly iterations: number | null;
  readonly energyError: number;
  readonly constraint: number;
  readonly hidden: number;
}

export interface Comparison extends Side {
  /** Medians over the rounds of our time divided by that of C in the same round. */
  readonly ratio: number;
  readonly nativeRatio: number;
  readonly nativeNanoseconds: number;
  /** Largest difference between the states after a block. */
  readonly difference: number;
  readonly sameStates: boolean;
  readonly met: boolean;
}

export interface Measurement {
  readonly name: string;
  readonly links: number;
  readonly ours: Side;
  readonly c: Comparison | null;
  readonly preparation: Engine['preparation'];
  readonly bytesPerStep: number;
}

/** A run that breaks down is a finding, too. */
export type Measured = Measurement | { readonly name: string; readonly failure: string };

function measure({ workload, programs, rounds, options }: Task): Measurement {
  const { file, set, h } = workload;
  const engine = createEngine({ file, set, h, method: 'rattle' }, options);
  const watched = watch(engine, workload.steps);
  timeSteps(engine, workload.steps, warmUp);
  holdOnOne([process.pid]);
  const turns = Array.from({ length: rounds }, () => ({
    plain: programs && runC(programs.plain, workload, turn),
    native: programs && runC(programs.native, workload, turn),
    ours: timeSteps(engine, workload.steps, turn),
  }));
  const times = turns.map(({ ours }) => ours);
  // Before the count of iterations, whose other g would make the compiler start again.
  const bytes = bytesPerStep(engine);
  const ours = { ...side(times, watched), iterations: iterationsPerStep(engine.problem, workload, options) };
  const plain = turns.flatMap(round => round.plain ?? []);
  const native = turns.flatMap(round => round.native ?? []);
  return {
    name: workload.name,
    links: workload.links,
    ours,
    c: plain.length > 0 ? compare(times, plain, native, watched) : null,
    preparation: engine.preparation,
    bytesPerStep: bytes,
  };
}

function side(times: readonly number[], { energyError, constraint, hidden }: Omit<Watched, 'state'>) {
  return { nanoseconds: median(times), least: Math.min(...times), energyError, constraint, hidden };
}

function compare(
  ours: readonly number[],
  plain: readonly CResult[],
  native: readonly CResult[],
  { state }: Watched,
): Comparison {
  const [{ q, p, iterations }] = plain;
  const ratio = median(plain.map(({ nanoseconds }, k) => ours[k] / nanoseconds));
  const difference = [...q, ...p].reduce((most, value, i) => Math.max(most, Math.abs(value - state[i])), 0);
  return {
    ...side(
      plain.map(({ nanoseconds }) => nanoseconds),
      plain[0],
    ),
    iterations,
    ratio,
    nativeRatio: median(native.map(({ nanoseconds }, k) => ours[k] / nanoseconds)),
    nativeNanoseconds: median(native.map(({ nanoseconds }) => nanoseconds)),
    difference,
    sameStates: difference <= agreement,
    met: ratio <= bar,
  };
}

/** Each iteration evaluates g once more; a kernel that does not ask the problem for g cannot be counted. */
function iterationsPerStep(problem: Problem, { h, steps }: Workload, options: MethodOptions): number | null {
  let evaluations = 0;
  const value: Problem['g']['value'] = (z, out) => {
    evaluations++;
    problem.g.value(z, out);
  };
  const counted: Problem = { ...problem, g: Object.create(problem.g, { value: { value } }) };
  const flow = createMethod(counted, 'rattle', options);
  if (createStepper(counted, flow, { h }).advance(steps)) return null;
  return evaluations > 0 ? evaluations / steps - 1 : null;
}

function attempt(task: Task): Measured {
  try {
    return measure(task);
  } catch (error) {
    return {
      name: task.workload.name,
      failure: error instanceof Error ? error.message : String(error),
    };
  }
}

process.stdout.write(`${JSON.stringify(attempt(JSON.parse(process.argv[2]) as Task))}\n`);
