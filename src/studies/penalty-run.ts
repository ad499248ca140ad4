// One run of a penalised system from the start of the constrained one, and how far it stays from that motion: the
// constraints, the multipliers with and without averaging, the positions at the end.

import {
  createImplicitAcceleration,
  createLinearisedAcceleration,
  type ImplicitAcceleration,
  separableOf,
} from '../flows/newmark/implicit-acceleration.ts';
import { type ConstrainedMotion, expectedPenaltyForce } from '../laws/constrained-motion.ts';
import { distance, maxAbs } from '../linalg/dense.ts';
import type { MethodOptions } from '../methods/method.ts';
import { createMethod, optionsFor } from '../methods/registry.ts';
import { createTable, ObservationError, type Table } from '../observers/observer.ts';
import type { Separable } from '../problem/hamiltonian.ts';
import { penalised } from '../problem/penalty/penalised.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createSchedule, type Schedule } from '../run/schedule.ts';
import { createSimulation } from '../run/simulation.ts';

/** One run of a penalty study. */
export interface PenaltyRow {
  readonly omega: number;
  readonly h: number;
  readonly steps: number;
  /** Width of the averaging window. */
  readonly window: number;
  /** Largest |gᵢ| at any step. */
  readonly largest: number;
  /** What theory expects it to be. */
  readonly expected: number;
  /** ω² times the largest |gᵢ| of the run, and of its last state. */
  readonly scaled: { readonly largest: number; readonly end: number };
  /** Largest distance from λ of the constrained motion, in units of the largest |λᵢ|. */
  readonly multiplierError: MultiplierError;
  /** |q − q of the constrained motion| at the end. */
  readonly distance: number;
  /** Why the run failed, or null; then the numbers are NaN. */
  readonly failure: string | null;
}

/** Largest distances of the multipliers of a penalty from those of the constrained motion. */
export interface MultiplierError {
  /** ω²g as it is: it oscillates and does not converge. */
  readonly plain: number;
  /** ω²g averaged. */
  readonly averaged: number;
  /** ω²(g + βh²G a), the value that a step uses, averaged. */
  readonly ofStep: number;
}

/** The penalty in place of the multiplier λᵢ that grows largest, for a drawing. */
export interface PenaltyCurve {
  /** Columns `time` and `pull`, ω²gᵢ at every step. */
  readonly plain: Table;
  /** Columns `time`; `pull` and `used`, ω²gᵢ and what the step uses, averaged; `lambda` of the constrained motion. */
  readonly averaged: Table;
}

interface PenaltyRunTask {
  readonly problem: Problem;
  readonly motion: ConstrainedMotion;
  readonly method: string;
  readonly options: MethodOptions & { readonly beta: number };
  readonly omega: number;
  readonly step: number;
  readonly until: number;
  readonly window: number;
  readonly weight: WindowWeight;
  /** Which of the motion's times are compared: their windows must lie within the run. */
  readonly compared: readonly number[];
  /** Called now and then with the share of the run that is done. */
  onProgress?(share: number): void;
}

const slice = 2000;

export function penaltyRun(task: PenaltyRunTask): { row: PenaltyRow; curve: PenaltyCurve } {
  const { problem, method, options, omega, until } = task;
  const soft = penalised(problem, omega);
  const schedule = createSchedule(task.step, until, 1);
  const recorder = createRecorder(task, soft, schedule.h);
  const flow = createMethod(soft, method, optionsFor(soft, method, options));
  const simulation = createSimulation(soft, flow, schedule, recorder.record, problem);
  while (!simulation.finished) {
    simulation.advance(slice);
    task.onProgress?.(simulation.steps / schedule.steps);
  }
  const empty = emptyRow(task, schedule);
  const { failure, extremes, state } = simulation;
  if (failure) return { row: { ...empty, failure: failure.message }, curve: recorder.curve };
  const largest = extremes.constraintMax;
  const row: PenaltyRow = {
    ...empty,
    largest,
    scaled: { largest: omega * omega * largest, end: recorder.largestNow() },
    multiplierError: recorder.finish(),
    distance: endDistance(task, state),
  };
  return { row, curve: recorder.curve };
}

