// How long a step takes: processor time of whole blocks of steps, in turns that all who are compared take one after another.

/** Whatever can run the same block of steps again and again. */
export interface Repeatable {
  /** Goes back to the start, as if nothing had run. */
  restart(): void;
  advance(steps: number): unknown;
}

/** Milliseconds of processor time per turn; a block that takes longer is finished. */
export const turn = 150;
/** In short calls: one long loop may stay in code that was compiled halfway through it. */
export const warmUp = 1000;

/**
 * Processor time of one step in nanoseconds: blocks from the start until the given time has passed. The clock is slow,
 * so it is read after 1, 2, 4, … more blocks.
 */
export function timeSteps(engine: Repeatable, steps: number, milliseconds: number): number {
  const begin = process.cpuUsage();
  let blocks = 0;
  let spent = 0;
  for (let more = 1; spent < 1000 * milliseconds; more *= 2) {
    for (let k = 0; k < more; k++) {
      engine.restart();
      engine.advance(steps);
    }
    blocks += more;
    const { user, system } = process.cpuUsage(begin);
    spent = user + system;
  }
  return (1000 * spent) / (blocks * steps);
}
