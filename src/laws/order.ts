// The order law: error(h) at a fixed time, against the reference integrator, falls like h^order.
// Steps are halved from a coarse one; only errors between the reference's own accuracy and the asymptotic range count,
// and at least three of them are needed. The slope is a least-squares fit in log–log.

import type { Flow } from '../flows/flow.ts';
import { reference } from '../integrators/reference.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { advance, distance } from './advance.ts';

export interface ErrorAtStep {
  readonly h: number;
  readonly error: number;
}

export interface OrderMeasurement {
  readonly order: number;
  readonly points: readonly ErrorAtStep[];
}

export interface OrderTask {
  readonly problem: Problem;
  /** A new flow for each step size. */
  create(): Flow;
  readonly until: number;
  readonly coarsest: number;
}

const [smallest, largest] = [3e-12, 3e-3];
const maxHalvings = 14;
const fitted = 4;

export function exactState(problem: Problem, until: number): State {
  const out = new Float64Array(2 * problem.n);
  const outcome = reference(problem, { tolerance: 1e-14 }).step(problem.initial, until, out);
  if (!outcome.ok) throw new Error(`the reference solution failed (${outcome.reason}): ${outcome.detail}`);
  return out;
}

export function measureOrder({ problem, create, until, coarsest }: OrderTask): OrderMeasurement {
  const exact = exactState(problem, until);
  const size = Math.max(1, distance(exact, new Float64Array(exact.length)));
  const points: ErrorAtStep[] = [];
  let steps = Math.max(1, Math.round(until / coarsest));
  for (let k = 0; k < maxHalvings && points.length < fitted; k++, steps *= 2) {
    const error = errorWith(create(), problem, until, steps, exact) / size;
    if (error < smallest) break;
    if (error < largest) points.push({ h: until / steps, error });
  }
  return { order: slope(points), points };
}

/** Too coarse a step may fail or blow up; it then counts as an error that is too large to use. */
function errorWith(flow: Flow, problem: Problem, until: number, steps: number, exact: State): number {
  try {
    const error = distance(advance(flow, problem.initial, until / steps, steps), exact);
    return Number.isFinite(error) ? error : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
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
