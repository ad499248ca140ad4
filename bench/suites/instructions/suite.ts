// Suite `instructions`: counts all workloads in one process under valgrind, and compares with the recorded counts.

import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isCheckout, oneFileOf, storedResult } from '../../checkout.ts';
import {
  type ProblemSource,
  type ProblemSpec,
  problemSource,
  type StepSize,
  stepSize,
} from '../../measure/problem.ts';
import { formatReport, readDefinition, thisMachine, today, withFolder } from '../../suite.ts';
import type { CountedWorkload } from './program.ts';

interface Definition {
  readonly blocks: number;
  readonly flags: { readonly callgrind: readonly string[]; readonly node: readonly string[] };
  readonly workloads: readonly (Omit<CountedWorkload, 'h' | keyof ProblemSource> & StepSize & ProblemSpec)[];
}

const definition = () => readDefinition<Definition>('instructions');

/** Why nothing can be counted here; null when it can. */
export function whyNotCounted(): string | null {
  if (!isCheckout()) return 'instructions can be counted in a checkout of the repository only';
  return valgrindVersion() === null
    ? 'valgrind, which counts the instructions, is not installed: apt-get install valgrind'
    : null;
}

/** Conditions that the counts depend on. */
export const conditionsHere = () => ({
  architecture: process.arch as string,
  v8: process.versions.v8,
  valgrind: valgrindVersion() ?? 'missing',
});
type Conditions = ReturnType<typeof conditionsHere>;

/** Everything that the counted process needs, as data. */
const countedWorkloads = () =>
  definition().workloads.map((workload): CountedWorkload => {
    const { name, method, steps, call, warmUp } = workload;
    return { ...problemSource(workload), ...{ name, method, h: stepSize(workload), steps, call, warmUp } };
  });

/** Instructions per step, by workload. */
export function countInstructions() {
  const obstacle = whyNotCounted();
  if (obstacle) throw new Error(obstacle);
  return withFolder(async folder => {
    const { blocks } = definition();
    const workloads = countedWorkloads();
    const file = join(folder, 'workloads.json');
    writeFileSync(file, JSON.stringify(workloads));
    const program = [await oneFileOf('suites/instructions/program.ts', folder), file, String(blocks)];
    const instructions = instructionsPerStep(
      await instructionsBetweenMarks(program, folder),
      workloads,
      blocks,
    );
    return { date: today(), machine: thisMachine(), conditions: conditionsHere(), instructions };
  });
}

export type InstructionReport = Awaited<ReturnType<typeof countInstructions>>;

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

export function measure() {
  process.stderr.write('counting instructions, which takes a minute or two\n');
  return countInstructions();
}

/** The counts in bench/results; null before the first were stored. */
export const recordedInstructions = () => storedResult<InstructionReport>('instructions');

export const format = (now: InstructionReport) => formatInstructions(now, recordedInstructions());

export function formatInstructions(now: InstructionReport, recorded: InstructionReport | null): string {
  const obstacle = recorded && whyNotComparable(now.conditions, recorded.conditions);
  const changes = changesSince(recorded ?? { ...now, instructions: {} }, now);
  return formatReport('instructions', {
    ...now,
    rows: changes.map(one => ({
      ...one,
      change: one.recorded && one.now && percent(one.now / one.recorded),
    })),
    notes: [recorded ? obstacle : `nothing is recorded yet; ${recordCommand}`].filter(note => note !== null),
    slower: changes.filter(({ verdict }) => verdict === 'slower').map(describeChange),
  });
}

// Comparison with recorded counts. More than 20 % is a regression; counts do not scatter by a tenth of that.

export const bar = 0.2;

/** Why counts cannot be compared; null when they can. The version of valgrind does not matter. */
export function whyNotComparable(now: Conditions, recorded: Conditions): string | null {
  const different = (['architecture', 'v8'] as const).filter(key => now[key] !== recorded[key]);
  if (different.length === 0) return null;
  const differences = different.map(key => `${titles[key]} is ${now[key]} here and ${recorded[key]} there`);
  return `the recorded counts were made under other conditions: ${differences.join(', ')}; ${recordCommand}`;
}

const titles = { architecture: 'the processor', v8: 'V8' };

export const recordCommand = 'to record new ones: npm run bench instructions -- --save';

type Change = ReturnType<typeof changesSince>[number];

/** null: not counted when the others were recorded, or no longer. */
export function changesSince(recorded: InstructionReport, now: InstructionReport) {
  const names = new Set([...Object.keys(now.instructions), ...Object.keys(recorded.instructions)]);
  return [...names].map(name => {
    const [then, here] = [recorded, now].map(({ instructions }) => instructions[name] ?? null);
    return { name, recorded: then, now: here, verdict: verdictOf(then, here) };
  });
}

function verdictOf(recorded: number | null, now: number | null) {
  if (recorded === null) return 'new';
  if (now === null) return 'gone';
  if (now > (1 + bar) * recorded) return 'slower';
  return now < (1 - bar) * recorded ? 'faster' : 'as before';
}

/** “chain of 10: 9000 instructions per step, were 8000 (+12.5 %)”. */
export function describeChange({ name, recorded, now }: Change): string {
  const then = `were ${recorded?.toFixed(0)}`;
  if (now === null) return `${name}: not counted any more, ${then} instructions per step`;
  const head = `${name}: ${now.toFixed(0)} instructions per step`;
  return `${head}, ${recorded === null ? 'not counted before' : `${then} (${percent(now / recorded)})`}`;
}

export function percent(ratio: number): string {
  const change = 100 * (ratio - 1);
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} %`;
}

// Counts the instructions that a program in JavaScript executes, compiled code included, with valgrind's callgrind.
// Slow, but independent of the load of the machine. The program separates the counts by calls of process.cpuUsage().

/** “3.19.0”, or null where it is not installed. */
export function valgrindVersion(): string | null {
  try {
    return execFileSync('valgrind', ['--version'], { encoding: 'utf8' }).trim().replace('valgrind-', '');
  } catch {
    return null;
  }
}

/** Instructions before the first mark, between marks, and after the last one. */
export async function instructionsBetweenMarks(
  program: readonly string[],
  folder: string,
): Promise<readonly number[]> {
  const { callgrind, node } = definition().flags;
  const file = join(folder, 'callgrind.out');
  // NODE_OPTIONS and the like would be counted, too.
  const env = { PATH: process.env.PATH };
  const counted = [process.execPath, ...node, ...program];
  const args = [...callgrind, `--callgrind-out-file=${file}`, ...counted];
  await promisify(execFile)('valgrind', args, { env, maxBuffer: 2 ** 26 });
  return totals(readFileSync(file, 'utf8'));
}

/** The totals of all parts of a file in the format of callgrind. */
export function totals(dump: string): number[] {
  if (!/^events: Ir$/m.test(dump)) throw new Error('callgrind did not count instructions (“events: Ir”)');
  return [...dump.matchAll(/^totals: (\d+)$/gm)].map(([, sum]) => Number(sum));
}
