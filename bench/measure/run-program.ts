// Runs another program in a folder, on one thread.

import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

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

/** What it prints. Throws the program's last words when it fails. */
export function runProgram(program: string, args: readonly string[], folder: string): Promise<string> {
  return begin(program, args, folder).printed;
}

export interface Watched {
  readonly printed: string;
  /** Largest resident memory in bytes; null where the system does not tell. */
  readonly memory: number | null;
}

/** Milliseconds between looks at the memory. The system keeps the largest, so that the last look is good enough. */
const lookEvery = 20;

/** The same, with the memory it took. */
export async function watchProgram(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<Watched> {
  const { pid, printed } = begin(program, args, folder);
  let memory: number | null = null;
  const clock = setInterval(() => {
    memory = memoryOf(pid) ?? memory;
  }, lookEvery);
  try {
    return { printed: await printed, memory };
  } finally {
    clearInterval(clock);
  }
}

function begin(program: string, args: readonly string[], folder: string) {
  const options = { cwd: folder, env: { ...process.env, ...oneThread }, maxBuffer: 2 ** 26 };
  const running = promisify(execFile)(program, args, options);
  const printed = running.then(
    ({ stdout }) => stdout,
    ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => {
      const words = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
      throw new Error(`${program} ${args.join(' ')} failed:\n${words}`);
    },
  );
  return { pid: running.child.pid, printed };
}

/** null once it has ended, and where there is no /proc. */
function memoryOf(pid: number | undefined): number | null {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes ? 1024 * Number(kilobytes) : null;
  } catch {
    return null;
  }
}
