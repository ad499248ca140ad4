// Puts the parts together: the fibre that fits the constraints, a flow, a solver → SHAKE and RATTLE for a problem.

import { chooseFibre } from '../fibres/choose-fibre.ts';
import type { Fibre } from '../fibres/fibre.ts';
import type { Flow } from '../flows/flow.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { MultiplierSolver } from '../solvers/equations.ts';
import { createConditions } from './conditions.ts';
import { project } from './project.ts';
import { rattle } from './rattle.ts';
import { shake } from './shake.ts';

/** The maps of one problem, made from the same parts. */
export interface Constrained {
  readonly fibre: Fibre;
  readonly shake: Flow;
  readonly project: Flow;
  readonly rattle: Flow;
}

/** The inner flow to take unless another is asked for: explicit where it can be, implicit where g depends on p. */
export const defaultFlowName = ({ g }: Problem) => (g.kind === 'holonomic' ? 'verlet' : 'midpoint');

/** Above this many constraints the sparse solver is the default. */
const denseConstraints = 10;

/** The multiplier solver to take unless another is asked for; the chord method needs g(q) and H = ½pᵀM⁻¹p + V(q). */
export const defaultSolverName = (problem: Problem) =>
  problem.g.m > denseConstraints && classicalParts(problem) !== null ? 'chord' : 'newton';

/**
 * SHAKE, the projection and RATTLE of a problem from a flow, a solver and a fibre. `solver` makes a new solver for m
 * equations and `fibre` a new slide: SHAKE and the projection have one each.
 */
export function constrained(
  problem: Problem,
  flow: Flow,
  solver: (m: number) => MultiplierSolver,
  createFibre: (problem: Problem) => Fibre = chooseFibre,
): Constrained {
  const { n, g } = problem;
  const fibre = createFibre(problem);
  const { onConstraint, onHidden } = createConditions(problem);
  const step = shake(flow, fibre, onConstraint, solver(g.m), n);
  const projection = project(createFibre(problem), onHidden, solver(g.m), n);
  return { fibre, shake: step, project: projection, rattle: rattle(step, projection, n) };
}
