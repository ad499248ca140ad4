// SHAKE, the projection and RATTLE for a problem, from parts of one's choice:
//   shake = flow ∘ slide(λ), g = 0 at its end;   project = slide(μ), {g,H} = 0 at its end;   rattle = project ∘ shake.
// These are the maps of the definitions, for any flow; `createMethod` gives the same maps with fast kernels where they apply.
// McLachlan, Modin, Verdier, Wilkins, Found. Comput. Math. 14 (2014) 339, Definitions 1.3 and 1.4.

import type { Fibre } from '../fibres/fibre.ts';
import type { Flow } from '../flows/flow.ts';
import { midpoint } from '../flows/gauss.ts';
import { verlet } from '../flows/verlet.ts';
import {
  type Constrained,
  constrained,
  defaultFlowName,
  defaultSolverName,
} from '../integrators/constrained.ts';
import type { Condition } from '../integrators/multiplier-step.ts';
import { project as projectFrom } from '../integrators/project.ts';
import { rattle as rattleFrom } from '../integrators/rattle.ts';
import { shake as shakeFrom } from '../integrators/shake.ts';
import type { Problem } from '../problem/problem.ts';
import type { MultiplierSolver } from '../solvers/equations.ts';
import { chord, newton } from '../solvers/newton.ts';

/** The parts of a constrained map; each has a default that fits the problem. */
export interface ConstrainedParts {
  /** The unconstrained map inside; Störmer–Verlet by default, the implicit midpoint where g depends on p. */
  readonly flow?: Flow;
  /** The slide along the fibre; by default the simplest that is exact for the constraints. */
  readonly fibre?: (problem: Problem) => Fibre;
  /** The solver for m multipliers; Newton by default, the chord method for many constraints on positions. */
  readonly solver?: (m: number) => MultiplierSolver;
}

function mapsOf(problem: Problem, { flow, fibre, solver }: ConstrainedParts): Constrained {
  return constrained(
    problem,
    flow ?? { verlet, midpoint }[defaultFlowName(problem)](problem.H),
    solver ?? { newton, chord }[defaultSolverName(problem)],
    fibre,
  );
}

/**
 * SHAKE: z ↦ φ_h(exp(Σ λᵢ X_{gᵢ})(z)) with λ such that g = 0 afterwards. Symplectic between fibres when the flow is.
 * Conditions: {gᵢ,gⱼ} = 0 and det {{H,gᵢ},gⱼ} ≠ 0 on g = 0. McLachlan, Modin, Verdier, Wilkins (2014), Definition 1.3;
 * Leimkuhler and Skeel, J. Comput. Phys. 112 (1994) 117, eq. 15–17.
 *
 * @example const step = shake(problem, { flow: flows.midpoint(problem.H) });
 */
export function shake(problem: Problem, parts?: ConstrainedParts): Flow;
/** @deprecated The parts one by one; `shake(problem, { flow, fibre, solver })` puts them together. */
export function shake(flow: Flow, fibre: Fibre, g: Condition, solver: MultiplierSolver, n: number): Flow;
export function shake(
  first: Problem | Flow,
  second: ConstrainedParts | Fibre = {},
  ...rest: [] | [Condition, MultiplierSolver, number]
): Flow {
  if ('step' in first)
    return shakeFrom(first, second as Fibre, ...(rest as [Condition, MultiplierSolver, number]));
  return mapsOf(first, second as ConstrainedParts).shake;
}

/**
 * The projection to the hidden constraint: slides along the fibre until {g,H} = 0. For g(q) and H = ½pᵀM⁻¹p + V(q) it is
 * p ↦ p − Gᵀ(GM⁻¹Gᵀ)⁻¹GM⁻¹p. Condition: det {{H,gᵢ},gⱼ} ≠ 0. The same paper, Definition 1.4.
 *
 * @example project(problem).step(z, 0, out);
 */
export function project(problem: Problem, parts?: Omit<ConstrainedParts, 'flow'>): Flow;
/** @deprecated The parts one by one; `project(problem, { fibre, solver })` puts them together. */
export function project(fibre: Fibre, hidden: Condition, solver: MultiplierSolver, n: number): Flow;
export function project(
  first: Problem | Fibre,
  second: ConstrainedParts | Condition = {},
  ...rest: [] | [MultiplierSolver, number]
): Flow {
  if ('slide' in first)
    return projectFrom(first, second as Condition, ...(rest as [MultiplierSolver, number]));
  return mapsOf(first, second as ConstrainedParts).project;
}

/**
 * RATTLE = project ∘ SHAKE: symplectic on g = {g,H} = 0, symmetric when its flow is, of order at most 2. Conditions as for
 * `shake`. McLachlan, Modin, Verdier, Wilkins (2014), Definition 1.4; Leimkuhler and Skeel (1994), eq. 24–28.
 *
 * @example const step = rattle(problem, { flow: flows.verlet(problem.H), solver: solvers.newton });
 */
export function rattle(problem: Problem, parts?: ConstrainedParts): Flow;
/** @deprecated Two maps one by one; `rattle(problem, { flow, fibre, solver })` puts them together. */
export function rattle(shake: Flow, project: Flow, n: number): Flow;
export function rattle(first: Problem | Flow, second: ConstrainedParts | Flow = {}, n?: number): Flow {
  if ('step' in first) return rattleFrom(first, second as Flow, n as number);
  return mapsOf(first, second as ConstrainedParts).rattle;
}
