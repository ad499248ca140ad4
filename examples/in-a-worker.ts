// In a worker: the run goes on beside the main thread, which receives rows as they come.

import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { load, simulate } from 'cotangent';

const text = `
coordinates: [x, y]
mass: 1
potential: y
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1 }
`;

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  let rows = 0;
  worker.on('message', message => {
    if (message.ending === undefined) rows += 1;
    else console.log('ending:', message.ending, 'after', rows, 'rows');
  });
} else {
  const onRow = (z: Float64Array, time: number) => parentPort?.postMessage({ time, state: z.slice() });
  const { ending } = simulate(load(text), { step: 0.01, until: 1, every: 10, onRow });
  parentPort?.postMessage({ ending });
}
