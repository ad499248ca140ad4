// What a frame shows of a motion besides energy error and residuals: multipliers where they are few, observables, momenta,
// coordinates where they are few.

import { momentumObserver } from '../../src/observers/momenta.ts';
import type { Observer } from '../../src/observers/observer.ts';
import { multiplierObserver, observableObserver, trajectoryObserver } from '../../src/observers/standard.ts';
import type { Problem } from '../../src/problem/problem.ts';

const fewConstraints = 8;
const fewCoordinates = 40;

/** `run` is the problem that is integrated: the original one, or its penalised form. */
export function frameObservers(original: Problem, run: Problem): readonly Observer[] {
  const { g, n } = original;
  const hasMultipliers = g.m > 0 && g.m <= fewConstraints && run.g.m === g.m;
  return [
    ...(hasMultipliers ? [multiplierObserver(original)] : []),
    observableObserver(original),
    ...(n <= fewCoordinates ? [momentumObserver(original), trajectoryObserver(original)] : []),
  ];
}
