// Who is the cheapest at a goal, by the times read from the ladders.

import { type Rung, timeTo } from './ladder.ts';

export interface Curve {
  readonly label: string;
  readonly rungs: readonly Rung[];
}

/** Who is timed again, all in turns: the first of the ranking, and the method to begin with. */
const [places, always] = [5, 'rattle'];

/** Labels that meet the goal, the cheapest first. */
export function ranking(curves: readonly Curve[], goal: number): string[] {
  return curves
    .flatMap(({ label, rungs }) => {
      const milliseconds = timeTo(rungs, goal);
      return milliseconds === null ? [] : { label, milliseconds };
    })
    .sort((a, b) => a.milliseconds - b.milliseconds)
    .map(({ label }) => label);
}

export function finalists(curves: readonly Curve[], goal: number): string[] {
  return ranking(curves, goal).filter((label, place) => place < places || label === always);
}
