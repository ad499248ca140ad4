// The engine in a worker of a real browser: the same bits as in Node, kernels included.

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { type Advanced, advanceCase, type Order } from './advance-case.ts';
import { openBrowser, patience, serve } from './chromium.ts';

const page = `<!doctype html><title>engine</title><script type="module">
window.advanceCase = order => new Promise(resolve => {
  const worker = new Worker('/engine-worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = event => resolve({ error: event.message });
  worker.postMessage(order);
});
</script>`;

let browser: Browser;
let server: Awaited<ReturnType<typeof serve>>;

async function bundledWorker(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: 'test/browser/engine-worker.ts', formats: ['es'] } },
  });
  const [{ output: chunks }] = output as Rolldown.RolldownOutput[];
  return chunks[0].code;
}

beforeAll(async () => {
  const files = new Map([
    ['/', { type: 'text/html', body: page }],
    ['/engine-worker.js', { type: 'text/javascript', body: await bundledWorker() }],
  ]);
  [server, browser] = [await serve(files), await openBrowser()];
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

const text = (name: string) => readFileSync(`cases/${name}.yaml`, 'utf8');
const liquid =
  'particles: { molecules: { tip3p: 64 }, density: 1, temperature: 300*K, forces: { coulomb: { cutoff: 6 }, lennard-jones: { cutoff: 6 } } }';

it.each([
  ['a double pendulum', text('double-pendulum'), 'rattle-4', 0.01, 100],
  ['a cluster of waters, in WebAssembly', text('water-7'), 'rattle', 0.02, 200],
  ['liquid water, in WebAssembly', liquid, 'rattle', 0.02, 50],
  ['argon, in WebAssembly', text('argon-box'), 'verlet', 0.05, 50],
])('moves %s as Node does, bit by bit', async (_, problem, method, h, steps) => {
  const tab = await browser.newPage();
  await tab.goto(server.address, { timeout: patience });
  const order: Order = { text: problem, method, h, steps, start: [...load(problem).initial] };
  const there: Advanced & { error?: string } = await tab.evaluate(
    given =>
      (globalThis as unknown as { advanceCase(o: typeof given): Promise<Advanced> }).advanceCase(given),
    order,
  );
  await tab.close();
  expect(there.error).toBeUndefined();
  expect(there).toEqual(advanceCase(order));
});