/** A row for a run that has not ended well. */
function emptyRow(
  { motion, method, options, omega, window }: PenaltyRunTask,
  { h, steps }: Schedule,
): PenaltyRow {
  const none = Number.NaN;
  const beta = hasImplicitPart(method) ? options.beta : 0;
  const expected = expectedPenaltyForce(motion, beta, h * omega * motion.stiffness.most) / omega ** 2;
  return {
    ...{ omega, h, steps, window, expected },
    largest: none,
    scaled: { largest: none, end: none },
    multiplierError: { plain: none, averaged: none, ofStep: none },
    distance: none,
    failure: null,
  };
}

/** Both readings of the multipliers at every step, averaged on the way. */
function createRecorder(task: PenaltyRunTask, soft: Problem, h: number) {
  const { problem, motion, compared, window, weight, method, omega } = task;
  const { m } = problem.g;
  const readings = createPenaltyMultipliers(problem, soft, { method, omega, beta: task.options.beta });
  const times = compared.map(k => motion.times[k]);
  const exact = compared.map(k => motion.multipliers[k]);
  const averages = [0, 1].map(() => createWindowAverage(times, window, m, weight));
  const [values, used] = [new Float64Array(m), new Float64Array(m)];
  const shown = largestPlace(motion);
  const curve = {
    plain: createTable(['time', 'pull']),
    averaged: createTable(['time', 'pull', 'used', 'lambda']),
  };
  let [next, plain] = [0, 0];
  return {
    curve,
    record(z: State, time: number): void {
      readings.ofPotential(z, values);
      readings.ofStep(z, h, used);
      averages[0].add(time, values);
      averages[1].add(time, used);
      curve.plain.append([time, values[shown]]);
      // The first step at or after a compared time stands for it: λ changes far less within a step.
      for (; next < times.length && times[next] <= time; next++)
        plain = Math.max(plain, difference(values, exact[next]));
    },
    largestNow: () => maxAbs(values),
    finish(): MultiplierError {
      const [averaged, ofStep] = averages.map(average => average.result());
      averaged.forEach((value, k) => {
        curve.averaged.append([times[k], value[shown], ofStep[k][shown], exact[k][shown]]);
      });
      const worst = (found: readonly Float64Array[]) =>
        Math.max(...found.map((value, k) => difference(value, exact[k])));
      const unit = motion.largestMultiplier || 1;
      return { plain: plain / unit, averaged: worst(averaged) / unit, ofStep: worst(ofStep) / unit };
    },
  };
}

/** Which multiplier has the largest value. */
function largestPlace({ multipliers, largestMultiplier }: ConstrainedMotion): number {
  const places = multipliers.map(lambda => lambda.findIndex(value => Math.abs(value) === largestMultiplier));
  return Math.max(0, ...places);
}

