// Sends a task to a contestant and yields its replies. Every request starts a new process, so that no earlier task has
// shaped its compiled code.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pinned } from '../measure/processor.ts';
import type { Entrant } from './contestant.ts';
import type { Reply, Task } from './task.ts';

const singleThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
const timeoutMilliseconds = 90_000;

/** One reply for each setting, timed on one processor. */
export const request = (entrant: Entrant, task: Task) =>
  collected(replies([...pinned, ...entrant.command(task)], task));

/** The same on any processor: for tasks that are not timed. */
export const requestUnpinned = (entrant: Entrant, task: Task) =>
  collected(replies(entrant.command(task), task));

async function collected(replies: AsyncGenerator<Reply>): Promise<Reply[]> {
  const all: Reply[] = [];
  for await (const reply of replies) all.push(reply);
  return all;
}

/**
 * One reply for each setting, as they arrive. The process is killed after the last, since some take a second to exit, and
 * when the consumer leaves the loop. If it dies, all settings without a reply have failed.
 */
export async function* replies([program, ...args]: readonly string[], task: Task): AsyncGenerator<Reply> {
  const child = spawn(program, args, {
    env: { ...process.env, ...singleThread },
    timeout: timeoutMilliseconds,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', data => {
    errors = `${errors}${data}`.slice(-1000);
  });
  const ended = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message));
    child.on('close', (_, signal) =>
      resolve(signal === 'SIGTERM' ? `no answer within ${timeoutMilliseconds / 1000} s` : lastLines(errors)),
    );
  });
  let count = 0;
  try {
    for await (const line of createInterface(child.stdout))
      for (const reply of parsed(line)) {
        count++;
        yield reply;
        if (count === task.settings.length) return;
      }
    const failure = await ended;
    for (; count < task.settings.length; count++) yield { failure };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** Libraries print lines of their own between the replies. */
function parsed(line: string): Reply[] {
  if (!line.startsWith('{')) return [];
  try {
    return [JSON.parse(line) as Reply];
  } catch {
    return [];
  }
}

const lastLines = (text: string) => (text.trim() || 'no answer').split('\n').slice(-3).join(' ');
