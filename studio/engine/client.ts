// The page's side of the protocol. A worker that dies is replaced by a fresh one, and the page is told.

import type { News, Order } from './protocol.ts';

export interface Engine {
  send(order: Order): void;
  /** Ends the worker and starts another: for work that takes too long. */
  replace(reason: string): void;
  close(): void;
}

export function createEngine(hear: (news: News) => void, onDeath: (reason: string) => void): Engine {
  let worker = start();

  function start(): Worker {
    const made = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    made.onmessage = ({ data }: MessageEvent<News>) => hear(data);
    made.onerror = event => {
      event.preventDefault();
      replace(event.message || 'the engine stopped');
    };
    return made;
  }
  function replace(reason: string): void {
    worker.terminate();
    worker = start();
    onDeath(reason);
  }
  return {
    send: order => worker.postMessage(order),
    replace,
    close: () => worker.terminate(),
  };
}
