// Suite `instructions`: counts all workloads in one process under valgrind, and compares with the recorded counts.

import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isCheckout, oneFileOf, storedResult } from '../../checkout.ts';
import { type ProblemSpec, problemSource, type StepSize, stepSize } from '../../measure/problem.ts';
import { alignedColumns } from '../../report.ts';
import { type Machine, readDefinition, thisMachine, today, withFolder } from '../../suite.ts';
import type { CountedWorkload } from './program.ts';

interface Definition {
  readonly blocks: number;
  readonly workloads: readonly (Pick<CountedWorkload, 'name' | 'method' | 'steps' | 'call' | 'warmUp'> &
    StepSize &
    ProblemSpec)[];
}

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

/** Everything that the counted process needs, as data. */
export function countedWorkloads(): CountedWorkload[] {
  return readDefinition<Definition>('instructions').workloads.map(workload => {
    const { name, method, steps, call, warmUp } = workload;
    return { ...problemSource(workload), ...{ name, method, h: stepSize(workload), steps, call, warmUp } };
  });
}

export function countInstructions(): Promise<InstructionReport> {
  const obstacle = whyNotCounted();
  if (obstacle) throw new Error(obstacle);
  return withFolder(async folder => {
    const { blocks } = readDefinition<Definition>('instructions');
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
  });
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

export function measure(): Promise<InstructionReport> {
  process.stderr.write('counting instructions, which takes a minute or two\n');
  return countInstructions();
}

/** The counts in bench/results; null before the first were stored. */
export const recordedInstructions = () => storedResult<InstructionReport>('instructions');

export const format = (now: InstructionReport) => formatInstructions(now, recordedInstructions());

export function formatInstructions(now: InstructionReport, recorded: InstructionReport | null): string {
  const { machine, conditions } = now;
  const obstacle = recorded && whyNotComparable(conditions, recorded.conditions);
  const changes = changesSince(recorded ?? { ...now, instructions: {} }, now);
  const row = (one: Change) => [one.name, round(one.recorded), round(one.now), changeText(one), one.verdict];
  return [
    'instructions per step, counted by callgrind',
    `${machine.processor} · Node ${machine.node} · V8 ${conditions.v8} · valgrind ${conditions.valgrind}`,
    '',
    ...alignedColumns([['workload', 'recorded', 'now', 'change', ''], ...changes.map(row)]),
    '',
    ...(recorded === null ? [`nothing is recorded yet; ${recordCommand}`] : []),
    ...(obstacle ? [obstacle] : []),
    ...changes.filter(({ verdict }) => verdict === 'slower').map(one => `SLOWER ${describeChange(one)}`),
  ].join('\n');
}

const changeText = ({ recorded, now }: Change) =>
  recorded === null || now === null ? '–' : percent(now / recorded);

// Comparison with recorded counts. More than 20 % is a regression; counts do not scatter by a tenth of that.

/** Conditions that the counts depend on. */
export interface Conditions {
  readonly architecture: string;
  readonly v8: string;
  readonly valgrind: string;
}

export interface InstructionReport {
  readonly date: string;
  readonly machine: Machine;
  readonly conditions: Conditions;
  /** Instructions per step, by workload. */
  readonly instructions: Readonly<Record<string, number>>;
}

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

export interface Change {
  readonly name: string;
  /** null: not counted when the others were recorded, or no longer. */
  readonly recorded: number | null;
  readonly now: number | null;
  readonly verdict: 'slower' | 'faster' | 'as before' | 'new' | 'gone';
}

export function changesSince(recorded: InstructionReport, now: InstructionReport): Change[] {
  const names = new Set([...Object.keys(now.instructions), ...Object.keys(recorded.instructions)]);
  return [...names].map(name => {
    const counts = { recorded: recorded.instructions[name] ?? null, now: now.instructions[name] ?? null };
    return { name, ...counts, verdict: verdictOf(counts) };
  });
}

function verdictOf({ recorded, now }: Pick<Change, 'recorded' | 'now'>): Change['verdict'] {
  if (recorded === null) return 'new';
  if (now === null) return 'gone';
  if (now > (1 + bar) * recorded) return 'slower';
  return now < (1 - bar) * recorded ? 'faster' : 'as before';
}

/** “chain of 10: 9000 instructions per step, were 8000 (+12.5 %)”. */
export function describeChange({ name, recorded, now }: Change): string {
  if (now === null) return `${name}: not counted any more, were ${round(recorded)} instructions per step`;
  const head = `${name}: ${round(now)} instructions per step`;
  return recorded === null
    ? `${head}, not counted before`
    : `${head}, were ${round(recorded)} (${percent(now / recorded)})`;
}

const round = (count: number | null) => count?.toFixed(0) ?? '–';

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
