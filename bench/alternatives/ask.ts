// Gives a task to a program and reads its answers. Every question starts a new process, on one processor where the
// system can hold it there, so that all programs begin alike.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isInstalled } from '../molecules/peers/program.ts';
import type { Prepared } from './contestant.ts';
import type { Reply, Task } from './task.ts';

const pinned = isInstalled('taskset') ? ['taskset', '-c', '0'] : [];
const oneThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
/** Milliseconds after which a program is taken to hang. */
const patience = 90_000;

/** One reply for each setting; a program that dies fails in all that it has not answered. */
export async function ask(prepared: Prepared, task: Task): Promise<Reply[]> {
  const [program, ...args] = [...pinned, ...prepared.command(task)];
  const options = { env: { ...process.env, ...oneThread }, maxBuffer: 2 ** 28, timeout: patience };
  const { stdout, why } = await promisify(execFile)(program, args, options).then(
    ({ stdout }) => ({ stdout, why: 'no answer' }),
    error => ({ stdout: String(error.stdout ?? ''), why: lastWords(error) }),
  );
  const replies = stdout.split('\n').flatMap(parsed);
  return task.settings.map((_, k) => replies[k] ?? { failure: why });
}

/** Libraries print words of their own between the answers. */
function parsed(line: string): Reply[] {
  if (!line.startsWith('{')) return [];
  try {
    return [JSON.parse(line) as Reply];
  } catch {
    return [];
  }
}

function lastWords(error: { killed?: boolean; stderr?: string; message?: string }): string {
  if (error.killed) return `no answer within ${patience / 1000} s`;
  return (error.stderr || error.message || 'no answer').trim().split('\n').slice(-3).join(' ');
}
