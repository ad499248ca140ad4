// THE table of kernels: which special code makes the steps of a method on a problem, and why. The first kernel that accepts the
// task is taken; without one the general method makes its steps itself. Either way the parts of the flow name what is at work.

import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import { sparseCompositionKernel, sparseRattleKernel } from './loops/sparse-rattle.ts';
import { freeParticlesKernel, particleRodsKernel } from './particles/methods.ts';
import { sparseMotionKernel, straightLineMotionKernel } from './reference-kernel.ts';
import type { Acceptance, Kernel, Task } from './shared/kernel.ts';
import { straightLineCompositionKernel } from './small/composition.ts';
import { straightLineKernel } from './small/straight-line-rattle.ts';

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

export interface Choice {
  /** null: the general method. */
  readonly kernel: Kernel | null;
  /** Why this kernel, or why none. */
  readonly because: string;
  readonly flow: Flow;
}

/** `general` makes the flow where no kernel accepts; by default it is the reference of the task. */
export function chooseKernel(problem: Problem, task: Task, general = task.reference): Choice {
  const refusals = new Set<string>();
  for (const kernel of kernels.filter(({ methods }) => methods.includes(task.method))) {
    const answer = kernel.accepts(problem, task);
    if ('refused' in answer) refusals.add(answer.refused);
    else return { kernel, because: answer.because, flow: withReason(kernel, answer) };
  }
  const because = refusals.size > 0 ? [...refusals].join('; ') : noKernel;
  return { kernel: null, because, flow: withParts(general(), because) };
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
