// Memoisation by problem: what is compiled from a problem serves all methods on it, at every tolerance and in every
// composition. It is made once, and collected with the problem. Only for what has no state between calls, or a cache alone.

import type { Problem } from '../../problem/problem.ts';

/** `alias`: a problem that is part of what is made, under which it is found as well. */
export function memoizeByProblem<T>(
  make: (problem: Problem) => T,
  alias?: (value: T) => Problem,
): (problem: Problem) => T {
  const made = new WeakMap<Problem, { readonly value: T }>();
  return problem => {
    const known = made.get(problem) ?? { value: make(problem) };
    made.set(problem, known);
    if (alias) made.set(alias(known.value), known);
    return known.value;
  };
}
