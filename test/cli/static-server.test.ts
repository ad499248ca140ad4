// The studio's server: it serves its folder only, under its own name only, says what pages may do, and survives every request.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staticServer } from '../../cli/files/static-server.ts';

const around = mkdtempSync(join(tmpdir(), 'cotangent-server-'));
const folder = join(around, 'site');
const server = staticServer(folder);

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets', 'worker-1.js'), '1');
  writeFileSync(join(folder, 'broken.js.br'), 'this is not compressed');
  writeFileSync(join(folder, 'unreadable.js'), '1');
  chmodSync(join(folder, 'unreadable.js'), 0);
  writeFileSync(join(around, 'secret'), 'secret');
  symlinkSync(join(around, 'secret'), join(folder, 'link'));
  symlinkSync(around, join(folder, 'out'));
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => {
  server.close();
  rmSync(around, { recursive: true, force: true });
});

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

function ask(
  path: string,
  { host, method = 'GET' }: { host?: string; method?: string } = {},
): Promise<Reply> {
  const { port } = server.address() as AddressInfo;
  const headers = { host: host ?? `localhost:${port}` };
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, response => {
      let body = '';
      response.on('data', data => {
        body += data;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });
}

describe("the studio's server", () => {
  it('survives a file that it cannot read', async () => {
    expect((await ask('/broken.js')).status).toBe(500);
    if (process.getuid?.() !== 0) expect((await ask('/unreadable.js')).status).toBe(500);
    expect(await ask('/')).toMatchObject({ status: 200, body: '<!doctype html>' });
  });

  it.each(['/link', '/out/secret', '/../secret', '/%2e%2e/secret', '/assets', '/%00', '/%'])(
    'has no page at %s',
    async path => {
      const { status, body } = await ask(path);
      expect(status).toBe(404);
      expect(body).not.toContain('secret');
    },
  );

  it('answers under the names of this machine only', async () => {
    for (const host of ['localhost', '127.0.0.1:80', '[::1]:4173'])
      expect((await ask('/', { host })).status).toBe(200);
    for (const host of ['evil.example', 'localhost.evil.example:4173', '127.0.0.1.evil.example'])
      expect((await ask('/', { host })).status).toBe(421);
  });

  it('only reads', async () => {
    expect((await ask('/', { method: 'POST' })).status).toBe(405);
    expect(await ask('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  it('says what a page may do; only a worker compiles', async () => {
    const { headers } = await ask('/');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    const policy = headers['content-security-policy'];
    expect(policy).toMatch(
      /script-src 'self' 'wasm-unsafe-eval';.*object-src 'none'; frame-src 'none'; frame-ancestors 'none'/,
    );
    expect(policy).not.toContain("'unsafe-eval'");
    const worker = await ask('/assets/worker-1.js');
    expect(worker.headers['content-security-policy']).toContain("'unsafe-eval'");
    expect((await ask('/missing')).headers['content-security-policy']).toBe(policy);
  });
});
