// Puts the parts together: the fibre that fits the constraints, a flow, a solver → SHAKE and RATTLE for a problem.

import { chooseFibre } from '../fibres/choose-fibre.ts';
import type { Fibre } from '../fibres/fibre.ts';
import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import type { MultiplierSolver } from '../solvers/equations.ts';
import { createConditions } from './conditions.ts';
import { project } from './project.ts';
import { rattle } from './rattle.ts';
import { shake } from './shake.ts';

export interface Constrained {
  readonly fibre: Fibre;
  readonly shake: Flow;
  readonly project: Flow;
  readonly rattle: Flow;
}

/** `solver` makes a new solver for m equations: SHAKE and the projection have one each. */
export function constrained(
  problem: Problem,
  flow: Flow,
  solver: (m: number) => MultiplierSolver,
): Constrained {
  const { n, g } = problem;
  const fibre = chooseFibre(problem);
  const { onConstraint, onHidden } = createConditions(problem);
  const step = shake(flow, fibre, onConstraint, solver(g.m), n);
  const projection = project(chooseFibre(problem), onHidden, solver(g.m), n);
  return { fibre, shake: step, project: projection, rattle: rattle(step, projection, n) };
}
