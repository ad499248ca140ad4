// The worker: a mailbox in front of a session.

import { type Alive, holdLife } from './living.ts';
import type { News, Order } from './protocol.ts';
import { Session } from './session.ts';

declare const self: {
  readonly name: string;
  postMessage(news: News | Alive): void;
  onmessage: ((event: { data: Order }) => void) | null;
};

const session = new Session(
  news => self.postMessage(news),
  () => performance.now(),
);

holdLife(self.name, alive => self.postMessage(alive));

/** A message to oneself comes back at once, but after the orders that wait; a timer would be held back. */
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
