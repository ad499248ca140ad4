// Largest resident memory of a process.

import { readFileSync } from 'node:fs';

/**
 * Bytes; null without /proc or after its end. VmHWM rather than maxRSS of getrusage,
 * which in a forked child includes the memory of the parent.
 */
export function peakMemory(pid: number | 'self' = 'self'): number | null {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes ? 1024 * Number(kilobytes) : null;
  } catch {
    return null;
  }
}

/** Of this process. */
export const ownPeakMemory = () => peakMemory() ?? 1024 * process.resourceUsage().maxRSS;
