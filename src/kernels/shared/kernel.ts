// A kernel: special code that makes the same steps as a general method, faster, for the problems that it accepts. What methods
// ask for are tasks; the table of kernels is kernels/choose.ts.

import type { Domain, Flow } from '../../flows/flow.ts';
import type { KickDriftScheme } from '../../flows/splitting.ts';
import { canCompile, notCompiled } from '../../formula/codegen/compile-text.ts';
import type { CotangentProjection } from '../../integrators/cotangent-projection.ts';
import type { Motion } from '../../integrators/reference/underlying-ode.ts';
import type { Pattern } from '../../linalg/pattern.ts';
import { hasRedundantConstraints } from '../../problem/classical.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Thermostat } from '../../stochastic/ornstein-uhlenbeck.ts';
import type { Acceleration } from '../wasm/host/force-kernel.ts';

/** The flow inside a constrained method: its name, and its kicks and drifts where it is a splitting with several stages. */
export interface InnerFlow {
  readonly name: string;
  readonly scheme?: KickDriftScheme | undefined;
}

interface ConstrainedTask {
  readonly flow: InnerFlow;
  /** The multiplier solver, where the user asks for one. */
  readonly solver: string | undefined;
}

interface Tasks {
  rattle: ConstrainedTask;
  shake: ConstrainedTask;
  /** RATTLE steps w₁h … w_s h in a row. */
  'rattle composition': ConstrainedTask & { readonly weights: readonly number[] };
  /** Constrained kicks and drifts, each drift cut into so many. */
  'geodesic splitting': { readonly scheme: KickDriftScheme; readonly substeps: number };
  'g-baoab': { readonly thermostat: Thermostat; readonly substeps: number };
  verlet: object;
  /** The adaptive reference with faster code for its motion. */
  reference: { withMotion(motion: Motion): Flow };
}

export type TaskName = keyof Tasks;

/** What a method asks a kernel for. */
export type Task<Name extends TaskName = TaskName> = {
  readonly [N in Name]: Tasks[N] & {
    readonly method: N;
    /** The method in its general form: what the kernel must agree with, and what makes the steps that it declines. */
    reference(): Flow;
  };
}[Name];

export interface Refusal {
  readonly refused: string;
}

export interface Acceptance {
  /** What makes the kernel apply, for people. */
  readonly because: string;
  readonly flow: Flow;
}

export interface Kernel {
  readonly name: string;
  readonly methods: readonly TaskName[];
  /** The flow for the task, or why there is none. `acceleration`: the problem with its forces from kernels. */
  accepts(problem: Problem, task: Task, acceleration: Acceleration): Acceptance | Refusal;
}

/** Special code for the projection of momenta to the cotangent space of the constraints. */
export interface ProjectionKernel {
  readonly name: string;
  accepts(
    problem: Problem,
    domain: Domain,
    acceleration: Acceleration,
  ): { readonly because: string; readonly projection: CotangentProjection } | Refusal;
}

/** A kernel for some tasks; of the others it is never asked. */
export function defineKernel<Name extends TaskName>(kernel: {
  readonly name: string;
  readonly methods: readonly Name[];
  accepts(problem: Problem, task: Task<Name>, acceleration: Acceleration): Acceptance | Refusal;
}): Kernel {
  return {
    ...kernel,
    accepts: (problem, task, acceleration) => kernel.accepts(problem, task as Task<Name>, acceleration),
  };
}

export const refuse = (refused: string): Refusal => ({ refused });

/** Kernels for classical problems contain Verlet and their own solver; null where the task asks for that. */
export function refuseUnlessClassical(problem: Problem, { flow, solver }: ConstrainedTask): Refusal | null {
  if (solver !== undefined) return refuse(`the solver “${solver}” was asked for`);
  if (flow.name !== 'verlet') return refuse(`the flow inside is “${flow.name}”, not verlet`);
  return refuseWithoutFormulas(problem);
}

/** null where code may be generated from text. */
export const refuseUnlessCompiled = (): Refusal | null => (canCompile() ? null : refuse(notCompiled));

/** null where H = ½pᵀM⁻¹p + V(q) and constraints g(q) are given by formulas. */
export function refuseWithoutFormulas(problem: Problem): Refusal | null {
  const { formulas, H, g } = problem;
  if (g.m === 0) return refuse('there are no constraints');
  if (!H.separable) return refuse('the Hamiltonian does not split into ½pᵀM⁻¹p + V(q)');
  if (g.kind !== 'holonomic') return refuse('the constraints contain momenta');
  if (formulas === undefined) return refuse('the problem is not given by formulas');
  return hasRedundantConstraints(problem)
    ? refuse('the constraints are redundant, so the multipliers need a solver that reveals the rank')
    : null;
}

/** Beyond this many constraints, coordinates or products in G M⁻¹ Gᵀ straight-line code no longer pays. */
const [maxConstraints, maxCoordinates, maxProducts] = [16, 48, 500];

/** Whether a problem is classical and small enough for straight-line code, and code may be generated. */
export function fitsStraightLine({ formulas, H, g, n }: Problem): boolean {
  const isSmall = g.m > 0 && g.m <= maxConstraints && n <= maxCoordinates;
  return (
    canCompile() &&
    formulas !== undefined &&
    H.separable !== null &&
    isSmall &&
    products(g.jacobianPattern) <= maxProducts
  );
}

/** Two constraints that share a coordinate have a product there. */
function products({ index, cols }: Pattern): number {
  const counts = new Array<number>(cols).fill(0);
  for (const j of index) counts[j]++;
  return counts.reduce((sum, count) => sum + count ** 2, 0);
}

/** “3 constraints in 8 coordinates” */
export const sizeOf = ({ g, n }: Problem) =>
  `${g.m} ${g.m === 1 ? 'constraint' : 'constraints'} in ${n} ${n === 1 ? 'coordinate' : 'coordinates'}`;
