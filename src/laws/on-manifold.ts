// The manifold law: after every step |gᵢ| and, for methods that promise it, |{gᵢ,H}| are at round-off, each relative to
// the size that its terms reach on the way: a state that passes through rest still rounds like the motion.

import type { Flow } from '../flows/flow.ts';
import { createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import { relativeResidual } from '../solvers/convergence.ts';
import { advance } from './advance.ts';

export interface Residuals {
  readonly g: number;
  readonly hidden: number;
}

/** The largest relative residuals over `count` steps. */
export function largestResiduals(problem: Problem, flow: Flow, h: number, count: number): Residuals {
  const brackets = createBrackets(problem);
  const { m } = problem.g;
  const [values, g, gScale, hidden, hiddenScale] = Array.from({ length: 5 }, () => new Float64Array(m));
  const scale = new Float64Array(m);
  advance(flow, problem.initial, h, count, z => {
    problem.g.value(z, values);
    brackets.constraintScale(z, h, scale);
    raise(g, values);
    raise(gScale, scale);
    brackets.hidden(z, values);
    brackets.hiddenScale(z, scale);
    raise(hidden, values);
    raise(hiddenScale, scale);
  });
  return { g: relativeResidual(g, gScale), hidden: relativeResidual(hidden, hiddenScale) };
}

function raise(largest: Float64Array, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) largest[i] = Math.max(largest[i], Math.abs(values[i]));
}
