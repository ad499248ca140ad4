// The lock file: complete for every platform, as `npm ci` demands, and without the address of a registry.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './source-files.ts';

interface LockedPackage {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly engines?: { readonly node?: string };
}

const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8');
const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };

describe('package-lock.json', () => {
  it('has an entry for every optional package', () => {
    const script = join(root, 'scripts', 'complete-lock.mjs');
    expect(() => execFileSync(process.execPath, [script, '--check'])).not.toThrow();
  });

  it('names no address to download from', () => {
    // The folder test/ is a package of the checkout: its entry is a link to it.
    const addresses = Object.values(packages).flatMap(({ resolved, link }) => (link ? [] : [resolved]));
    expect(addresses.filter(address => address !== undefined)).toEqual([]);
    const links = Object.values(packages).filter(({ link }) => link);
    expect(links.map(({ resolved }) => resolved)).toEqual(['test']);
  });

  it('holds nothing that refuses Node 20', () => {
    const refuses = ({ engines }: LockedPackage) => /^>=2[1-9]/.test(engines?.node ?? '');
    expect(Object.keys(packages).filter(path => refuses(packages[path]))).toEqual([]);
  });
});
