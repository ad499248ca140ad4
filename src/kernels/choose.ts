// THE table of kernels: which special code makes the steps of a method on a problem, evaluates its forces and projects its momenta,
// and why. The first kernel that accepts is taken; without one the general method does the work itself. The parts of a flow name
// what makes its steps.

import type { Domain, Flow } from '../flows/flow.ts';
import { type CotangentProjection, createCotangentProjection } from '../integrators/cotangent-projection.ts';
import type { ForceTerm } from '../particles/system.ts';
import { memoizeByProblem, type Problem } from '../problem/problem.ts';
import { sparseCompositionKernel, sparseRattleKernel } from './loops/sparse-rattle.ts';
import { accelerate, type ChooseForces } from './particles/acceleration.ts';
import { freeParticlesKernel, particleRodsKernel, rodProjectionKernel } from './particles/methods.ts';
import { sparseMotionKernel, straightLineMotionKernel } from './reference-kernel.ts';
import type { Acceptance, Kernel, ProjectionKernel, Refusal, Task } from './shared/kernel.ts';
import { straightLineCompositionKernel } from './small/composition.ts';
import { straightLineKernel } from './small/straight-line-rattle.ts';
import { groupedForces, rigidWaterForces } from './wasm/force-kernels.ts';
import type { ForceKernel } from './wasm/host/force-kernel.ts';

/** In the order in which they are asked. */
export const kernels: readonly Kernel[] = [
  particleRodsKernel,
  freeParticlesKernel,
  straightLineKernel,
  sparseRattleKernel,
  straightLineCompositionKernel,
  sparseCompositionKernel,
  straightLineMotionKernel,
  sparseMotionKernel,
];

/** Forces of particles, in the order in which they are asked. */
export const forceKernels: readonly ForceKernel[] = [rigidWaterForces, groupedForces];

/** Projections of momenta to the cotangent space. */
export const projectionKernels: readonly ProjectionKernel[] = [rodProjectionKernel];

/** The first kernel of a table that accepts, with its answer; or why none does. */
function firstThat<K, A extends { readonly because: string }>(
  table: readonly K[],
  ask: (kernel: K) => A | Refusal,
): { readonly kernel: K; readonly answer: A } | { readonly because: string } {
  const refusals = new Set<string>();
  for (const kernel of table) {
    const answer = ask(kernel);
    if ('because' in answer) return { kernel, answer };
    refusals.add(answer.refused);
  }
  return { because: refusals.size > 0 ? [...refusals].join('; ') : noKernel };
}

export interface Choice {
  /** null: the general method. */
  readonly kernel: Kernel | null;
  /** Why this kernel, or why none. */
  readonly because: string;
  readonly flow: Flow;
}

/** `general` makes the flow where no kernel accepts; by default it is the reference of the task. */
export function chooseKernel(problem: Problem, task: Task, general = task.reference): Choice {
  const acceleration = accelerationOf(problem);
  const found = firstThat(
    kernels.filter(({ methods }) => methods.includes(task.method)),
    kernel => kernel.accepts(problem, task, acceleration),
  );
  if (!('kernel' in found))
    return { kernel: null, because: found.because, flow: withParts(general(), found.because) };
  const { kernel, answer } = found;
  return { kernel, because: answer.because, flow: withReason(kernel, answer) };
}

/** The flow for a task on a problem, from the kernel that the table chooses. */
export function chooseFlow(problem: Problem, task: Task, general = task.reference): Flow {
  return chooseKernel(problem, task, general).flow;
}

/** Why a method that asks for no kernel is general. */
export const noKernel = 'there is no kernel for this method';

/** The flow of a general method; the parts of a kernel inside it are not changed. */
export function withParts(flow: Flow, because: string): Flow {
  return flow.parts && flow.parts.length > 0 ? flow : { ...flow, parts: [`general method: ${because}`] };
}

/** The parts of the kernel's own flow, then its name with the reason. */
function withReason({ name }: Kernel, { because, flow }: Acceptance): Flow {
  const parts = (flow.parts ?? []).filter(part => part !== name);
  return { ...flow, parts: [...parts, `${name}: ${because}`] };
}

// Forces of particles. Acceleration is asked for by those who evaluate often: methods, guards of a run, observers.

/** The force terms of a system with the kernels that the table chooses; null where none applies. */
export const chooseForces: ChooseForces = (instance, system, terms) => {
  const found = firstThat(forceKernels, kernel => kernel.accepts(instance, system, terms));
  if (!('kernel' in found)) return { forces: null, because: found.because };
  const { kernel, answer } = found;
  return { forces: answer, because: `${kernel.name}: ${answer.because}` };
};

/** Found for the accelerated problem as well, which is its own acceleration. */
export const accelerationOf = memoizeByProblem(
  (problem: Problem) => accelerate(problem, chooseForces),
  ({ problem }) => problem,
);

/** The problem with the fastest H there is; the problem itself where nothing is faster, or where it is that already. */
export const accelerated = (problem: Problem): Problem => accelerationOf(problem).problem;

/** The terms whose sum is V, evaluated by kernels where they have some. */
export const fastestTerms = (problem: Problem): readonly ForceTerm[] => accelerationOf(problem).terms;

// Projections of momenta.

/** The projection of momenta to the cotangent space, from the kernel that the table chooses or for any problem; and why. */
export function chooseProjection(
  problem: Problem,
  domain: Domain,
): { readonly because: string; readonly projection: CotangentProjection } {
  const acceleration = accelerationOf(problem);
  const found = firstThat(projectionKernels, kernel => kernel.accepts(problem, domain, acceleration));
  if (!('kernel' in found))
    return { because: found.because, projection: createCotangentProjection(problem, domain) };
  const { kernel, answer } = found;
  return { because: `${kernel.name}: ${answer.because}`, projection: answer.projection };
}
