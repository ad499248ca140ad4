// Are the constraints in involution, {gᵢ, gⱼ} = 0, at this state? Where they are not, the multipliers already enter
// the first derivative of g and no method of this folder applies. g(q) always is.
// McLachlan, Modin, Verdier, Wilkins 2014, Assumption 1.1.

import { createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { done, type Failure, failed, type Outcome } from '../solvers/outcome.ts';

/** A bracket below this share of its terms counts as zero: states off g = 0 by rounding leave 1e-15. */
const negligible = 1e-8;

export function createInvolutionTest(problem: Problem): (z: State) => Outcome {
  const { n, g } = problem;
  if (g.kind === 'holonomic' || g.m < 2) return () => done;
  const brackets = createBrackets(problem);
  const { start, index } = g.jacobianPattern;
  const G = new Float64Array(index.length);
  const unit = new Float64Array(g.m);
  const direction = new Float64Array(2 * n);

  function brokenRow(j: number): number {
    for (let i = 0; i < g.m; i++) {
      let bracket = 0;
      let size = 0;
      for (let k = start[i]; k < start[i + 1]; k++) {
        bracket += G[k] * direction[index[k]];
        size += Math.abs(G[k] * direction[index[k]]);
      }
      if (Math.abs(bracket) > negligible * size && i !== j) return i;
    }
    return -1;
  }
  return z => {
    g.jacobian(z, G);
    for (let j = 0; j < g.m; j++) {
      unit.fill(0);
      unit[j] = 1;
      brackets.constraintField(z, unit, direction);
      const i = brokenRow(j);
      if (i >= 0) return notInInvolution(g.names[i], g.names[j], i);
    }
    return done;
  };
}

function notInInvolution(first: string, second: string, equation: number): Failure {
  return failed(
    'not supported',
    `the constraints “${first}” and “${second}” are not in involution: their Poisson bracket is not zero here; solve one of them for a coordinate and insert it`,
    { equation },
  );
}
