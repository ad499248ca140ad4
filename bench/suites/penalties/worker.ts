// One method on one system, in a process of its own, so that no other has shaped its compiled code. It prepares itself,
// then times its steps whenever it is its turn, and counts its iterations last.
//   fork(contestant.js, ['{"setting": …, "options": …, …}'])   answers each Request with an Answer.

import { createShiftedMass } from '../../../src/flows/newmark/implicit-acceleration.ts';
import { once } from '../../../src/formula/once.ts';
import type { MethodOptions } from '../../../src/methods/method.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import type { Curvature, Separable } from '../../../src/problem/hamiltonian.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { createStepper } from '../../../src/run/stepper.ts';
import { createEngine, type Engine, eachStep, type Setting } from '../../measure/stepper.ts';
import { timeSteps, turn, warmUp } from '../../measure/timing.ts';

export interface Task {
  readonly setting: Setting;
  readonly options: MethodOptions;
  /** Times as in a workload. */
  readonly block: number;
  readonly at: number;
  readonly until: number;
}

/** What is known before the first turn. */
export interface Prepared {
  /** q at the time of comparison. */
  readonly q: readonly number[];
  readonly energy: Energy;
  /** What the factorisation of M + βh²V'' exploits; null for methods without it. */
  readonly structure: string | null;
}

export interface Energy {
  /** Largest |H − H₀|, and largest kinetic energy, until the end of the run or until it broke down. */
  readonly error: number;
  readonly kinetic: number;
  /** When and why the run broke down, or null. */
  readonly failure: string | null;
}

export type Request = 'prepare' | 'turn' | 'count';

export type Answer =
  | { readonly prepared: Prepared }
  | { readonly nanoseconds: number }
  /** Solves per step: with M + βh²V'', or of the equations for the multipliers; null where they cannot be counted. */
  | { readonly iterations: number | null }
  | { readonly failure: string };

const { setting, options, block, at, until } = JSON.parse(process.argv[2]) as Task;
const { method, h } = setting;
const stepsIn = (time: number) => Math.round(time / h);
/** Made on request, so that a method that fails at once can say why. */
const theEngine = once(() => createEngine(setting, options));

function prepare(): Prepared {
  const engine = theEngine();
  engine.restart();
  const q = [...engine.advance(stepsIn(at)).subarray(0, engine.problem.n)];
  const energy = watchEnergy(engine, stepsIn(until));
  timeSteps(engine, stepsIn(block), warmUp);
  return { q, energy, structure: structureOf(engine.problem) };
}

/** The kinetic energy is ½ p·H_p, in angles too. */
function watchEnergy(engine: Engine, steps: number): Energy {
  const { H, n, initial } = engine.problem;
  const gradient = new Float64Array(2 * n);
  const first = H.value(initial);
  const seen = { error: 0, kinetic: 0, steps: 0 };
  let failure: string | null = null;
  try {
    eachStep(engine, steps, (z, k) => {
      H.gradient(z, gradient);
      let twice = 0;
      for (let i = n; i < 2 * n; i++) twice += z[i] * gradient[i];
      seen.error = Math.max(seen.error, Math.abs(H.value(z) - first));
      seen.kinetic = Math.max(seen.kinetic, 0.5 * twice);
      seen.steps = k;
    });
  } catch (error) {
    failure = `breaks down at t = ${(h * (seen.steps + 1)).toPrecision(3)}: ${messageOf(error)}`;
  }
  return { error: seen.error, kinetic: seen.kinetic, failure };
}

const isLinearlyImplicit = /^(newmark|zhang-skeel)/.test(method);

function structureOf({ H: { separable } }: Problem): string | null {
  if (!(separable && isLinearlyImplicit)) return null;
  const mass = separable.inverseMass.map(w => 1 / w);
  return createShiftedMass(matrixOf(separable), mass).structure;
}

/** The curvature that the matrix takes in. */
const matrixOf = (V: Separable): Curvature => (method === 'zhang-skeel-stiff' ? (V.stiff ?? V) : V);

/** Each solve evaluates V'' once, and each iteration for the multipliers g once more. Kernels do not ask for g. */
function iterations(): number | null {
  const { problem } = theEngine();
  const counter = { hessian: 0, g: 0 };
  const flow = createMethod(counted(problem, counter), method, options);
  const steps = stepsIn(block);
  if (createStepper(problem, flow, { h }).advance(steps)) return null;
  if (isLinearlyImplicit) return counter.hessian / steps;
  return counter.g > 0 ? counter.g / steps - 1 : null;
}

/** The same problem, with its evaluations counted. */
function counted(problem: Problem, counter: { hessian: number; g: number }): Problem {
  const { H, g } = problem;
  const counting = <V extends Curvature>(V: V): V => {
    const hessian: Curvature['hessian'] = (z, out) => {
      counter.hessian++;
      V.hessian(z, out);
    };
    return Object.create(V, { hessian: { value: hessian } });
  };
  const value: typeof g.value = (z, out) => {
    counter.g++;
    g.value(z, out);
  };
  const whole = H.separable && counting(H.separable);
  const stiff = H.separable?.stiff && counting(H.separable.stiff);
  const separable = whole && Object.create(whole, { stiff: { value: stiff } });
  return {
    ...problem,
    H: Object.create(H, { separable: { value: separable } }),
    g: Object.create(g, { value: { value } }),
  };
}

const answers: Record<Request, () => Answer> = {
  prepare: () => ({ prepared: prepare() }),
  turn: () => ({ nanoseconds: timeSteps(theEngine(), stepsIn(block), turn) }),
  count: () => ({ iterations: iterations() }),
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

process.on('message', (request: Request) => {
  let answer: Answer;
  try {
    answer = answers[request]();
  } catch (error) {
    answer = { failure: messageOf(error) };
  }
  process.send?.(answer);
});
