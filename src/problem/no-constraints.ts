// The constraints of a free system: none.

import { patternFromRows } from '../linalg/pattern.ts';
import type { Constraints } from './constraints.ts';

export function noConstraints(n: number): Constraints {
  const empty = patternFromRows([], 2 * n);
  const square = patternFromRows(
    Array.from({ length: 2 * n }, () => []),
    2 * n,
  );
  return {
    m: 0,
    names: [],
    kind: 'holonomic',
    degree: 0,
    jacobianPattern: empty,
    hessianPattern: square,
    value: () => {},
    jacobian: () => {},
    jacobianTimes: () => {},
    transposedTimes(_z, _w, out) {
      out.fill(0);
    },
    hessianTimes(_z, _w, _v, out) {
      out.fill(0);
    },
    second: () => {},
    hessian: () => {},
  };
}
