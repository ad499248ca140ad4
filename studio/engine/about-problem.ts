// What the page shows of a problem: its parts, the check, the recommended method, the plan of a run.

import { check } from '../../src/analysis/check.ts';
import { accelerated } from '../../src/kernels/choose.ts';
import { recommend } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { stateNames } from '../../src/problem/state.ts';
import { planRun } from '../../src/run/plan.ts';
import { sceneOf } from '../scene/from-problem.ts';
import type { MadeMeshes } from '../scene/surfaces.ts';
import { aboutMethods } from './about-methods.ts';
import type { AboutProblem } from './protocol.ts';

/** A start with more numbers than this is not listed. */
const maxListed = 400;

export function aboutProblem(problem: Problem, made: MadeMeshes = new Map()): AboutProblem {
  const report = check(accelerated(problem));
  const { method, reason, excluded } = recommend(problem, report.facts);
  const plan = planRun(problem);
  return {
    name: problem.name,
    coordinates: problem.coordinates,
    parameters: Object.entries(problem.parameters).map(([name, value]) => ({ name, value })),
    initial: stateNames(problem)
      .slice(0, maxListed)
      .map((name, i) => ({ name, value: problem.initial[i] })),
    constraints: problem.g.names,
    observables: problem.observables.map(({ name }) => name),
    verdict: report.verdict,
    findings: report.findings,
    canBeRepaired: report.repaired !== null,
    recommended: method,
    recommendedBecause: reason,
    methods: aboutMethods(problem, excluded),
    run: {
      method: plan.method,
      because: plan.because,
      step: plan.step,
      until: plan.until,
      options: plan.options,
      omega: plan.omega ?? null,
    },
    scene: sceneOf(problem, made),
  };
}
