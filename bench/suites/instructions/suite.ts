// Suite `instructions`: counts all workloads in one process under valgrind, and compares with the recorded counts.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { thisMachine, today } from '../../machine.ts';
import { type ProblemSpec, problemSource, type StepSize, stepSize } from '../../measure/problem.ts';
import { isCheckout, oneFileOf } from '../../one-file.ts';
import { alignedColumns, orDash } from '../../report.ts';
import { storedResult } from '../../results.ts';
import { readDefinition, withFolder } from '../../suite.ts';
import {
  type Change,
  type Conditions,
  changesSince,
  describeChange,
  type InstructionReport,
  percent,
  recordAgain,
  whyNotComparable,
} from './baseline.ts';
import type { CountedWorkload } from './program.ts';
import { instructionsBetweenMarks, valgrindVersion } from './valgrind.ts';

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
  const count = (value: number | null) => orDash(value, number => number.toFixed(0));
  const row = (one: Change) => [one.name, count(one.recorded), count(one.now), changeText(one), one.verdict];
  return [
    'instructions per step, counted by callgrind',
    `${machine.processor} · Node ${machine.node} · V8 ${conditions.v8} · valgrind ${conditions.valgrind}`,
    '',
    ...alignedColumns([['workload', 'recorded', 'now', 'change', ''], ...changes.map(row)]),
    '',
    ...(recorded === null ? [`nothing is kept yet; ${recordAgain}`] : []),
    ...(obstacle ? [obstacle] : []),
    ...changes.filter(({ verdict }) => verdict === 'slower').map(one => `SLOWER ${describeChange(one)}`),
  ].join('\n');
}

const changeText = ({ recorded, now }: Change) =>
  recorded === null || now === null ? '–' : percent(now / recorded);
