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

/** What it prints. Throws the program's last words when it fails. */
export async function runProgram(program: string, args: readonly string[], folder: string): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...oneThread }, maxBuffer: 2 ** 26 };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const words = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
    throw new Error(`${program} ${args.join(' ')} failed:\n${words}`);
  }
}
