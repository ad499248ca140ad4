// The run loop of the command line: slices of steps with a progress bar between them, a checkpoint every few seconds. Ctrl-C, or
// the end of the terminal, ends the run after the current slice; a second one ends the process at once.

import { setImmediate } from 'node:timers/promises';
import type { Simulation } from '../../src/run/simulation.ts';
import { createProgress, short } from '../terminal.ts';

const sliceMs = 40;
const checkpointMs = 5000;

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Ending = 'finished' | 'interrupted' | 'failed';

export async function drive(simulation: Simulation, save: () => void): Promise<Ending> {
  const progress = createProgress('steps');
  let stop = false;
  const interrupt = () => {
    stop = true;
  };
  for (const signal of endings) process.once(signal, interrupt);
  let slice = 1;
  let saved = Number.NEGATIVE_INFINITY;
  try {
    while (!simulation.finished && !stop) {
      const start = performance.now();
      simulation.advance(slice);
      const spent = performance.now() - start;
      slice = nextSlice(slice, spent);
      progress.update(simulation.steps, simulation.schedule.steps, `t = ${short(simulation.time)}`);
      if (performance.now() - saved > checkpointMs) {
        save();
        saved = performance.now();
      }
      await setImmediate();
    }
  } finally {
    for (const signal of endings) process.off(signal, interrupt);
    progress.clear();
  }
  if (simulation.failure) return 'failed';
  return simulation.steps < simulation.schedule.steps ? 'interrupted' : 'finished';
}

/** Number of steps that fills a slice; at most four times the last one. */
function nextSlice(slice: number, spentMs: number): number {
  const wanted = spentMs > 0 ? (slice * sliceMs) / spentMs : slice * 4;
  return Math.max(1, Math.min(Math.round(wanted), slice * 4, 10_000_000));
}
