// Runs in a worker of the browser: the engine as a page would use it.

import { advanceCase, type Order } from './advance-case.ts';

declare const self: {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: Order }) => void) | null;
};

self.onmessage = ({ data }) => {
  try {
    self.postMessage(advanceCase(data));
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
