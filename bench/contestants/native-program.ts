// Programs of this folder in C and C++, compiled for this run.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../checkout.ts';

export interface Recipe {
  /** Of the program. */
  readonly name: string;
  readonly compiler: 'gcc' | 'g++';
  /** Files of native/, or from there. */
  readonly sources: readonly string[];
  /** Without it the program is not compiled: something is not installed. */
  readonly header: string;
  readonly flags: readonly string[];
  readonly libraries: readonly string[];
}

export const nativeFile = (file: string) => join(checkoutRoot(), 'bench', 'contestants', file);

/** The program, or null where the compiler or the library is missing. Contestants may share it, so it is compiled once. */
export async function compiled(folder: string, recipe: Recipe): Promise<string | null> {
  const { name, compiler, sources, flags, libraries } = recipe;
  const program = join(folder, name);
  if (existsSync(program)) return program;
  if (!(await hasHeader(recipe))) return null;
  await promisify(execFile)(compiler, [
    ...['-O3', ...flags, '-o', program],
    ...[...sources.map(nativeFile), ...libraries],
  ]);
  return program;
}

async function hasHeader({ compiler, header, flags }: Recipe): Promise<boolean> {
  const language = compiler === 'gcc' ? 'c' : 'c++';
  const alone = ['-include', header, '-M', '-x', language, '/dev/null'];
  return (await output(compiler, [...flags, ...alone])) !== null;
}

/** What a program prints; null where it fails or is not there. */
export async function output(program: string, args: readonly string[]): Promise<string | null> {
  try {
    return (await promisify(execFile)(program, args)).stdout.trim();
  } catch {
    return null;
  }
}

/** “gcc 12.2.0 -O3”. */
export async function compilerOf({ compiler, flags }: Recipe): Promise<string> {
  const tuning = flags.filter(flag => flag.startsWith('-m'));
  return [compiler, await output(compiler, ['-dumpfullversion']), '-O3', ...tuning].join(' ');
}
