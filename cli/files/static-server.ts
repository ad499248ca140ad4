// Serves a folder of files on this machine, and nothing outside of it: links that lead out are not followed, requests under a
// foreign host name (DNS rebinding) are refused, and a file that cannot be read is an answer, not the end of the server.
// A file may lie there compressed, as NAME.br.

import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Everything from this server alone; no frames, no plug-ins, no forms. Styles are also set by the editor and by KaTeX. */
const pagePolicy = {
  'default-src': "'self'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'font-src': "'self' data:",
  'object-src': "'none'",
  'frame-src': "'none'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
} as const;

/** A worker has the policy of its own file. The engine compiles formulas there, so only workers may (decision 0034). */
const workerPolicy = { ...pagePolicy, 'script-src': "'self' 'wasm-unsafe-eval' 'unsafe-eval'" } as const;

const policyText = (policy: Readonly<Record<string, string>>) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

const isWorker = (name: string) => /(^|\/)worker[^/]*\.js$/.test(name);

function headersFor(name: string): Record<string, string> {
  return {
    'content-security-policy': policyText(isWorker(name) ? workerPolicy : pagePolicy),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
}

export function staticServer(folder: string): Server {
  return createServer((request, response) => {
    answer(folder, request, response).catch(() => respond(response, 500, 'This file cannot be read.'));
  });
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isThisMachine(request.headers.host)) {
    respond(response, 421, 'The studio answers on this machine only: open http://localhost with its port.');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    respond(response, 405, 'Only GET and HEAD are answered.');
    return;
  }
  const file = await fileFor(folder, request.url ?? '/');
  if (!file) {
    respond(response, 404, 'There is no such page.');
    return;
  }
  const name = file.replace(/\.br$/, '');
  const body = await contents(file);
  const type = types[extname(name)] ?? 'application/octet-stream';
  response.writeHead(200, { ...headersFor(name), 'content-type': type });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function respond(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { ...headersFor(''), 'content-type': 'text/plain' }).end(text);
}

/** The names of this machine for itself, with any port. */
const isThisMachine = (host: string | undefined): boolean =>
  host !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host);

const decompress = promisify(brotliDecompress);

async function contents(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  return file.endsWith('.br') ? decompress(bytes) : bytes;
}

/** null when the address leads to no file inside the folder. */
async function fileFor(folder: string, address: string): Promise<string | null> {
  const path = pathOf(address);
  if (path === null) return null;
  const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  const root = await realpath(folder);
  for (const candidate of [file, `${file}.br`]) {
    // The path without links: one that leads out of the folder is no file of the site.
    const real = await realpath(candidate).catch(() => null);
    if (real?.startsWith(root + sep) && (await stat(real)).isFile()) return real;
  }
  return null;
}

function pathOf(address: string): string | null {
  try {
    const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}
