// Compiles the programs of bench/contestants in C and C++ for a run of the benchmark.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../checkout.ts';

/** suites/contestants.yaml, `programs`. */
export interface Recipe {
  readonly compiler: 'gcc' | 'g++';
  readonly sources: readonly string[];
  readonly header: string;
  readonly flags: readonly string[];
  readonly libraries: readonly string[];
  readonly packageConfig?: string;
  readonly version?: boolean;
}

export interface CompiledProgram {
  readonly file: string;
  /** Version and compiler, for the report. */
  readonly build: string;
}

export const contestantFile = (file: string) => join(checkoutRoot(), 'bench', 'contestants', file);

/** The program, compiled once per folder; null where the compiler or the library is missing. */
export async function compiled(
  folder: string,
  name: string,
  recipe: Recipe,
): Promise<CompiledProgram | null> {
  const { compiler, sources } = recipe;
  const options = await optionsOf(recipe);
  if (!options || !(await hasHeader(recipe, options.flags))) return null;
  const file = join(folder, name);
  if (!existsSync(file))
    await promisify(execFile)(compiler, [
      ...['-O3', ...options.flags, '-o', file],
      ...[...sources.map(contestantFile), ...options.libraries],
    ]);
  const version = recipe.version ? [await output(file, ['version'])] : [];
  return { file, build: [...version, await compilerOf(recipe)].join(', ') };
}

/** Flags and libraries, those of pkg-config included; null for a package that it does not know. */
async function optionsOf({ flags, libraries, packageConfig }: Recipe) {
  if (!packageConfig) return { flags, libraries };
  const [include, link] = [
    await output('pkg-config', ['--cflags-only-I', packageConfig]),
    await output('pkg-config', ['--libs', packageConfig]),
  ];
  if (include === null || link === null) return null;
  const split = (text: string) => text.split(/\s+/).filter(Boolean);
  return { flags: [...flags, ...split(include)], libraries: [...libraries, ...split(link)] };
}

async function hasHeader({ compiler, header }: Recipe, flags: readonly string[]): Promise<boolean> {
  const language = compiler === 'gcc' ? 'c' : 'c++';
  const args = [...flags, '-include', header, '-M', '-x', language, '/dev/null'];
  return (await output(compiler, args)) !== null;
}

/** “gcc 12.2.0 -O3”. */
async function compilerOf({ compiler, flags }: Recipe): Promise<string> {
  const tuning = flags.filter(flag => flag.startsWith('-m'));
  return [compiler, await output(compiler, ['-dumpfullversion']), '-O3', ...tuning].join(' ');
}

/** Standard output of a program; null where it fails or is not installed. */
export async function output(program: string, args: readonly string[]): Promise<string | null> {
  try {
    return (await promisify(execFile)(program, args)).stdout.trim();
  } catch {
    return null;
  }
}

// Packages from npm that are contestants. They are no dependencies: `npm run peers` installs them into bench/peers.

export interface InstalledPackage {
  /** The file to import. */
  readonly file: string;
  readonly version: string;
}

/** A package, or one file of it (`lammps.js/wasm`); null where it is not installed. */
export function findPackage(name: string): InstalledPackage | null {
  const folder = join(checkoutRoot(), 'bench', 'peers');
  try {
    const file = createRequire(join(folder, 'package.json')).resolve(name);
    return { file, version: versionOf(file) };
  } catch {
    return null;
  }
}

/** From the package.json above the file: packages need not export it. */
function versionOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      if (version) return String(version);
    } catch {}
  }
  return 'of unknown version';
}
