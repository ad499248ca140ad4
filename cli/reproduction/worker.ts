// Worker thread: receives the id of an entry, sends progress and then the result.

import { parentPort } from 'node:worker_threads';
import type { Lab } from '../../papers/entry.ts';
import { entries } from './entries.ts';
import { createLab } from './lab.ts';
import { failedEntry, type Reproduced, reproduced } from './result.ts';

export interface Order {
  readonly id: string;
  readonly effort: Lab['effort'];
}

export type Message =
  | { readonly kind: 'progress'; readonly id: string; readonly share: number }
  | { readonly kind: 'result'; readonly result: Reproduced };

parentPort?.on('message', ({ id, effort }: Order) => {
  const result = runEntry(id, effort, share => send({ kind: 'progress', id, share }));
  send({ kind: 'result', result });
});

function send(message: Message): void {
  parentPort?.postMessage(message);
}

function runEntry(id: string, effort: Lab['effort'], progress: Lab['progress']): Reproduced {
  const entry = entries.find(candidate => candidate.id === id);
  if (!entry) throw new Error(`there is no entry “${id}”`);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  try {
    const findings = entry.run(createLab(effort, progress));
    return reproduced(entry, findings, seconds());
  } catch (error) {
    return failedEntry(entry, error instanceof Error ? error.message : String(error), seconds());
  }
}
