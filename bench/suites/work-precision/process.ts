// The contestants from outside: each is a process that waits for its turn.

import { fork } from 'node:child_process';
import { answerOf } from '../../measure/worker.ts';
import type { Rung } from './ladder.ts';
import type { Answer, Chosen, Ladder, Request, Task } from './worker.ts';

export interface Contestant {
  climb(omega: number | null): Promise<Ladder>;
  /** The setting that just meets the goal, with its errors; null when none does. */
  settle(goal: number, omega: number | null): Promise<Rung | null>;
  /** Milliseconds of a motion. */
  time(motion: Chosen): Promise<number>;
  leave(): void;
}

/** In a process of the program contestant.ts. */
export function enter(task: Task, program: string): Contestant {
  const child = fork(program, [JSON.stringify(task)]);
  async function ask<K extends string>(
    key: K,
    request: Request,
  ): Promise<Extract<Answer, Record<K, unknown>>> {
    const answer = (await answerOf(child, request)) as Answer;
    if (key in answer) return answer as Extract<Answer, Record<K, unknown>>;
    throw new Error(
      `${task.method}: ${'failure' in answer ? answer.failure : `its process did not answer with its ${key}`}`,
    );
  }
  return {
    climb: omega => ask('rungs', { climb: omega }),
    settle: async (goal, omega) => (await ask('settled', { settle: goal, omega })).settled,
    time: async motion => (await ask('milliseconds', { time: motion })).milliseconds,
    leave() {
      if (child.connected) child.disconnect();
    },
  };
}
