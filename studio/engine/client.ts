// The page's side of the protocol. A worker that ends unexpectedly is replaced by a new one, and the page is notified.

import type { CreateEngine, EngineEvent } from './protocol.ts';
import { type Liveness, waitUntilReleased } from './worker-liveness.ts';

/** Consecutive workers that end before they send a message, until no more are started. */
const maxFailedStarts = 3;

export const createEngine: CreateEngine = (onEvent, onReplaced) => {
  let failedStarts = 0;
  let worker = start();

  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
      name: `engine ${Math.random()}`,
    });
    started.onmessage = ({ data }: MessageEvent<EngineEvent | Liveness>) => {
      failedStarts = 0;
      if (data.kind !== 'alive') onEvent(data);
      else void waitUntilReleased(data.lock).then(() => started === worker && replace('its worker ended'));
    };
    started.onerror = event => {
      event.preventDefault();
      if (started === worker) replace(event.message || 'its worker could not be read');
    };
    return started;
  }
  function replace(reason: string): void {
    worker.terminate();
    failedStarts += 1;
    if (failedStarts <= maxFailedStarts) worker = start();
    onReplaced(failedStarts <= maxFailedStarts ? reason : `${reason}, again and again; reload the page`);
  }
  return {
    send: command => worker.postMessage(command),
    replace,
    close: () => worker.terminate(),
  };
};
