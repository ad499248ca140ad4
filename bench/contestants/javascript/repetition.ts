// How often a motion is repeated until a time has passed: the clock is slow, and to overshoot the time is wasted.

/** Motions until the clock is read again: one at first, then as many as there were, or fewer that fill the time. */
export function moreMotions(motions: number, spent: number, wanted: number): number {
  if (motions === 0) return 1;
  const missing = ((wanted - spent) * motions) / spent;
  return Math.max(1, Math.min(motions, Math.ceil(missing)));
}
