// The largest resident memory of this process so far.

import { readFileSync } from 'node:fs';

/** Bytes. Linux counts the parent's memory into maxRSS of a child that was forked from it, but not into VmHWM. */
export function largestMemory(): number {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes) return 1024 * Number(kilobytes);
  } catch {}
  return 1024 * process.resourceUsage().maxRSS;
}
