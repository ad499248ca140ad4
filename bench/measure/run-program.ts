// Runs another program in a folder, on one thread, and measures its memory.

import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { peakMemory } from './peak-memory.ts';

export const oneThread = { OMP_NUM_THREADS: '1', OMP_PROC_BIND: 'false' };

/** Whether a program of this name is on the PATH. */
export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Standard output. Throws the last lines of output when the program fails. */
export function runProgram(program: string, args: readonly string[], folder: string): Promise<string> {
  return start(program, args, folder).printed;
}

export interface MonitoredRun {
  readonly printed: string;
  /** Largest resident memory in bytes; null without /proc. */
  readonly memory: number | null;
}

/** The system records the largest memory, so that the last reading before the end suffices. */
const memoryIntervalMilliseconds = 20;

/** Standard output and peak memory. */
export async function monitorProgram(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<MonitoredRun> {
  const { pid, printed } = start(program, args, folder);
  let memory: number | null = null;
  const clock = setInterval(() => {
    memory = (pid && peakMemory(pid)) || memory;
  }, memoryIntervalMilliseconds);
  try {
    return { printed: await printed, memory };
  } finally {
    clearInterval(clock);
  }
}

function start(program: string, args: readonly string[], folder: string) {
  const options = { cwd: folder, env: { ...process.env, ...oneThread }, maxBuffer: 2 ** 26 };
  const running = promisify(execFile)(program, args, options);
  const printed = running.then(
    ({ stdout }) => stdout,
    ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => {
      const lastLines = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
      throw new Error(`${program} ${args.join(' ')} failed:\n${lastLines}`);
    },
  );
  return { pid: running.child.pid, printed };
}
