// Where a dragged particle lands: the nearest state that satisfies the constraints and the hidden ones.

import { check } from '../../src/analysis/check.ts';
import { MethodError } from '../../src/methods/method.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';

export interface Moved {
  readonly index: number;
  readonly value: number;
}

export function landed(problem: Problem, entries: readonly Moved[]): State {
  const initial = problem.initial.slice();
  for (const { index, value } of entries) initial[index] = value;
  if (problem.g.m === 0) return initial;
  const report = check({ ...problem, initial });
  if (report.repaired) return report.repaired;
  if (report.verdict === 'fail') throw new MethodError('from there no way leads back to the constraints');
  return initial;
}
