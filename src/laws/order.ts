// The order law: error(h) at a fixed time, against the reference integrator, falls like h^order.
// Steps are refined from a coarse one until the slope has converged or round-off is near; only errors between round-off and
// the asymptotic range count, and at least three of them are needed. The slope is a least-squares fit in log–log to the
// finest of them. Errors are measured in units of the state, so that the law is the same in metres and in ångströms.
// Where forces jump, as at a cut-off, no reference comes near round-off: its own error is measured beside one that is a
// hundred times coarser, and only errors well above it count. And the order is to be seen at long steps, for the jumps
// leave errors of first order, small but the last to go: there the coarsest steps are fitted, not the finest.

import type { Flow } from '../flows/flow.ts';
import { reference } from '../integrators/reference/reference.ts';
import { stateScale } from '../integrators/state-scale.ts';
import { compiledMotion } from '../kernels/reference-kernel.ts';
import { norm2 } from '../linalg/dense.ts';
import { MethodError } from '../methods/method.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { advance } from '../run/stepper.ts';

/** The error at the end for one step size. */
export interface ErrorAtStep {
  readonly h: number;
  readonly error: number;
}

/** The fitted order and the points that it was fitted to. */
export interface OrderMeasurement {
  readonly order: number;
  readonly points: readonly ErrorAtStep[];
  /** Even the coarsest step has no error but rounding: an equilibrium, or a motion that the method solves exactly. */
  readonly isExact: boolean;
}

export interface OrderTask {
  readonly problem: Problem;
  /** A new flow for each step size. */
  create(): Flow;
  readonly until: number;
  readonly coarsest: number;
  /** Factor between step sizes; a high order needs a small one to have three points above round-off. */
  readonly ratio?: number;
  /** What the reference aims at; by default round-off. */
  readonly tolerance?: number;
}

const [smallest, largest] = [2e-11, 1e-2];
const maxRefinements = 16;
/** The fit uses this many of the finest steps; two successive slopes this close count as converged. */
const [fitted, settledWithin] = [4, 0.03];

/** At round-off, as far as it can be had. */
const finest = 1e-14;
/** Errors this many times the difference of two references count; the finer one is about ten times better than that. */
const aboveReference = 5;

export function exactState(problem: Problem, until: number, tolerance = finest): State {
  const out = new Float64Array(2 * problem.n);
  const flow = reference(problem, { tolerance, motion: compiledMotion(problem) });
  const outcome = flow.step(problem.initial, until, out);
  if (!outcome.ok)
    throw new MethodError(`the reference solution failed (${outcome.reason}): ${outcome.detail}`);
  return out;
}

export function measureOrder(task: OrderTask): OrderMeasurement {
  const { problem, create, until, coarsest, ratio = 2, tolerance = finest } = task;
  const exact = exactState(problem, until, tolerance);
  const units = stateScale(problem);
  const inUnits = (z: State) => z.map((value, i) => value / units[i]);
  const size = Math.max(1, norm2(inUnits(exact)));
  const points: ErrorAtStep[] = [];
  const isRough = tolerance > finest;
  const coarse = isRough ? exactState(problem, until, 100 * tolerance) : exact;
  const uncertain = norm2(inUnits(coarse.map((value, i) => value - exact[i]))) / size;
  const least = Math.max(smallest, aboveReference * uncertain);
  let isExact = false;
  let steps = Math.max(1, Math.round(until / coarsest));
  const isEnough = isRough ? () => points.length === fitted : () => isSettled(points);
  for (let k = 0; k < maxRefinements && !isEnough(); k++, steps = Math.ceil(steps * ratio)) {
    const difference = errorWith(create(), problem, until, steps, exact);
    const error = norm2(inUnits(difference)) / size;
    if (k === 0) isExact = error < smallest && !isRough;
    if (error < least) break;
    if (error < largest) points.push({ h: until / steps, error });
  }
  const last = points.slice(-fitted);
  return { order: slope(last), points: last, isExact };
}

function isSettled(points: readonly ErrorAtStep[]): boolean {
  if (points.length < fitted) return false;
  const [a, b, c] = points.slice(-3);
  const between = (x: ErrorAtStep, y: ErrorAtStep) => Math.log(x.error / y.error) / Math.log(x.h / y.h);
  return Math.abs(between(a, b) - between(b, c)) <= settledWithin;
}

/** The final state minus the exact one. Too coarse a step may fail; its error is then too large to use. */
function errorWith(flow: Flow, problem: Problem, until: number, steps: number, exact: State): Float64Array {
  try {
    return advance(flow, problem.initial, until / steps, steps).map((value, i) => value - exact[i]);
  } catch {
    return new Float64Array(exact.length).fill(Number.POSITIVE_INFINITY);
  }
}

/** NaN when there are fewer than three points. */
export function slope(points: readonly ErrorAtStep[]): number {
  if (points.length < 3) return Number.NaN;
  const x = points.map(({ h }) => Math.log(h));
  const y = points.map(({ error }) => Math.log(error));
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const top = x.reduce((sum, xi, i) => sum + (xi - mx) * (y[i] - my), 0);
  return top / x.reduce((sum, xi) => sum + (xi - mx) ** 2, 0);
}
