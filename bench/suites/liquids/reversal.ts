// Time reversal: so many steps, and as many with −h, lead back to the start. A liquid is chaotic: what differs by round-off
// grows e-fold in less than 0.1 ps, so that after 1000 steps of 2 fs a motion that rounds has lost ten digits or more. So that
// a method that is not reversible can be told from chaos, the return is judged after a short way too, and after the long one
// beside a twin, which turns round at the same place with its state changed by one unit in the last place.

import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { createStepper } from '../../measure/stepper.ts';
import { bounded, type Line, told } from './criterion.ts';

const [short, long] = [100, 1000];
/** Å after either way; and how many twins far after the long one, where 2000 steps round and not one. */
const bars = { short: 1e-11, long: 1e-6, twins: 100 };

export function reversalLines(problem: Problem, h: number): Line[] {
  const start = problem.initial;
  const near = apart(problem, travelled(problem, travelled(problem, start, h, short), -h, short), start);
  const turn = travelled(problem, start, h, long);
  const back = travelled(problem, turn, -h, long);
  const twin = travelled(problem, turn.map(nextDouble), -h, long);
  const far = apart(problem, back, start);
  const what = (steps: number) => `farthest from the start after ${steps} steps and ${steps} back`;
  return [
    bounded({ what: what(short), unit: 'Å' }, near, null, bars.short),
    bounded({ what: what(long), unit: 'Å' }, far, null, bars.long),
    told(
      { what: 'the same for a twin that turns one unit in the last place aside', unit: 'Å' },
      apart(problem, twin, back),
    ),
    bounded({ what: 'ratio of these two', unit: '' }, far / apart(problem, twin, back), null, bars.twins),
  ];
}

function travelled(problem: Problem, from: State, h: number, steps: number): State {
  return createStepper({ ...problem, initial: from }, { method: 'rattle', h })
    .stepper.advance(steps)
    .slice();
}

const nextDouble = (value: number) => value * (1 + Number.EPSILON);

/** The largest difference of a coordinate. */
function apart({ n }: Problem, a: State, b: State): number {
  let farthest = 0;
  for (let i = 0; i < n; i++) farthest = Math.max(farthest, Math.abs(a[i] - b[i]));
  return farthest;
}
