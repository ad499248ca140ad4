// Forces and constraints that have no value at an iterate end the solve at once, before anything is judged by size.

import { allFinite } from '../linalg/dense.ts';
import { done, failed, type Outcome } from '../solvers/outcome.ts';

export function checkResidual(r: Float64Array): Outcome {
  if (allFinite(r)) return done;
  return failed('not finite', 'a force or a constraint is not finite after the step; halve the step');
}
