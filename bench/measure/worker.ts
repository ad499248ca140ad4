// A question to a forked process, and its answer.

import type { ChildProcess } from 'node:child_process';

/** The next message of the process; an error when it ends instead. */
export function answerOf(child: ChildProcess, request: object | string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const finish = () => child.off('message', listen).off('error', complain).off('exit', report);
    const listen = (answer: unknown) => {
      finish();
      resolve(answer);
    };
    const complain = (error: Error) => {
      finish();
      reject(error);
    };
    const report = (code: number | null) => complain(new Error(`its process ended with code ${code}`));
    child.on('message', listen).on('error', complain).on('exit', report);
    child.send(request);
  });
}
