// Worker processes: a method or program runs in a process of its own, so that no other has shaped its compiled code.
//   worker:  serve(operations)
//   parent:  const worker = startWorker<typeof operations>(program, args);  await worker.request('time', argument)
// A worker answers requests in order; an error in an operation rejects its request and the worker goes on.

import { type ForkOptions, fork } from 'node:child_process';

export type Operations = Readonly<Record<string, (argument: never) => unknown>>;

interface Request {
  readonly operation: string;
  readonly argument: unknown;
}

type Reply = { readonly value: unknown } | { readonly failure: string };

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function serve(operations: Operations): void {
  process.on('message', ({ operation, argument }: Request) => {
    let reply: Reply;
    try {
      reply = { value: operations[operation](argument as never) };
    } catch (error) {
      reply = { failure: messageOf(error) };
    }
    process.send?.(reply);
  });
}

export interface Worker<O extends Operations> {
  readonly pid: number | undefined;
  request<K extends keyof O & string>(operation: K, ...argument: Parameters<O[K]>): Promise<ReturnType<O[K]>>;
  stop(): void;
}

export function startWorker<O extends Operations>(
  program: string,
  args: readonly string[],
  options: ForkOptions = {},
): Worker<O> {
  // Typed arrays arrive as such.
  const child = fork(program, args, { serialization: 'advanced', ...options });
  const send = (request: Request) =>
    new Promise<unknown>((resolve, reject) => {
      const settle = (finish: () => void) => {
        child.off('message', onMessage).off('error', onError).off('exit', onExit);
        finish();
      };
      const onMessage = (reply: unknown) => settle(() => resolve(reply));
      const onError = (error: Error) => settle(() => reject(error));
      const onExit = (code: number | null) =>
        onError(new Error(`the worker process exited with code ${code}`));
      child.on('message', onMessage).on('error', onError).on('exit', onExit);
      child.send(request);
    });
  return {
    pid: child.pid,
    async request(operation, ...[argument]) {
      const reply = (await send({ operation, argument })) as Reply;
      if ('failure' in reply) throw new Error(reply.failure);
      return reply.value as never;
    },
    stop: () => void child.kill(),
  };
}
