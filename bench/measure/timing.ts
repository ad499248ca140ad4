// Processor time of a step: whole blocks of steps, repeated until a given time has passed.

/** A block of steps that can be repeated. */
export interface Repeatable {
  /** Returns to the initial state, including the memory of the method. */
  restart(): void;
  advance(steps: number): unknown;
}

/** Processor time of one timing; a block that takes longer is finished. */
export const turnMilliseconds = 150;
/** In short calls: one long loop may stay in code that was compiled halfway through it. */
export const warmUpMilliseconds = 1000;

export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Result of some work, and its processor time in seconds. */
export function timed<T>(work: () => T): [T, number] {
  const begin = processorSeconds();
  const result = work();
  return [result, processorSeconds() - begin];
}

/** Nanoseconds per step. The clock is slow, so it is read after 1, 2, 4, … more blocks. */
export function timeSteps(block: Repeatable, steps: number, milliseconds: number): number {
  const begin = process.cpuUsage();
  let blocks = 0;
  let spent = 0;
  for (let more = 1; spent < 1000 * milliseconds; more *= 2) {
    for (let k = 0; k < more; k++) {
      block.restart();
      block.advance(steps);
    }
    blocks += more;
    const { user, system } = process.cpuUsage(begin);
    spent = user + system;
  }
  return (1000 * spent) / (blocks * steps);
}

/** Motions until the clock is read again: one at first, then as many as there were, or fewer that fill the time. */
export function moreMotions(motions: number, spent: number, wanted: number): number {
  if (motions === 0) return 1;
  const missing = ((wanted - spent) * motions) / spent;
  return Math.max(1, Math.min(motions, Math.ceil(missing)));
}
