// A composition of RATTLE steps t₁ … t_s for classical problems with many constraints. Between its stages a composition needs
// no projection, since RATTLE ∘ RATTLE = project ∘ SHAKE ∘ SHAKE, and the two kicks that meet there are one:
//   P = p − ½(t_{k−1} + t_k)∇V(q) − G(q)ᵀλ,   Q = q + t_k M⁻¹P,   g(Q) = 0          (Leimkuhler and Skeel 1994, eq. 24–28)
// on the loops of sparse-rattle.ts. λ begins with a prediction from the stages before (stage-prediction.ts). The composition of
// general steps judges what is declined, and supplies the derivative.

import type { Flow } from '../../flows/flow.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { withFallback } from '../shared/fallback.ts';
import {
  defineKernel,
  refuse,
  refuseUnlessClassical,
  refuseWithoutFormulas,
  sizeOf,
} from '../shared/kernel.ts';
import { createStagePredictor, quadraticPrediction } from '../shared/warm-start.ts';
import { compileStep, notCompiled } from './compile.ts';
import { createEndpointCache, createNewtonIteration, createRenewedTermSizes } from './newton-iteration.ts';

const name = 'composition of RATTLE steps in WebAssembly loops';

export const sparseCompositionKernel = defineKernel({
  name,
  methods: ['rattle composition'],
  accepts(problem, task) {
    const refusal = refuseUnlessClassical(problem, task);
    if (refusal) return refusal;
    const flow = sparseComposition(problem, task.weights, task.reference);
    return flow ? { because: sizeOf(problem), flow } : refuse(notCompiled);
  },
});

/** The composition with these weights, or null where there are no loops for it. `reference` makes the same of general steps. */
export function sparseComposition(
  problem: Problem,
  weights: readonly number[],
  reference: () => Flow,
): Flow | null {
  const compiled = refuseWithoutFormulas(problem) ? null : compileStep(problem, quadraticPrediction.stages);
  if (!compiled) return null;
  const { run, views, multipliers } = compiled;
  const { start, end, rate, kick, total } = views;
  const predictor = createStagePredictor(weights, quadraticPrediction, views.ring);
  const termSizes = createRenewedTermSizes(problem, compiled);
  const knownEnd = createEndpointCache(problem, compiled);
  const landing = createNewtonIteration(compiled);
  const before = predictor.memory.map(part => new Float64Array(part.length));

  /** Stage k of a step h, from the start in memory. */
  function makeStage(k: number, h: number): boolean {
    const last = k === 0 ? 0 : weights[k - 1];
    landing.setTimes(0.5 * (last + weights[k]) * h, weights[k] * h, h);
    predictor.weigh(k, views.weights);
    run.guess();
    if (!landing.land()) return false;
    predictor.accept(rate);
    return true;
  }
  /** The last kick, and p ← p − Gᵀμ with G M⁻¹p = 0; twice, for the first leaves rounding errors of the part that it removes. */
  function settle(h: number): boolean {
    kick[0] = 0.5 * weights[weights.length - 1] * h;
    if (!knownEnd.arrive()) return false;
    run.finish();
    kick[0] = 0;
    multipliers.projectAgain();
    run.finish();
    return Number.isFinite(total[0]);
  }
  /** What stage k needs to know where it starts. The N of an earlier stage, where there is one, serves as long as it can. */
  function makeReady(k: number): boolean {
    if (k === 0) return knownEnd.depart();
    knownEnd.goOn();
    return !landing.wasLong() || multipliers.arrive();
  }
  /** All stages from z; the end is in memory. */
  function attempt(z: State, h: number): boolean {
    start.set(z);
    for (let k = 0; k < weights.length; k++) if (!makeReady(k) || !makeStage(k, h)) return false;
    return settle(h);
  }
  /** After a jump of the momenta, as noise makes them, the past is a bad guess: then once more, without. */
  function attemptTwice(z: State, h: number): boolean {
    if (attempt(z, h)) return true;
    predictor.forget();
    return attempt(z, h);
  }
  const unknown = new Float64Array(problem.g.m);
  const fast = {
    memory: [...predictor.memory, ...termSizes.memory],
    step(z: State, h: number, out: State): boolean {
      copyAll(predictor.memory, before);
      predictor.begin(h);
      start.set(z);
      termSizes.renew(h);
      if (!attemptTwice(z, h)) {
        copyAll(before, predictor.memory);
        termSizes.restore();
        return false;
      }
      out.set(end);
      return true;
    },
    rate: () => unknown,
    // The multipliers of general steps are not those that the prediction needs: it begins anew.
    adoptWarmStart: predictor.forget,
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

function copyAll(from: readonly Float64Array[], to: readonly Float64Array[]): void {
  for (let k = 0; k < from.length; k++) to[k].set(from[k]);
}
