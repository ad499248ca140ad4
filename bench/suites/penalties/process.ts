// The contestants of a workload from outside: each is a process that waits for its turn.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { answerOf } from '../../measure/worker.ts';
import type { Answer, Prepared, Request, Task } from './worker.ts';

export interface Contestant {
  readonly prepared: Prepared;
  /** Nanoseconds per step of one turn. */
  turn(): Promise<number>;
  /** Solves per step, or null where they cannot be counted. */
  iterations(): Promise<number | null>;
  leave(): void;
}

/** Starts the process and warms it up. Throws what it has to say when it breaks down. */
export async function enter(task: Task): Promise<Contestant> {
  const program = fileURLToPath(new URL('./worker.js', import.meta.url));
  const child = fork(program, [JSON.stringify(task)]);
  const leave = () => {
    if (child.connected) child.disconnect();
  };
  const ask = async (request: Request) => (await answerOf(child, request)) as Answer;
  try {
    const { prepared } = expected('prepared', await ask('prepare'));
    return {
      prepared,
      turn: async () => expected('nanoseconds', await ask('turn')).nanoseconds,
      iterations: async () => expected('iterations', await ask('count')).iterations,
      leave,
    };
  } catch (error) {
    leave();
    throw error;
  }
}

type Answered<K extends string> = Extract<Answer, Record<K, unknown>>;

function expected<K extends string>(key: K, answer: Answer): Answered<K> {
  if (key in answer) return answer as Answered<K>;
  throw new Error('failure' in answer ? answer.failure : `its process did not answer with its ${key}`);
}
