// Runs another program in a folder, on one thread.

import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const oneThread = { OMP_NUM_THREADS: '1', OMP_PROC_BIND: 'false' };

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

export interface ProgramRun {
  readonly stdout: string;
  /** User and system time of the program and its children. */
  readonly processorSeconds: number;
}

/** The shell tells the processor time of what it ran, in its last line: 0m1.230000s 0m0.040000s. */
const timed = '"$0" "$@"; code=$?; times >&2; exit $code';

/** Throws the program's last words when it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<ProgramRun> {
  const options = { cwd: folder, env: { ...process.env, ...oneThread }, maxBuffer: 2 ** 26 };
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', timed, program, ...args], options);
    return { stdout, processorSeconds: secondsIn(stderr.trimEnd().split('\n').at(-1) ?? '') };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const words = `${stdout}\n${stderr}`.trim().split('\n').slice(-14, -2).join('\n');
    throw new Error(`${program} ${args.join(' ')} failed:\n${words}`);
  }
}

function secondsIn(line: string): number {
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}
