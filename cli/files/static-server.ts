// Serves a folder of files on this machine, and nothing outside of it. A file may lie there compressed, as NAME.br.

import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

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

export function staticServer(folder: string): Server {
  return createServer((request, response) => {
    const file = fileFor(folder, request.url ?? '/');
    if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405).end();
    else if (!file) response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.');
    else {
      const name = file.replace(/\.br$/, '');
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' });
      response.end(request.method === 'HEAD' ? undefined : contents(file));
    }
  });
}

const contents = (file: string) =>
  file.endsWith('.br') ? brotliDecompressSync(readFileSync(file)) : readFileSync(file);

/** null when the address leads to no file inside the folder. */
function fileFor(folder: string, address: string): string | null {
  try {
    const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
    const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
    if (!file.startsWith(folder + sep)) return null;
    return [file, `${file}.br`].find(isFile) ?? null;
  } catch {
    return null;
  }
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
