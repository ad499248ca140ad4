// How well the constraints hold: the largest |gᵢ| and the largest |{gᵢ, H}|.

import { maxAbs } from '../linalg/dense.ts';
import { createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import type { Observer } from './observer.ts';

export function residualObserver(problem: Problem): Observer {
  const { g } = problem;
  const brackets = createBrackets(problem);
  const values = new Float64Array(g.m);
  return {
    columns: ['g', 'hidden'],
    observe(z, row, at) {
      g.value(z, values);
      row[at] = maxAbs(values);
      brackets.hidden(z, values);
      row[at + 1] = maxAbs(values);
    },
  };
}
