// What the suites share: options, definitions as data (suites/*.yaml), selection of workloads, progress, temporary folders.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { checkoutRoot } from './checkout.ts';

export interface SuiteOptions {
  /** Print one JSON object instead of tables. */
  readonly json?: boolean;
  /** Interleaved rounds; the suite's own number by default. */
  readonly rounds?: number;
  /** Names of workloads; all of them by default. */
  readonly only?: readonly string[];
  /** Store the result in bench/results and update the documentation. */
  readonly save?: boolean;
}

/** Module of a suite. */
export interface Suite<Report> {
  measure(options: SuiteOptions): Promise<Report>;
  /** Markdown. */
  format(report: Report): string;
  /** Documentation beside docs/benchmarks; called before the result is stored, and may refuse it by an error. */
  save?(report: Report): void;
}

/** Workloads as they are written in a definition: `defaults` belong to every one of them. */
interface WorkloadList {
  readonly defaults?: object;
  readonly workloads: readonly object[];
}

const hasWorkloads = (value: unknown): value is WorkloadList =>
  typeof value === 'object' && value !== null && 'workloads' in value;

function withDefaults({ defaults = {}, workloads, ...rest }: WorkloadList) {
  return { ...rest, workloads: workloads.map(workload => ({ ...defaults, ...workload })) };
}

/** The definition in suites/NAME.yaml, with defaults merged into its workloads and those of its parts. */
export function readDefinition<D>(name: string): D {
  const file = join(checkoutRoot(), 'bench', 'suites', `${name}.yaml`);
  const definition: object = parse(readFileSync(file, 'utf8'), { merge: true });
  const merged = Object.entries(definition).map(([key, part]) => [
    key,
    hasWorkloads(part) ? withDefaults(part) : part,
  ]);
  const whole = Object.fromEntries(merged);
  return (hasWorkloads(whole) ? withDefaults(whole) : whole) as D;
}

/** An error of the options: the command line prints its message without a stack trace. */
export const userError = (message: string) => Object.assign(new Error(message), { name: 'UserError' });

interface Workload {
  readonly name: string;
  /** Short name, where the suite has some. */
  readonly id?: string;
}

const keyOf = ({ name, id = name }: Workload) => id;

/** Workloads with the given names, all by default. */
export function selected<W extends Workload>(
  all: readonly W[],
  only: readonly string[] = all.map(keyOf),
): readonly W[] {
  return only.map(name => {
    const found = all.find(workload => keyOf(workload) === name);
    if (found) return found;
    throw userError(`there is no workload “${name}”; available: ${[...new Set(all.map(keyOf))].join(', ')}`);
  });
}

/** With the seconds since the start of the process. */
export function printProgress(done: number, total: number, name: string): void {
  process.stderr.write(`[${done + 1}/${total}] ${Math.round(process.uptime())} s: ${name}\n`);
}

/** One workload after another, with progress on the error stream. */
export async function measureEach<W extends Workload, R>(
  workloads: readonly W[],
  measure: (workload: W) => Promise<R> | R,
): Promise<R[]> {
  const results: R[] = [];
  for (const workload of workloads) {
    printProgress(results.length, workloads.length, workload.name);
    results.push(await measure(workload));
  }
  return results;
}

/** A temporary folder for the duration of the work. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// What a benchmark ran on.

export interface Machine {
  readonly processor: string;
  readonly node: string;
}

export function thisMachine(): Machine {
  return { processor: cpus()[0]?.model.trim() ?? 'unknown processor', node: process.versions.node };
}

export const today = () => new Date().toISOString().slice(0, 10);
