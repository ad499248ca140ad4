// What is compiled from a problem serves all methods on it, at every tolerance and in every composition: it is made once, and
// goes when the problem goes. Only for what keeps no state between calls.

import type { Problem } from '../../problem/problem.ts';

export function memoizeByProblem<T>(make: (problem: Problem) => T): (problem: Problem) => T {
  const made = new WeakMap<Problem, { readonly value: T }>();
  return problem => {
    const known = made.get(problem) ?? { value: make(problem) };
    made.set(problem, known);
    return known.value;
  };
}
