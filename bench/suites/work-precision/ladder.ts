// The settings of a method from coarse to fine, and what is read from them. The error falls like a power of the setting,
// so between two rungs it is a straight line in logarithms.

/** One setting that was tried: a motion from the start to the end. */
export interface Rung {
  /** The step; the tolerance of a method that chooses its own steps. */
  readonly setting: number;
  /** What the motion is judged by. */
  readonly error: number;
  /** Largest |H − H₀| on the way, H being that of the system that is integrated. */
  readonly energyError: number;
  /** Processor time of the motion. */
  readonly milliseconds: number;
}

/** Work about doubles from rung to rung: a time that grows more than this was spent on compiling. */
const sudden = 4;
/** Better than this no method need be. */
const finestError = 1e-10;
/** An error that is still this part of what it was three rungs before stays: what is left is not the step's. */
const [stays, rungsThatShow] = [0.6, 3];
/** Larger errors may stay for a while before they fall. */
const largestThatStays = 0.1;

/** Why no finer setting need be tried; null to go on. */
export function ending(rungs: readonly Rung[], longest: number): string | null {
  const last = rungs.at(-1);
  if (!last) return null;
  if (last.error <= finestError) return 'accurate';
  if (Math.min(last.milliseconds, sudden * (rungs.at(-2) ?? last).milliseconds) > longest) return 'slow';
  const before = rungs.at(-1 - rungsThatShow);
  const isStuck = before && last.error < largestThatStays && last.error > stays * before.error;
  return isStuck ? 'no gain' : null;
}

/** Whether some motion came near: finer ones that fail after it are no accident of a step that is too long. */
export const cameNear = (rungs: readonly Rung[]) => rungs.some(({ error }) => error < largestThatStays);

/** The coarsest rung from which on all meet the goal, so that no lucky one counts; −1 when the finest misses it. */
function firstThatMeets(rungs: readonly Rung[], goal: number): number {
  const lastMiss = rungs.findLastIndex(({ error }) => !(error <= goal));
  return lastMiss === rungs.length - 1 ? -1 : lastMiss + 1;
}

/** The rung that meets the goal in the least time: not always the coarsest, for long steps may need more iterations. */
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

/** Aims a little below the goal, for the error is a power of the setting only roughly. */
const [margin, tries] = [0.8, 6];

/** Settings that may just meet the goal, from the likeliest to the rung that is known to meet it. */
export function candidates(rungs: readonly Rung[], goal: number): number[] {
  const known = rungs[firstThatMeets(rungs, goal)];
  if (!known) return [];
  const aim = firstThatMeets(rungs, margin * goal) < 0 ? goal : margin * goal;
  const guess = Math.max(known.setting, between(rungs, aim, 'setting'));
  const all = Array.from({ length: tries }, (_, k) => guess * (known.setting / guess) ** (k / (tries - 1)));
  return [...new Set(all)];
}
