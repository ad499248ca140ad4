// The namespace `laws`: what certify measures, one law at a time, on any flow. Each function takes the problem, the flow and
// a step size, and returns the measured number; what it should be is said with each.

import type { Flow } from '../flows/flow.ts';
import { type Drift, measureDrift } from '../laws/drift.ts';
import { largestResiduals, type Residuals, reversalDefect } from '../laws/law.ts';
import { measureOrders, type OrderMeasurement } from '../laws/order.ts';
import { symplecticDefect } from '../laws/symplectic.ts';
import type { Problem } from '../problem/problem.ts';
import { createRandom } from '../random/mulberry.ts';
import { advance, memoryReset } from '../run/stepper.ts';

export { autocorrelation, chiSquare, histogram } from '../laws/sampling.ts';

/**
 * Order: the slope of log error against log h, against the reference integrator, over the steps where successive slopes agree;
 * `isSettled` says whether there are such steps. It should be the order that the method claims, within 0.2. A flow with memory is
 * given as a function that makes a new one.
 */
export function order(problem: Problem, flow: Flow | (() => Flow), h: number): OrderMeasurement {
  const create = typeof flow === 'function' ? flow : restarted(flow);
  const found = measureOrders({ problem, create, step: h }, all => all[all.length - 1].isSettled);
  return found[found.length - 1];
}

/** The same flow with the memory that it has now, whenever it is asked for. */
function restarted(flow: Flow): () => Flow {
  const reset = memoryReset(flow);
  return () => {
    reset();
    return flow;
  };
}

/**
 * Symplecticity: the largest |ω(Du, Dv) − ω(u, v)| over random unit tangent vectors of the flow's manifold, after one step;
 * ω(u, v) = u_q·v_p − u_p·v_q. About 1e-13 with `push`, 1e-9 without, when it holds. Leimkuhler and Skeel (1994), §2.
 */
export function symplectic(problem: Problem, flow: Flow, h: number, seed = 1): number {
  return symplecticDefect(problem, flow, advance(flow, problem.initial, h, 1), h, createRandom(seed));
}

/** Time reversal: |Φ₋ₕ(Φₕ(z)) − z| / |z| after one step; at round-off for a symmetric method. */
export function reversible(problem: Problem, flow: Flow, h: number): number {
  return reversalDefect(flow, advance(flow, problem.initial, h, 1), h);
}

/** The largest |g| and |{g,H}| over `steps` steps, relative to the sizes of their terms; at round-off where they hold. */
export function onManifold(problem: Problem, flow: Flow, h: number, steps = 500): Residuals {
  return largestResiduals(problem, flow, h, steps);
}

/** Energy drift over `steps` steps, beside the largest energy error: the ratio is below ½ where the error only oscillates. */
export function drift(problem: Problem, flow: Flow, h: number, steps = 20_000): Drift {
  return measureDrift(problem, flow, h, steps);
}
