// Our process of a workload, seen from outside.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Broken, OwnTurn, Ready } from './ours.ts';

export interface OwnSide extends Ready {
  turn(): Promise<OwnTurn>;
  leave(): void;
}

/** Starts the process and warms it up. Throws what it has to say when it breaks down. */
export async function enter(id: string): Promise<OwnSide> {
  const child = fork(fileURLToPath(new URL('./ours.js', import.meta.url)), [id]);
  const leave = () => {
    if (child.connected) child.disconnect();
  };
  try {
    const { parts } = await answerOf<Ready>(child);
    const turn = () => {
      const answer = answerOf<OwnTurn>(child);
      child.send('turn');
      return answer;
    };
    return { parts, turn, leave };
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
