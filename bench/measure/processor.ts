// The processor of a measurement. Programs that are compared run on one processor while they are timed, where
// taskset is installed: two processors of a shared machine have different loads.

import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { isInstalled } from './run-program.ts';

const hasTaskset = isInstalled('taskset');

/** Prefix of a command that runs it on the first processor; empty without taskset. */
export const pinned: readonly string[] = hasTaskset ? ['taskset', '-c', '0'] : [];

/** Moves processes, with their threads and future children, to the first processor. */
export const pin = (pids: readonly (number | undefined)[]) => setProcessors(pids, '0');

export const unpin = (pids: readonly (number | undefined)[]) => setProcessors(pids, `0-${cpus().length - 1}`);

function setProcessors(pids: readonly (number | undefined)[], processors: string): void {
  if (!hasTaskset) return;
  for (const pid of pids)
    try {
      execFileSync('taskset', ['-acp', processors, String(pid)], { stdio: 'ignore' });
    } catch {
      // The process has ended, or this processor is not available.
    }
}
