// Gives a task to a program and reads its answers as they come. Every question starts a new process, on one processor
// where the system can hold it there, so that all programs begin alike.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pinned } from '../measure/processor.ts';
import type { Prepared } from './contestant.ts';
import type { Reply, Task } from './task.ts';

const oneThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
/** Milliseconds after which a program is taken to hang. */
const patience = 90_000;

/** One reply for each setting. */
export const ask = (prepared: Prepared, task: Task) =>
  collected(replies([...pinned, ...prepared.command(task)], task));

/** The same on whatever processor is free: for what is not timed. */
export const askAnywhere = (prepared: Prepared, task: Task) =>
  collected(replies(prepared.command(task), task));

async function collected(replies: AsyncGenerator<Reply>): Promise<Reply[]> {
  const all: Reply[] = [];
  for await (const reply of replies) all.push(reply);
  return all;
}

/**
 * One reply for each setting, as they come. The program is ended with the last, for some take a second to leave; who has heard
 * enough ends it by leaving the loop. A program that dies fails in all that it has not answered.
 */
export async function* replies([program, ...args]: readonly string[], task: Task): AsyncGenerator<Reply> {
  const child = spawn(program, args, {
    env: { ...process.env, ...oneThread },
    timeout: patience,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', data => {
    words = `${words}${data}`.slice(-1000);
  });
  const ended = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message));
    child.on('close', (_, signal) =>
      resolve(signal === 'SIGTERM' ? `no answer within ${patience / 1000} s` : lastWords(words)),
    );
  });
  let answered = 0;
  try {
    for await (const line of createInterface(child.stdout))
      for (const reply of parsed(line)) {
        answered++;
        yield reply;
        if (answered === task.settings.length) return;
      }
    const failure = await ended;
    for (; answered < task.settings.length; answered++) yield { failure };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
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

const lastWords = (text: string) => (text.trim() || 'no answer').split('\n').slice(-3).join(' ');
