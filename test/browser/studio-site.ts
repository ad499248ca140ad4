// The studio as a visitor gets it: built once into a folder of its own, and served on this machine.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { staticServer } from '../../cli/files/static-server.ts';

export interface Site {
  readonly address: string;
  /** Bytes of a file of the site when it is sent compressed. */
  compressed(path: string): number;
  close(): void;
}

export async function studioSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-studio-'));
  await build({
    configFile: 'vite.config.ts',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false },
  });
  const server = staticServer(folder);
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    compressed: path => gzipSync(readFileSync(join(folder, path))).length,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
