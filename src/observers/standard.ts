// What a run observes unless told otherwise.

import type { Problem } from '../problem/problem.ts';
import { energyObserver } from './energy.ts';
import { momentumObserver } from './momenta.ts';
import { multiplierObserver } from './multipliers.ts';
import type { Observer } from './observer.ts';
import { residualObserver } from './residuals.ts';
import { observableObserver, trajectoryObserver } from './trajectory.ts';

export function standardObservers(problem: Problem): Observer[] {
  const constrained = problem.g.m > 0 ? [residualObserver(problem), multiplierObserver(problem)] : [];
  return [
    energyObserver(problem),
    ...constrained,
    observableObserver(problem),
    momentumObserver(problem),
    trajectoryObserver(problem),
  ];
}

/** Of these, the columns whose number does not grow with the system: no multipliers, no state. */
export function scalarObservers(problem: Problem): Observer[] {
  const residuals = problem.g.m > 0 ? [residualObserver(problem)] : [];
  return [energyObserver(problem), ...residuals, observableObserver(problem), momentumObserver(problem)];
}
