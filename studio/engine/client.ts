// The page's side of the protocol. A worker that dies is replaced by a fresh one, and the page is told.

import { type Alive, livingOf } from './living.ts';
import type { News, Order } from './protocol.ts';

export interface Engine {
  send(order: Order): void;
  /** Ends the worker and starts another: for work that takes too long. */
  replace(reason: string): void;
  close(): void;
}

/** Workers that may die one after the other without a word before it is given up. */
const mostStillborn = 3;

export function createEngine(hear: (news: News) => void, onDeath: (reason: string) => void): Engine {
  let stillborn = 0;
  let worker = start();

  function start(): Worker {
    const made = new Worker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
      name: `engine ${Math.random()}`,
    });
    made.onmessage = ({ data }: MessageEvent<News | Alive>) => {
      stillborn = 0;
      if (data.kind !== 'alive') hear(data);
      else void livingOf(data.life).then(() => made === worker && replace('its worker ended'));
    };
    made.onerror = event => {
      event.preventDefault();
      if (made === worker) replace(event.message || 'its worker could not be read');
    };
    return made;
  }
  function replace(reason: string): void {
    worker.terminate();
    stillborn += 1;
    if (stillborn <= mostStillborn) worker = start();
    onDeath(stillborn <= mostStillborn ? reason : `${reason}, again and again; reload the page`);
  }
  return {
    send: order => worker.postMessage(order),
    replace,
    close: () => worker.terminate(),
  };
}
