// The worker's entry: registers methods of one's own, passes commands to a session and its events to the page.

import { defineMethod } from '../../src/methods/define-method.ts';
import { ownMethods } from './own-methods.ts';
import type { Command, EngineEvent } from './protocol.ts';
import { Session } from './session.ts';
import { holdLock, type Liveness } from './worker-liveness.ts';

declare const self: {
  readonly name: string;
  postMessage(event: EngineEvent | Liveness): void;
  onmessage: ((message: { data: Command }) => void) | null;
};

for (const definition of ownMethods) defineMethod(definition);

const session = new Session(
  event => self.postMessage(event),
  () => performance.now(),
);

holdLock(self.name, liveness => self.postMessage(liveness));

/** A message to itself arrives at once, but after commands that wait; browsers delay timers. */
const { port1, port2 } = new MessageChannel();
let isTicking = false;

function tick(): void {
  isTicking = session.tick();
  if (isTicking) port2.postMessage(null);
}
port1.onmessage = tick;

self.onmessage = ({ data }) => {
  session.handle(data);
  if (!isTicking) tick();
};
