// RATTLE = project ∘ SHAKE: symplectic on the hidden-constraint manifold, and symmetric when its flow is.
// McLachlan, Modin, Verdier, Wilkins 2014, Definition 1.4; Leimkuhler and Skeel 1994, eq. 24–28.

import type { Flow } from '../flows/flow.ts';

/** RATTLE: Π ∘ SHAKE. */
export function rattle(shake: Flow, project: Flow, n: number): Flow {
  const shaken = new Float64Array(2 * n);
  return {
    domain: 'g = {g,H} = 0',
    ...(shake.refusesTurns ? { refusesTurns: true } : {}),
    memory: [...shake.memory, ...project.memory],
    step(z, h, out) {
      const outcome = shake.step(z, h, shaken);
      return outcome.ok ? project.step(shaken, h, out) : outcome;
    },
    push(v, out) {
      shake.push?.(v, shaken);
      project.push?.(shaken, out);
    },
  };
}
