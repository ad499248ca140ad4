// RATTLE for classical problems with many constraints (Leimkuhler and Skeel 1994, eq. 24–28), where rate = λ/h:
//   P = p − (h/2)∇V(q) − Gᵀλ,  Q = q + h M⁻¹P,  g(Q) = 0     iterations from a guess out of the steps before
//   P ← P − (h/2)∇V(Q) − Gᵀμ,  G M⁻¹ P = 0                   one linear solve
// as loops over constraints and coordinates that look alike, in WebAssembly: chains and trees cost O(n) per step. The
// general method takes over where the iteration does not converge.

import type { Flow } from '../../flows/flow.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { withFallback } from '../shared/fallback.ts';
import { defineKernel, refuse, refuseUnlessClassical, sizeOf } from '../shared/kernel.ts';
import { createPredictor, ringSize } from '../shared/warm-start.ts';
import { compileStep, notCompiled } from './compile.ts';
import { createEndpointCache, createNewtonIteration, createRenewedTermSizes } from './newton-iteration.ts';

const name = 'RATTLE in WebAssembly loops';

export const sparseRattleKernel = defineKernel({
  name,
  methods: ['rattle'],
  accepts(problem, task) {
    const refusal = refuseUnlessClassical(problem, task);
    if (refusal) return refusal;
    const flow = sparseRattle(problem, task.reference);
    return flow ? { because: sizeOf(problem), flow } : refuse(notCompiled);
  },
});

/** `reference` is RATTLE with the Verlet flow for the same problem; null where loops cannot be compiled. */
export function sparseRattle(problem: Problem, reference: () => Flow): Flow | null {
  const compiled = compileStep(problem, ringSize);
  if (!compiled) return null;
  const { run, views } = compiled;
  const { start, end, rate, total } = views;
  const predictor = createPredictor(views.ring);
  const termSizes = createRenewedTermSizes(problem, compiled);
  const knownEnd = createEndpointCache(problem, compiled);
  const landing = createNewtonIteration(compiled);

  /** From the start in memory to the end; false when a number there is not finite, too. */
  function attempt(h: number): boolean {
    landing.setTimes(0.5 * h, h, h);
    predictor.weigh(h, views.weights);
    termSizes.renew(h);
    run.guess();
    if (!knownEnd.depart() || !landing.land() || !knownEnd.arrive()) return false;
    run.finish();
    return Number.isFinite(total[0]);
  }
  const fast = {
    memory: [...predictor.memory, ...termSizes.memory],
    step(z: State, h: number, out: State): boolean {
      start.set(z);
      if (!attempt(h)) {
        termSizes.restore();
        return false;
      }
      out.set(end);
      predictor.accept(h, rate);
      return true;
    },
    rate: predictor.latest,
    adoptWarmStart: predictor.accept,
  };
  return withFallback({
    fast,
    reference,
    label: name,
    domain: 'g = {g,H} = 0',
    n: problem.n,
    referenceMemory: [problem.g.m],
  });
}
