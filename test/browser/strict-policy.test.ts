// A page whose Content-Security-Policy forbids generated code: the library runs, with interpreted formulas and the same bits.

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { simulate } from '../../src/run/simulate.ts';
import { openBrowser, patience, serve } from './chromium.ts';

const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const pendulum = readFileSync('cases/double-pendulum.yaml', 'utf8');
const waters = readFileSync('cases/water-7.yaml', 'utf8');
const tasks = [
  [pendulum, { method: 'rattle', solver: 'newton', step: 0.01, until: 1 }],
  [waters, { method: 'rattle', step: 0.02, until: 1 }],
] as const;

const program = `
import { createMethod, load, simulate } from '/cotangent.js';
const ends = ${JSON.stringify(tasks)}.map(([text, options]) => simulate(load(text), options).state);
const parts = createMethod(load(${JSON.stringify(pendulum)}), 'rattle').parts;
document.body.textContent = JSON.stringify({ parts, ends: ends.map(({ q, p }) => [...q, ...p]) });`;

const script = (body: string) => ({ type: 'text/javascript', body });
const files = new Map([
  [
    '/',
    {
      type: 'text/html',
      body: '<!doctype html><title>strict</title><body><script type="module" src="/program.js"></script>',
    },
  ],
  ['/program.js', script(program)],
  ['/cotangent.js', script(readFileSync('dist/cotangent.js', 'utf8'))],
]);

let browser: Browser;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  [server, browser] = [await serve(files, { 'content-security-policy': policy }), await openBrowser()];
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

it('runs formulas and molecules under a strict policy as Node does', async () => {
  const tab = await browser.newPage();
  await tab.goto(server.address, { timeout: patience });
  const body = tab.locator('body', { hasText: 'parts' });
  await body.waitFor({ timeout: patience });
  const { parts, ends } = JSON.parse((await body.textContent()) ?? '') as {
    parts: string[];
    ends: number[][];
  };
  await tab.close();
  expect(parts.join()).toContain('interpreted formulas: this page or process forbids generated code');
  const [pendulumHere, watersHere] = tasks.map(([text, options]) => {
    const { q, p } = simulate(load(text), options).state;
    return [...q, ...p];
  });
  expect(ends[0]).toEqual(pendulumHere);
  // Its start is made with sines, which differ between engines in the last bit.
  const difference = Math.max(...watersHere.map((value, i) => Math.abs(value - ends[1][i])));
  expect(difference).toBeLessThan(1e-9);
});
