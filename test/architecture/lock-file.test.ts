// The lock file: complete for every platform, as `npm ci` demands, and without the address of a registry.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './source-files.ts';

interface LockedPackage {
  readonly resolved?: string;
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
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('holds nothing that refuses Node 20', () => {
    const refuses = ({ engines }: LockedPackage) => /^>=2[1-9]/.test(engines?.node ?? '');
    expect(Object.keys(packages).filter(path => refuses(packages[path]))).toEqual([]);
  });
});
