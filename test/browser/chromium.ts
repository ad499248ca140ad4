// A real browser for tests: Chromium where Debian, or the variable CHROMIUM, has it.

import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Milliseconds before something is taken to hang: on a busy machine a page may have to wait long for its turn. */
export const patience = 120_000;

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? places.find(existsSync);
  if (!executablePath)
    throw new Error('these tests need Chromium: apt-get install chromium, or set CHROMIUM');
  return chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: patience });
}

export interface Served {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** Serves what is in the table on this machine, with further headers; returns the address and how to stop. */
export async function serve(
  files: ReadonlyMap<string, Served>,
  headers: Readonly<Record<string, string>> = {},
) {
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain', ...headers });
    response.end(file?.body ?? 'not here');
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}
