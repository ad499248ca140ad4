// The manifold law: after every step |gᵢ| and, for methods that promise it, |{gᵢ,H}| are at round-off, each relative to
// the size of its terms on the way of the step: |z| + |h z'| in g, and |z'| + |h z''| in {g,H}, along the free motion.
// Without z'' a state at rest would be judged by velocities that are nothing but rounding.

import type { Flow } from '../flows/flow.ts';
import { applyJ, createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
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
  const addAccelerations = createAccelerations(problem, h);
  let [g, hidden] = [0, 0];
  advance(flow, problem.initial, h, count, z => {
    problem.g.value(z, values);
    brackets.constraintScale(z, h, scale);
    g = Math.max(g, relativeResidual(values, scale));
    brackets.hidden(z, values);
    brackets.hiddenScale(z, scale);
    addAccelerations(z, scale);
    hidden = Math.max(hidden, relativeResidual(values, scale));
  });
  return { g, hidden };
}

/** scaleᵢ += Σⱼ |∂gᵢ/∂zⱼ| |h z''ⱼ| with z'' = J H'' z'. */
function createAccelerations(problem: Problem, h: number) {
  const { n, g, H } = problem;
  const brackets = createBrackets(problem);
  const { start, index } = g.jacobianPattern;
  const G = new Float64Array(index.length);
  const [field, change] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  return (z: State, scale: Float64Array) => {
    brackets.hamiltonianField(z, field);
    H.hessianTimes(z, field, change);
    applyJ(change);
    g.jacobian(z, G);
    for (let i = 0; i < g.m; i++)
      for (let k = start[i]; k < start[i + 1]; k++) scale[i] += Math.abs(h * G[k] * change[index[k]]);
  };
}
