// The same steps in plain C, compiled for this run by gcc -O3: for any x86-64 (the bar) and for this very machine.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '../../checkout.ts';
import type { Workload } from './workloads.ts';

export interface CPrograms {
  readonly compiler: string;
  /** Folder of the programs; the caller removes it. */
  readonly folder: string;
  readonly plain: string;
  readonly native: string;
}

/** What c/main.c prints. */
export interface CResult {
  /** Per step. */
  readonly nanoseconds: number;
  readonly iterations: number;
  readonly energyError: number;
  readonly constraint: number;
  readonly hidden: number;
  readonly q: readonly number[];
  readonly p: readonly number[];
}

/** The programs, or null where there is no gcc. */
export function compileC(): CPrograms | null {
  const compiler = gccVersion();
  if (!compiler) return null;
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-bench-'));
  const compile = (name: string, flags: readonly string[]) => {
    const program = join(folder, name);
    execFileSync('gcc', ['-O3', ...flags, '-std=gnu11', '-o', program, ...sources(), '-lm']);
    return program;
  };
  return { compiler, folder, plain: compile('plain', []), native: compile('native', ['-march=native']) };
}

export function runC(program: string, { system, links, h, steps }: Workload, milliseconds: number): CResult {
  const given = [system, links, h, steps, milliseconds].map(String);
  return JSON.parse(execFileSync(program, given, { encoding: 'utf8', maxBuffer: 2 ** 26 })) as CResult;
}

function gccVersion(): string | null {
  try {
    return `gcc ${execFileSync('gcc', ['-dumpfullversion'], { encoding: 'utf8' }).trim()}`;
  } catch {
    return null;
  }
}

function sources(): string[] {
  const folder = join(checkoutRoot(), 'bench', 'contestants', 'c');
  return readdirSync(folder)
    .filter(name => name.endsWith('.c') && name !== 'rattle.c')
    .map(name => join(folder, name));
}
