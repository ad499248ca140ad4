// Counts the instructions that a program in JavaScript executes, compiled code included, with valgrind's callgrind.
// Slow, but independent of the load of the machine. The program separates the counts by calls of process.cpuUsage().

import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** “3.19.0”, or null where it is not installed. */
export function valgrindVersion(): string | null {
  try {
    return execFileSync('valgrind', ['--version'], { encoding: 'utf8' }).trim().replace('valgrind-', '');
  } catch {
    return null;
  }
}

const counting = [
  '--quiet',
  '--tool=callgrind',
  // V8 writes code where other code was.
  '--smc-check=all-non-file',
  '--combine-dumps=yes',
  '--dump-before=uv_getrusage',
];

/** One thread, fixed seeds, and code for any processor since 2009, so that counts agree between machines. */
const deterministic = [
  '--single-threaded',
  '--predictable',
  '--predictable-gc-schedule',
  ...['avx', 'avx2', 'fma3', 'bmi1', 'bmi2', 'lzcnt'].map(feature => `--no-enable-${feature}`),
];

/**
 * Hot code is compiled after some ten calls instead of some thousand, but not before the program sets “--opt”;
 * WebAssembly at once by the optimising compiler.
 */
const optimisedSoon = [
  '--no-opt',
  '--interrupt-budget=3000',
  '--minimum-invocations-after-ic-update=20',
  '--no-liftoff',
];

/** Instructions before the first mark, between marks, and after the last one. */
export async function instructionsBetweenMarks(
  program: readonly string[],
  folder: string,
): Promise<readonly number[]> {
  const file = join(folder, 'callgrind.out');
  const node = [process.execPath, ...deterministic, ...optimisedSoon];
  // NODE_OPTIONS and the like would be counted, too.
  const env = { PATH: process.env.PATH };
  await promisify(execFile)('valgrind', [...counting, `--callgrind-out-file=${file}`, ...node, ...program], {
    env,
    maxBuffer: 2 ** 26,
  });
  return totals(readFileSync(file, 'utf8'));
}

/** The totals of all parts of a file in the format of callgrind. */
export function totals(dump: string): number[] {
  if (!/^events: Ir$/m.test(dump)) throw new Error('callgrind did not count instructions (“events: Ir”)');
  return [...dump.matchAll(/^totals: (\d+)$/gm)].map(([, sum]) => Number(sum));
}
