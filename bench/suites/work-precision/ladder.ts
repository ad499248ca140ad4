// A ladder of settings of a method from coarse to fine, with the error and the time of each, and the ranking of methods at a goal.
// The error is a power of the setting, so between two rungs it is interpolated linearly in logarithms.

/** Result of one setting: a motion from the start to the end. */
export interface Rung {
  /** The step; the tolerance of a method that chooses its own steps. */
  readonly setting: number;
  /** At the end point, or of the energy. */
  readonly error: number;
  /** Largest |H − H₀| during the motion, with H of the system that is integrated. */
  readonly energyError: number;
  /** Processor time of the motion. */
  readonly milliseconds: number;
}

/** Work about doubles from rung to rung: a time that grows by more than this factor includes compilation. */
const compilationFactor = 4;
/** No method is refined below this error. */
const finestError = 1e-10;
/** An error above this fraction of the one three rungs before has stagnated: it no longer depends on the step. */
const [stagnation, stagnationRungs] = [0.6, 3];
/** Larger errors may stagnate before they decrease. */
const largestStagnant = 0.1;

/** Why the ladder ends here; null to continue with finer settings. */
export function ending(rungs: readonly Rung[], longest: number): string | null {
  const last = rungs.at(-1);
  if (!last) return null;
  if (last.error <= finestError) return 'accurate';
  if (Math.min(last.milliseconds, compilationFactor * (rungs.at(-2) ?? last).milliseconds) > longest)
    return 'slow';
  const before = rungs.at(-1 - stagnationRungs);
  const isStuck = before && last.error < largestStagnant && last.error > stagnation * before.error;
  return isStuck ? 'no gain' : null;
}

/** Whether some motion was close to the exact one: failures of finer ones are then not caused by too long a step. */
export const hasCloseMotion = (rungs: readonly Rung[]) => rungs.some(({ error }) => error < largestStagnant);

/** The coarsest rung from which on all meet the goal, so that no accident counts; −1 when the finest misses it. */
function firstThatMeets(rungs: readonly Rung[], goal: number): number {
  const lastMiss = rungs.findLastIndex(({ error }) => !(error <= goal));
  return lastMiss === rungs.length - 1 ? -1 : lastMiss + 1;
}

/** The rung that meets the goal in the least time: not always the coarsest, since long steps may need more iterations. */
export function cheapestRung(rungs: readonly Rung[], goal: number): Rung | null {
  const k = firstThatMeets(rungs, goal);
  if (k < 0) return null;
  return rungs.slice(k).reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
}

/** Milliseconds to the goal, between rungs where that is less; null where no rung meets it. */
export function timeTo(rungs: readonly Rung[], goal: number): number | null {
  const cheapest = cheapestRung(rungs, goal);
  return cheapest && Math.min(cheapest.milliseconds, between(rungs, goal, 'milliseconds'));
}

/** A quantity where the error equals the goal, which some rung meets; that of the coarsest rung where it is enough. */
function between(rungs: readonly Rung[], goal: number, quantity: 'setting' | 'milliseconds'): number {
  const k = firstThatMeets(rungs, goal);
  const [coarse, fine] = [rungs[k - 1], rungs[k]];
  if (!coarse) return fine[quantity];
  const drop = Math.log(coarse.error / Math.max(fine.error, Number.MIN_VALUE));
  const share = Math.min(1, Math.max(0, Math.log(coarse.error / goal) / drop));
  return coarse[quantity] * (fine[quantity] / coarse[quantity]) ** share;
}

/** Aims a little below the goal, since the power law is approximate; number of settings. */
const [margin, tries] = [0.8, 6];

/** Settings that may just meet the goal, from the most likely one to the rung that is known to meet it. */
export function candidates(rungs: readonly Rung[], goal: number): number[] {
  const known = rungs[firstThatMeets(rungs, goal)];
  if (!known) return [];
  const aim = firstThatMeets(rungs, margin * goal) < 0 ? goal : margin * goal;
  const estimate = Math.max(known.setting, between(rungs, aim, 'setting'));
  const all = Array.from(
    { length: tries },
    (_, k) => estimate * (known.setting / estimate) ** (k / (tries - 1)),
  );
  return [...new Set(all)];
}

export interface Curve {
  readonly label: string;
  readonly rungs: readonly Rung[];
}

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

/** Finalists: the first of the ranking, and the default method. */
const [finalistCount, defaultMethod] = [5, 'rattle'];

export function competitiveMethods(curves: readonly Curve[], goal: number): string[] {
  return ranking(curves, goal).filter((label, place) => place < finalistCount || label === defaultMethod);
}
