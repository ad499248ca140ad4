// Programs that are compared run on one processor while they are timed, where the system can hold them there: two processors
// of a shared machine are not alike, for each has neighbours of its own.

import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { isInstalled } from './run-program.ts';

const canHold = isInstalled('taskset');

/** What stands before a command so that it runs there; nothing where that cannot be had. */
export const pinned: readonly string[] = canHold ? ['taskset', '-c', '0'] : [];

/** Processes with all their threads, and what they start from now on. */
export const holdOnOne = (pids: readonly number[]) => place(pids, '0');

export const letGo = (pids: readonly number[]) => place(pids, `0-${cpus().length - 1}`);

function place(pids: readonly number[], processors: string): void {
  if (!canHold) return;
  for (const pid of pids)
    try {
      execFileSync('taskset', ['-acp', processors, String(pid)], { stdio: 'ignore' });
    } catch {
      // It has ended, or this processor is not for us.
    }
}
