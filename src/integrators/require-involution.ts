// Are the constraints in involution, {gᵢ, gⱼ} = 0, at this state? Where they are not, the multipliers already enter
// the first derivative of g and no method of this folder applies. g(q) always is.
// McLachlan, Modin, Verdier, Wilkins 2014, Assumption 2.

import { createWorstBracket, isInvolutiveByForm, negligibleBracket } from '../problem/involution-matrix.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { done, type Failure, failed, type Outcome } from '../solvers/outcome.ts';

export function createInvolutionTest(problem: Problem): (z: State) => Outcome {
  if (isInvolutiveByForm(problem)) return () => done;
  const { names } = problem.g;
  const worstBracket = createWorstBracket(problem);
  return z => {
    const { size, i, j } = worstBracket(z);
    return size > negligibleBracket ? notInInvolution(names[i], names[j], i) : done;
  };
}

function notInInvolution(first: string, second: string, equation: number): Failure {
  return failed(
    'not supported',
    `the constraints “${first}” and “${second}” are not in involution: their Poisson bracket is not zero here; solve one of them for a coordinate and insert it`,
    { equation },
  );
}
