// Thread pool for entries; results are returned in the order of the request.

import { Worker } from 'node:worker_threads';
import type { Entry, Lab } from '../../papers/entry.ts';
import { failedEntry, type Reproduced } from './result.ts';
import type { Message, Order } from './worker.ts';

export interface Watcher {
  /** Shares from 0 to 1 of each entry that is being run or was. */
  onProgress(done: number, total: number, running: readonly string[]): void;
  onResult(result: Reproduced): void;
}

export async function runAll(
  entries: readonly Entry[],
  effort: Lab['effort'],
  threads: number,
  watcher: Watcher,
): Promise<Reproduced[]> {
  const shares = new Map<string, number>();
  const results = new Map<string, Reproduced>();
  const waiting = [...entries];
  const report = () => {
    const done = entries.reduce((sum, { id }) => sum + (results.has(id) ? 1 : (shares.get(id) ?? 0)), 0);
    watcher.onProgress(
      done,
      entries.length,
      [...shares.keys()].filter(id => !results.has(id)),
    );
  };
  async function thread(): Promise<void> {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const { id } = entry;
      shares.set(id, 0);
      const result = await runOne(entry, effort, share => {
        shares.set(id, share);
        report();
      });
      results.set(id, result);
      watcher.onResult(result);
      report();
    }
  }
  await Promise.all(Array.from({ length: Math.min(threads, entries.length) }, thread));
  return entries.flatMap(({ id }) => results.get(id) ?? []);
}

/** One thread per entry, so that neither its global state nor a crash affects the others. */
function runOne(entry: Entry, effort: Lab['effort'], onShare: (share: number) => void): Promise<Reproduced> {
  const start = performance.now();
  const worker = new Worker(new URL('./worker.js', import.meta.url));
  return new Promise(resolve => {
    const finish = (result: Reproduced) => {
      void worker.terminate();
      resolve(result);
    };
    const fail = (reason: string) => finish(failedEntry(entry, reason, (performance.now() - start) / 1000));
    worker.on('message', (message: Message) => {
      if (message.kind === 'result') finish(message.result);
      else onShare(message.share);
    });
    worker.on('error', error => fail(error.message));
    worker.on('exit', code => fail(`the thread ended with code ${code}`));
    const order: Order = { id: entry.id, effort };
    worker.postMessage(order);
  });
}
