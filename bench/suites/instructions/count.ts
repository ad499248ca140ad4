// Counts all workloads in one process under valgrind.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thisMachine, today } from '../../machine.ts';
import { isCheckout, oneFileOf } from '../../one-file.ts';
import type { Conditions, InstructionReport } from './baseline.ts';
import { instructionsBetweenMarks, valgrindVersion } from './valgrind.ts';
import { type CountedWorkload, countedWorkloads } from './workloads.ts';

/** The least of them counts: a collection of garbage may fall into one, or an optimisation that came late. */
const blocks = 3;

/** Why nothing can be counted here; null when it can. */
export function whyNotCounted(): string | null {
  if (!isCheckout()) return 'instructions can be counted in a checkout of the repository only';
  return valgrindVersion() === null
    ? 'valgrind, which counts the instructions, is not installed: apt-get install valgrind'
    : null;
}

export const conditionsHere = (): Conditions => ({
  architecture: process.arch,
  v8: process.versions.v8,
  valgrind: valgrindVersion() ?? 'missing',
});

export async function countInstructions(): Promise<InstructionReport> {
  const obstacle = whyNotCounted();
  if (obstacle) throw new Error(obstacle);
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-count-'));
  try {
    const workloads = countedWorkloads();
    const file = join(folder, 'workloads.json');
    writeFileSync(file, JSON.stringify(workloads));
    const program = [await oneFileOf('suites/instructions/program.ts', folder), file, String(blocks)];
    const parts = await instructionsBetweenMarks(program, folder);
    return {
      date: today(),
      machine: thisMachine(),
      conditions: conditionsHere(),
      instructions: instructionsPerStep(parts, workloads, blocks),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each workload marks the end of its warm-up, then the end of each block. */
export function instructionsPerStep(
  parts: readonly number[],
  workloads: readonly Pick<CountedWorkload, 'name' | 'steps'>[],
  blocks: number,
): Record<string, number> {
  const marks = (blocks + 1) * workloads.length;
  if (parts.length !== marks + 1)
    throw new Error(`${marks} marks were made, but callgrind saw ${parts.length - 1} calls of uv_getrusage`);
  const least = (k: number) => {
    const first = (blocks + 1) * k + 1;
    return Math.min(...parts.slice(first, first + blocks));
  };
  return Object.fromEntries(
    workloads.map(({ name, steps }, k) => [name, Math.round((10 * least(k)) / steps) / 10]),
  );
}
