// What the plots show of a motion: energy error, residuals, multipliers where they are few, observables, momenta,
// coordinates where they are few. Errors are looked at after every step, so that no peak is missed; the rest once per frame.

import { momentumObserver } from '../../src/observers/momenta.ts';
import type { Observer } from '../../src/observers/observer.ts';
import {
  energyObserver,
  multiplierObserver,
  observableObserver,
  residualObserver,
  trajectoryObserver,
} from '../../src/observers/standard.ts';
import type { Problem } from '../../src/problem/problem.ts';

const fewConstraints = 8;
const fewCoordinates = 40;

export interface Watchers {
  /** Energy, its error, and the residuals. */
  readonly everyStep: readonly Observer[];
  readonly everyFrame: readonly Observer[];
}

/** `run` is the problem that moves: the original one, or its penalised form. */
export function watchersOf(original: Problem, run: Problem): Watchers {
  const { g, n } = original;
  const hasMultipliers = g.m > 0 && g.m <= fewConstraints && run.g.m === g.m;
  return {
    everyStep: [energyObserver(run), ...(g.m > 0 ? [residualObserver(original)] : [])],
    everyFrame: [
      ...(hasMultipliers ? [multiplierObserver(original)] : []),
      observableObserver(original),
      ...(n <= fewCoordinates ? [momentumObserver(original), trajectoryObserver(original)] : []),
    ],
  };
}