function difference(a: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

function endDistance({ problem: { n }, motion }: PenaltyRunTask, z: State): number {
  const end = motion.states[motion.states.length - 1];
  return distance(end.subarray(0, n), z.subarray(0, n));
}

// The multipliers that a penalty stands for at a state, in two readings:
//   ω² g(q)                            what the potential says
//   ω² (g(q) + βh² G a)                what a step with an implicit part uses: the penalty at q + βh²a, to first order,
//                                      with (M + βh²V'') a = −∇V, or M a = −∇V(q + βh²a) for the pushforward of Newmark
// They differ by β(hω)² G a, where G a = −g''[v, v] on average: by nothing for slow motion or hω ≪ 1, and by the part
// β(hωσ)² of the centrifugal force in λ, σ as in constrained-motion.ts. So when hωσ is near 1 or above, only the second one
// converges to λ. Signs as everywhere here: p' = −∇V − Gᵀλ; Tao and Owhadi 2016, eq. 1.8, have −λ.

interface PenaltyMultipliers {
  /** out = ω² g. */
  ofPotential(z: State, out: Float64Array): void;
  /** out = ω² (g + βh² G a); the same as ω² g for a method without an implicit part. */
  ofStep(z: State, h: number, out: Float64Array): void;
}

/** Whether the two readings differ for a method. */
const hasImplicitPart = (method: string): boolean => method in accelerations;

interface PenaltyMethod {
  readonly method: string;
  readonly omega: number;
  readonly beta: number;
}

/** `problem` has the constraints, `soft` has the penalty. */
export function createPenaltyMultipliers(
  { n, g }: Problem,
  soft: Problem,
  { method, omega, beta }: PenaltyMethod,
): PenaltyMultipliers {
  const acceleration = accelerations[method]?.(separableOf(soft.H)) ?? null;
  const a = new Float64Array(2 * n);
  const along = new Float64Array(g.m);
  const stiffness = omega * omega;

  function ofPotential(z: State, out: Float64Array): void {
    g.value(z, out);
    for (let i = 0; i < g.m; i++) out[i] *= stiffness;
  }
  return {
    ofPotential,
    ofStep(z, h, out) {
      ofPotential(z, out);
      if (!acceleration) return;
      const s = beta * h * h;
      const outcome = acceleration.solve(z, s);
      if (!outcome.ok) throw new ObservationError(outcome.detail, outcome.reason);
      a.set(acceleration.a);
      g.jacobianTimes(z, a, along);
      for (let i = 0; i < g.m; i++) out[i] += stiffness * s * along[i];
    },
  };
}

/** Newmark itself evaluates the penalty at its positions, so that ω²g is what it uses. */
const accelerations: Readonly<Record<string, (V: Separable) => ImplicitAcceleration>> = {
  'zhang-skeel': V => createLinearisedAcceleration(V, V),
  'zhang-skeel-simplified': V => createLinearisedAcceleration(V, V),
  'zhang-skeel-euler': V => createLinearisedAcceleration(V, V),
  'zhang-skeel-stiff': V => createLinearisedAcceleration(V, V.stiff ?? V),
  'newmark-pushforward': createImplicitAcceleration,
};

// Averages over centred windows, ⟨f⟩(t) = Σ w(s − t) f(s) / Σ w(s − t), |s − t| ≤ W/2, of values that arrive in the order
// of time. The plain mean is that of Tao and Owhadi 2016, eq. 1.8; it leaves about 2/(ωW) of an oscillation of frequency ω.
// The raised cosine leaves 8π²/(ωW)³ and has the same limit, so it is the one to take. Centred windows have an error of
// size W² where windows that begin at t, as printed, have one of size W.

interface WindowAverage {
  /** The values at time s; times must not decrease. */
  add(s: number, values: Float64Array): void;
  /** ⟨f⟩ at each of the times; throws a RangeError where a window has seen nothing. */
  result(): Float64Array[];
}

/** Weight at x = 2(s − t)/W, −1 ≤ x ≤ 1. */
export type WindowWeight = (x: number) => number;

export const plainMean: WindowWeight = () => 1;
export const raisedCosine: WindowWeight = x => 1 + Math.cos(Math.PI * x);

export function createWindowAverage(
  times: readonly number[],
  width: number,
  size: number,
  weight: WindowWeight = raisedCosine,
): WindowAverage {
  const sums = times.map(() => new Float64Array(size));
  const total = new Float64Array(times.length);
  let first = 0;
  return {
    add(s, values) {
      while (first < times.length && times[first] < s - width / 2) first++;
      for (let k = first; k < times.length && times[k] <= s + width / 2; k++) {
        const w = weight((2 * (s - times[k])) / width);
        total[k] += w;
        for (let i = 0; i < size; i++) sums[k][i] += w * values[i];
      }
    },
    result() {
      const empty = total.findIndex(sum => !(sum > 0));
      if (empty >= 0)
        throw new RangeError(`no value falls into the window of width ${width} about ${times[empty]}`);
      return sums.map((sum, k) => sum.map(value => value / total[k]));
    },
  };
}
