// Our process of a workload, seen from outside.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Seen } from './conservation.ts';
import type { Broken, OwnTurn, Question, Ready } from './worker.ts';

export interface OwnSide extends Ready {
  readonly pid: number | undefined;
  turn(): Promise<OwnTurn>;
  keep(): Promise<Seen>;
  leave(): void;
}

/** Starts the process and warms it up. Throws what it has to say when it breaks down. */
export async function enter(id: string): Promise<OwnSide> {
  // Arrays of numbers arrive as such.
  const options = { serialization: 'advanced' } as const;
  const child = fork(fileURLToPath(new URL('./worker.js', import.meta.url)), [id], options);
  const leave = () => {
    if (child.connected) child.disconnect();
  };
  try {
    const { parts } = await answerOf<Ready>(child);
    const ask = <T extends object>(question: Question) => {
      const answer = answerOf<T>(child);
      child.send(question);
      return answer;
    };
    return { parts, pid: child.pid, turn: () => ask<OwnTurn>('turn'), keep: () => ask<Seen>('keep'), leave };
  } catch (error) {
    leave();
    throw error;
  }
}

function answerOf<T extends object>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const finish = () => child.off('message', listen).off('error', complain).off('exit', report);
    const listen = (answer: unknown) => {
      finish();
      const given = answer as T | Broken;
      if ('failure' in given) reject(new Error(given.failure));
      else resolve(given);
    };
    const complain = (error: Error) => {
      finish();
      reject(error);
    };
    const report = (code: number | null) => complain(new Error(`its process ended with code ${code}`));
    child.on('message', listen).on('error', complain).on('exit', report);
  });
}
