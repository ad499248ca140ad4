// The manifold law: after every step |gᵢ| and, for methods that promise it, |{gᵢ,H}| are at round-off, each relative to
// the size of its terms.

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
  const [values, scale] = [new Float64Array(m), new Float64Array(m)];
  let [g, hidden] = [0, 0];
  advance(flow, problem.initial, h, count, z => {
    problem.g.value(z, values);
    brackets.constraintScale(z, h, scale);
    g = Math.max(g, relativeResidual(values, scale));
    brackets.hidden(z, values);
    brackets.hiddenScale(z, scale);
    hidden = Math.max(hidden, relativeResidual(values, scale));
  });
  return { g, hidden };
}
